"""How the first window of a process looks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

ROOT = Path(__file__).parents[3]
SHOW = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication, QWidget
from app.gui.window import Window
app = QApplication([])
window = Window(Path(sys.argv[1]))
window.show()
print({each.font().pointSize() for each in window.findChildren(QWidget)})
"""


def test_all_text_has_the_size_that_is_remembered_from_the_start(tmp_path):
    """In a process of its own: the second window takes the size that the first one set."""
    kept = tmp_path / "window.json"
    kept.write_text('{"theme": "light", "text_size": 18, "recent": []}')
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", SHOW, str(kept)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    sizes = {int(each) for each in done.stdout.strip(" {}\n").split(", ")}
    assert sizes == {15, 18, 25}, done.stderr  # notes, text, the title: a scale around the size
