"""What another program finds of the window over AT-SPI, as JSON: a screen reader's view of it.

    /usr/bin/python3 walk.py APPLICATION

It runs outside the project's environment, beside the system's bindings of AT-SPI.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

SECONDS = 30


def application(name):
    """The program of that name, once it is there and shows a window."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        desktop = Atspi.get_desktop(0)
        for place in range(desktop.get_child_count()):
            found = desktop.get_child_at_index(place)
            if found and name in found.get_name() and found.get_child_count():
                return found
        time.sleep(0.05)
    sys.exit(f"no program {name}")


def nodes(node, window=""):
    """Every object that is shown; of a table only what its rows and columns lead to."""
    role, states = node.get_role_name(), node.get_state_set()
    if role in ("frame", "dialog"):
        window = node.get_name()
    is_table = "Table" in node.get_interfaces()
    yield {
        "role": role,
        "name": node.get_name() or labels(node),
        "description": node.get_description(),
        "window": window,
        "focusable": states.contains(Atspi.StateType.FOCUSABLE),
        "showing": states.contains(Atspi.StateType.SHOWING),
        "cells": cells(node) if is_table else None,
    }
    if is_table:
        return
    for place in range(node.get_child_count()):
        child = node.get_child_at_index(place)
        if child:
            yield from nodes(child, window)


def labels(node):
    """The names of what labels the object."""
    related = [
        relation.get_target(place)
        for relation in node.get_relation_set()
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY
        for place in range(relation.get_n_targets())
    ]
    return " ".join(each.get_name() for each in related)


def cells(table):
    """Rows of (name, description), each found by its row and column and agreeing to be there."""
    columns = range(Atspi.Table.get_n_columns(table))
    return [
        [cell(table, row, column) for column in columns]
        for row in range(Atspi.Table.get_n_rows(table))
    ]


def cell(table, row, column):
    """One cell."""
    found = Atspi.Table.get_accessible_at(table, row, column)
    assert Atspi.TableCell.get_position(found)[1:] == (row, column)
    return (found.get_name(), found.get_description())


if __name__ == "__main__":
    print(json.dumps([each for each in nodes(application(sys.argv[1])) if each["showing"]]))
