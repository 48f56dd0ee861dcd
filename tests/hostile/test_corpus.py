"""Every hostile page ends in time, with what was found or with a reason."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import pytest_asyncio

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.judge.judge import Judge
from auditor.net.address_guard import open_guard
from auditor.net.addresses import Named
from auditor.net.client import open_client
from auditor.net.credentials import NO_ACCESS
from auditor.pages.page import PageError, PageReader
from auditor.pages.static import Kept, StaticReader
from auditor.scan.one_page import audit_page
from tests.hostile.cases import CASES, Case
from tests.hostile.server import served

OPTIONS = BrowserOptions(timeout=7, settle=1, quiet=0.1)
PATIENT = replace(OPTIONS, timeout=20)
"""For a page that must be read to its end, however busy the machine is."""
MOST_SECONDS = 180
"""For one case, on a machine that is busy with other things."""
TABS = 3
CLIENTS = 3


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    answers = {f"/{case.name}/": case.page for case in CASES}
    for case in CASES:
        answers |= {f"/{case.name}/{path}": sent for path, sent in case.beside.items()}
    with served(answers) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def said(port: int) -> Mapping[str, str]:
    """What the scan says of each case. Several are read at a time: most of them wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("auditor.pages.static.MAX_PAGE_BYTES", 4_000_000)
        patch.setattr("auditor.pages.static.MAX_BYTES", 4_000_000)
        async with (
            open_guard([Named("127.0.0.1", frozenset({port}))]) as guard,
            open_client(guard, NO_ACCESS) as client,
            open_browser(PATIENT, guard) as context,
        ):
            tabs = [BrowserReader(context, OPTIONS, guard) for _ in range(TABS)]
            patient = [BrowserReader(context, PATIENT, guard) for _ in range(TABS)]
            clients = [StaticReader(client, 3, Kept()) for _ in range(CLIENTS)]
            with ThreadPoolExecutor(2) as pool:
                found = await _read(clients, [c for c in CASES if not c.browser], port, pool)
                in_tabs = [case for case in CASES if case.browser]
                found |= await _read(patient, [c for c in in_tabs if not c.hung], port, pool)
                waited = [c for c in in_tabs if c.hung and not c.busy]
                found |= await _read(tabs, waited, port, pool)
                # One after another: what takes all processors makes any other page hang too.
                found |= await _read(tabs[:1], [c for c in in_tabs if c.busy], port, pool)
            for tab in (*tabs, *patient):
                await tab.close()
    return found


async def _read(
    readers: Sequence[PageReader], cases: Sequence[Case], port: int, pool: ThreadPoolExecutor
) -> dict[str, str]:
    left = iter(cases)
    found: dict[str, str] = {}

    async def work(reader: PageReader) -> None:
        for case in left:
            found[case.name] = await _said(reader, f"http://127.0.0.1:{port}/{case.name}/", pool)

    await asyncio.gather(*map(work, readers))
    return found


async def _said(reader: PageReader, url: str, pool: ThreadPoolExecutor) -> str:
    try:
        async with asyncio.timeout(MOST_SECONDS):
            result = await audit_page(reader, url, Judge(None), pool)
    except PageError as error:
        return str(error)
    except TimeoutError:
        return f"it did not end within {MOST_SECONDS} s"
    reasons = "; ".join(skipped.reason for skipped in result.skipped)
    return f"done, {len(result.uses)} images {reasons}".strip()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_it_ends_in_time_with_a_reason(case: Case, said: Mapping[str, str]) -> None:
    assert re.search(case.expected, said[case.name]), said[case.name]
    assert "the auditor failed" not in said[case.name]
    assert "did not end" not in said[case.name]


def test_there_are_enough_of_them() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names) >= 80
