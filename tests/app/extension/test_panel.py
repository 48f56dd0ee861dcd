"""What a person does with the panel, and what it says when something is amiss."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.extension.chromium import Extension
from tests.app.extension.conftest import finished
from tests.app.extension.page_kinds import page
from tests.app.extension.serving import TOKEN, Recorded

pytestmark = pytest.mark.asyncio(loop_scope="session")
FOX = '<h1>Foxes</h1><div style="height: 3000px"></div><img id="fox" src="/fox.png" alt="image">'


@pytest.fixture
def fox(pages: Any) -> str:
    pages["/fox"] = page("Foxes", FOX, {})
    return pages.url("/fox")


async def test_opening_an_image_scrolls_to_it_and_outlines_it(judged: Any, fox: str) -> None:
    shown, panel = await judged(fox)
    await panel.locator("#list summary").focus()
    await panel.keyboard.press("Enter")
    await expect(shown.locator("#fox")).to_have_css("outline-style", "solid")
    await shown.bring_to_front()
    await expect(shown.locator("#fox")).to_be_in_viewport()


async def test_a_line_stays_under_the_pointer_when_more_is_known(judged: Any, fox: str) -> None:
    """A press that begins on what is taken away before it ends opens nothing."""
    _, panel = await judged(fox)
    line = await panel.locator("#list summary .status").element_handle()
    await panel.get_by_role("button", name="Judge again").click()
    await finished(panel)
    assert await line.evaluate("element => element.isConnected")


async def test_pointing_at_an_image_or_tabbing_to_it_says_what_is_heard(
    judged: Any, pages: Any
) -> None:
    pages["/link"] = page("Link", '<a href="/" id="a"><img src="/fox.png" alt="Home"></a>', {})
    shown, panel = await judged(pages.url("/link"))
    assert await tip_of(shown) is None
    await panel.get_by_role("button", name="Judge again").click()
    await finished(panel)
    assert await shown.evaluate("document.documentElement.children.length") == 3
    await shown.bring_to_front()
    await shown.locator("img").hover()
    assert "Home" in (await tip_of(shown) or "")
    await shown.keyboard.press("Escape")
    assert await tip_of(shown) is None
    await shown.locator("#a").focus()
    assert "A screen reader says: link, graphic, Home" in (await tip_of(shown) or "")


async def tip_of(shown: Page) -> str | None:
    """The text in the closed shadow root of the tip, while it can be seen."""
    cdp = await shown.context.new_cdp_session(shown)
    document = await cdp.send("DOM.getDocument", {"depth": -1, "pierce": True})
    host = document["root"]["children"][-1]["children"][-1]
    (root,) = host["shadowRoots"]
    (tip,) = root["children"]
    attributes = tip["attributes"]
    return None if "hidden" in attributes else tip["children"][0]["nodeValue"]


async def test_another_text_is_scored_while_it_is_typed(judged: Any, fox: str) -> None:
    _, panel = await judged(fox)
    await panel.locator("#list summary").click()
    box = panel.get_by_label("Try another text")
    assert await box.input_value() == "image"
    await box.press_sequentially(" of a red fox")
    await expect(panel.locator(".tried")).to_contain_text("With this text")
    await box.fill("IMG_0001.JPG")
    await expect(panel.locator(".tried")).to_contain_text("IMG_0001.JPG")
    assert await box.evaluate("(box) => box === document.activeElement")


async def test_the_report_is_copied_as_markdown(
    judged: Any, extension: Extension, fox: str
) -> None:
    await extension.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _, panel = await judged(fox)
    await panel.get_by_role("button", name="Copy report").click()
    await expect(panel.locator("#status")).to_have_text("Copied.")
    copied = await panel.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"# Foxes\n\n<{fox}>\n\n1. **Weak**")


async def test_the_badge_counts_what_needs_work(
    judged: Any, extension: Extension, pages: Any
) -> None:
    await judged(pages.url("/20"))
    tab = await extension.tab_of(pages.url("/20"))
    count = await extension.worker.evaluate(f"chrome.action.getBadgeText({{tabId: {tab}}})")
    assert count == "20"


async def test_texts_of_pages_are_shown_as_text(judged: Any, pages: Any) -> None:
    text = "</script><script>document.title = 'taken'</script><img src=x onerror=alert(1)>"
    escaped = text.replace("<", "&lt;")
    pages["/markup"] = page(escaped, f'<img src="/fox.png" alt="{escaped}">', {})
    _, panel = await judged(pages.url("/markup"))
    assert text in await panel.locator("#list summary").inner_text()
    await panel.locator("#list summary").click()
    assert await panel.locator("#title").inner_text() == text
    assert await panel.title() == "Alternative texts"
    await expect(panel.locator("#list img")).to_have_count(1)
    assert await panel.locator("#list script").count() == 0


async def test_without_a_server_the_panel_says_so_with_the_command(
    extension: Extension, fox: str
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        await extension.store(port=closed.getsockname()[1])
        await extension.worker.evaluate("chrome.storage.local.remove('command')")
        panel = await extension.panel(0)
        await expect(panel.locator("#status")).to_have_text("The auditor is not running.")
        await expect(panel.locator("#command")).to_have_text("auditor serve --pair")
        await expect(panel.locator("#absent")).to_contain_text("./run.sh serve --pair")
        await expect(panel.get_by_role("button", name="Copy command")).to_be_visible()


async def test_without_a_server_the_command_is_the_one_that_started_it_last(
    extension: Extension, judged: Any, server: Recorded, fox: str
) -> None:
    server.service.command = "/opt/auditor serve --save b.db"
    try:
        _, panel = await judged(fox)
    finally:
        server.service.command = "auditor serve"
    await extension.store(port=9)
    await expect(panel.locator("#status")).to_have_text("The auditor is not running.")
    await expect(panel.locator("#command")).to_have_text("/opt/auditor serve --save b.db")
    await expect(panel.locator("#byScript")).to_be_hidden()


async def test_a_port_that_takes_and_never_answers_is_not_waited_for(extension: Extension) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        await extension.store(port=silent.getsockname()[1])
        panel = await extension.panel(0)
        await expect(panel.locator("#status")).to_have_text("The auditor is not running.")


@pytest.mark.parametrize("token", ["", "wrong", "o" * 43], ids=["none", "wrong", "old"])
async def test_a_token_that_is_not_the_servers_leads_to_the_settings(
    extension: Extension, token: str
) -> None:
    await extension.store(token=token)
    panel = await extension.panel(0)
    await expect(panel.locator("#status")).to_have_text("Not paired with the auditor.")
    await expect(panel.get_by_role("link", name="Pair it in the settings")).to_be_visible()


async def test_the_settings_pair_and_forget(extension: Extension, server: Recorded) -> None:
    pairing = server.service.pairing
    pairing.renew()
    await extension.store(token="")
    options = await extension.context.new_page()
    await options.goto(extension.url("panel/options.html"))
    state = options.locator("#state")
    await expect(state).to_have_text("Not paired with the auditor.")
    wrong = str(999_999 - int(pairing.code)).zfill(6)
    await options.get_by_label("Six digits").fill(wrong)
    await options.get_by_role("button", name="Pair").click()
    await expect(state).to_contain_text("That is not the code")
    await options.get_by_label("Six digits").fill(pairing.code)
    await options.get_by_role("button", name="Pair").click()
    await expect(state).to_contain_text("Paired. Connected with the auditor")
    await expect(options.locator("#model")).to_contain_text("compact")
    await options.get_by_role("button", name="Forget the token").click()
    await expect(state).to_have_text("Forgotten. Not paired with the auditor.")
    await options.get_by_label("Six digits").fill(pairing.code)
    await options.get_by_role("button", name="Pair").click()
    await expect(state).to_contain_text("No code is good now")


async def test_who_took_the_port_gets_neither_token_nor_page(
    extension: Extension, judged: Any, fox: str
) -> None:
    """Another program in the auditor's place, which answers whatever it is asked."""
    heard = b""

    async def pretend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal heard
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or b"0")
        heard += head + await reader.readexactly(size)
        body = json.dumps({"proof": "0" * 64, "version": "1", "blocks": [], "token": "x"}).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        writer.close()

    impostor = await asyncio.start_server(pretend, "127.0.0.1", 0)
    async with impostor:
        await extension.store(port=impostor.sockets[0].getsockname()[1])
        page = await extension.context.new_page()
        await page.goto(fox)
        panel = await extension.panel(await extension.tab_of(fox))
        await expect(panel.locator("#status")).to_have_text("Not paired with the auditor.")
        await expect(panel.locator("#refused")).to_contain_text("Nothing was sent to it")
    assert heard.startswith(b"POST /v1/proof")
    assert TOKEN.encode() not in heard
    assert b"Foxes" not in heard


async def test_each_request_with_the_token_comes_after_a_proof(
    judged: Any, server: Recorded, fox: str
) -> None:
    server.asked.clear()
    await judged(fox)
    paths = [exchange.path for exchange in server.asked]
    assert paths[::2] == ["/v1/proof"] * (len(paths) // 2)
    assert "/v1/audit" in paths[1::2]
    for exchange in server.asked:
        assert ("authorization" in exchange.headers) is (exchange.path != "/v1/proof")


async def test_its_button_opens_the_side_panel_with_leave_for_that_page_alone(
    server: Recorded, pages: Any, alone: Extension, fox: str
) -> None:
    """No site was allowed: the press of the button is all the leave that there is."""
    shown = await alone.context.new_page()
    await shown.goto(fox)
    cdp = await alone.context.browser.new_browser_cdp_session()
    listed = await cdp.send("Target.getTargets", {"filter": [{"type": "tab"}]})
    (tab,) = (each for each in listed["targetInfos"] if each["url"] == fox)
    await cdp.send("Extensions.triggerAction", {"id": alone.id, "targetId": tab["targetId"]})
    number = await alone.worker.evaluate(
        "async () => (await chrome.tabs.query({})).find((tab) => tab.url).id"
    )
    for _ in range(200):
        text = await alone.worker.evaluate(f"chrome.action.getBadgeText({{tabId: {number}}})")
        if text:
            break
        await asyncio.sleep(0.05)
    assert text == "1"
    assert json.dumps(await panels(cdp)).count("panel/panel.html") == 1


async def panels(cdp: Any) -> list[str]:
    targets = (await cdp.send("Target.getTargets"))["targetInfos"]
    return [each["url"] for each in targets if "panel/panel.html" in each["url"]]
