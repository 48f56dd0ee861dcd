"""A wiki on loopback that answers as MediaWiki 1.45 does: the action API (formatversion 2), the
REST API, uploads; and that misbehaves on request."""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

Query = dict[str, str]
Answer = tuple[int, dict[str, str], bytes]
CUT = "cut"
"""As a fault: the connection ends in the middle of the answer."""

WORDS = (
    ("img_alt", "alternativtext=$1", "alt=$1"),
    ("img_thumbnail", "mini", "miniatur", "thumb", "thumbnail"),
    ("img_link", "verweis=$1", "link=$1"),
)


@dataclass(slots=True)
class Page:
    title: str
    revisions: dict[int, tuple[str | None, str]]
    """Number → wikitext (None: hidden) and HTML."""
    lang: str = "en"
    views: dict[str, int | None] | None = None


@dataclass(slots=True)
class FakeWiki:
    port: int
    lang: str = "en"
    pages: dict[str, Page] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    log: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Title → its newest log event."""
    categories: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Name → extmetadata."""
    entities: dict[str, dict[str, Any]] = field(default_factory=dict)
    items: dict[str, dict[str, str]] = field(default_factory=dict)
    """Number of an item → its names by language."""
    usages: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    """File → where other wikis use it (`prop=globalusage`)."""
    projects: dict[str, list[str]] = field(default_factory=dict)
    contributions: dict[str, list[str]] = field(default_factory=dict)
    """User → titles, the newest edit first."""
    templates: dict[str, dict[str, Any]] = field(default_factory=dict)
    uploads: dict[str, bytes] = field(default_factory=dict)
    """Path → picture."""
    has_rest: bool = True
    faults: list[tuple[str, Any]] = field(default_factory=list)
    """(part of the path and query, Answer or CUT), each used once, the first that fits."""
    asked: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    at_once: int = 0
    most_at_once: int = 0
    hold: threading.Barrier | None = None
    """Uploads wait until so many are asked for at once."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def add(self, title: str, wikitext: str, html: str, revision: int = 100, **more: Any) -> None:
        """A page, or one more revision of it; the highest number is the newest."""
        page = self.pages.setdefault(title, Page(title, {}, **more))
        page.revisions[revision] = (wikitext, html)

    def answer(self, path: str, headers: Any) -> Any:
        parts = urlsplit(path)
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        self.asked.append(unquote(path))
        self.agents.add(headers["User-Agent"])
        for fault in self.faults:
            if fault[0] in unquote(path):
                self.faults.remove(fault)
                return fault[1]
        if parts.path == "/w/api.php":
            return _json(self._action(query))
        if self.has_rest and (found := re.fullmatch(r"/w/rest\.php/v1/(.+)", parts.path)):
            return self._rest(unquote(found[1]))
        if parts.path in self.uploads:
            if self.hold:
                self.hold.wait(60)
            return 200, {"Content-Type": "image/jpeg"}, self.uploads[parts.path]
        return 404, {"Content-Type": "text/html"}, b"<title>Not found</title>"

    def _rest(self, path: str) -> Answer:
        if found := re.fullmatch(r"revision/(\d+)/html", path):
            for page in self.pages.values():
                if int(found[1]) in page.revisions:
                    html = page.revisions[int(found[1])][1].encode()
                    return 200, {"Content-Type": "text/html; charset=utf-8"}, html
        words = {"en": "The specified revision does not exist"}
        body = {"errorKey": "rest-nonexistent-revision", "messageTranslations": words}
        return 404, {"Content-Type": "application/json"}, json.dumps(body).encode()

    def _action(self, query: Query) -> dict[str, Any]:
        if int(query.get("maxlag", "99")) < 1:
            return {"error": {"code": "maxlag", "info": "lagged"}}
        action = query.get("action")
        if action == "query":
            return self._query(query)
        if action == "parse":
            revision = int(query["oldid"])
            for page in self.pages.values():
                if revision in page.revisions:
                    return {"parse": {"title": page.title, "text": page.revisions[revision][1]}}
        if action == "wbgetentities" and "ids" in query:
            return {"entities": {i: self._item(i, query) for i in query["ids"].split("|")}}
        if action == "wbgetentities":
            names = query["titles"].split("|")
            found = {
                f"M{n}": {"id": f"M{n}", "title": name, **self.entities[name]}
                for n, name in enumerate(names)
                if name in self.entities
            }
            return {"entities": found, "success": 1}
        if action == "templatedata":
            asked = query["titles"].split("|")
            steps = [{"from": n, "to": self.redirects[n]} for n in asked if n in self.redirects]
            names = dict.fromkeys(self.redirects.get(n, n) for n in asked)
            pages = [{"title": n, **self.templates[n]} for n in names if n in self.templates]
            found = {str(number): page for number, page in enumerate(pages)}
            return {"pages": found, "redirects": steps} if steps else {"pages": found}
        return {"error": {"code": "badvalue", "info": f'Unrecognized value: "{action}".'}}

    def _query(self, query: Query) -> dict[str, Any]:
        if "siteinfo" in query.get("meta", ""):
            return {"batchcomplete": True, "query": self._siteinfo()}
        if query.get("list") == "logevents":
            event = self.log.get(query["letitle"])
            return {"query": {"logevents": [event] if event else []}}
        if query.get("meta") == "wikibase":
            url = {"base": f"//{self.host}", "scriptpath": "/w", "articlepath": "/wiki/$1"}
            return {"query": {"wikibase": {"repo": {"url": url}}}}
        if query.get("list") == "projectpages":
            return self._project(query)
        if query.get("list") == "usercontribs":
            titles = self.contributions.get(query["ucuser"], [])
            return {"query": {"usercontribs": [{"ns": 0, "title": title} for title in titles]}}
        if query.get("prop") == "globalusage":
            names = query["titles"].split("|")
            pages = [{"title": n, "globalusage": self.usages.get(n, [])} for n in names]
            return {"query": {"pages": pages}}
        if query.get("prop") == "pageviews":
            named = [self.pages[t] for t in query["titles"].split("|") if t in self.pages]
            return {
                "query": {"pages": [{"title": p.title, "pageviews": p.views or {}} for p in named]}
            }
        if query.get("list") == "categorymembers":
            return self._members(query)
        if query.get("prop") == "imageinfo":
            return {"query": self._files(query["titles"].split("|"))}
        return {"query": self._revisions(query)}

    def _siteinfo(self) -> dict[str, Any]:
        names = {"de": ("Datei", "Kategorie", "Vorlage")}
        file, category, template = names.get(self.lang, ("File", "Category", "Template"))
        return {
            "general": {
                "sitename": "Testpedia",
                "lang": self.lang,
                "wikiid": f"{self.lang}wiki",
                "scriptpath": "/w",
                "script": "/w/index.php",
                "articlepath": "/wiki/$1",
                "variantarticlepath": "/$2/$1",
                "server": f"//{self.host}",
            },
            "namespaces": {
                "6": {"id": 6, "case": "first-letter", "name": file, "canonical": "File"},
                "10": {"id": 10, "case": "first-letter", "name": template, "canonical": "Template"},
                "14": {"id": 14, "case": "first-letter", "name": category, "canonical": "Category"},
            },
            "namespacealiases": [{"id": 6, "alias": "Bild"}] if self.lang == "de" else [],
            "magicwords": [
                {"name": n, "aliases": list(a), "case-sensitive": True}
                for n, *a in (WORDS if self.lang == "de" else ())
            ],
            "repos": [
                {"name": "local", "scriptDirUrl": "/w"},
                {"name": "shared", "scriptDirUrl": f"//{self.host}/w"},
            ],
        }

    def _item(self, number: str, query: Query) -> dict[str, Any]:
        asked, names = query["languages"].split("|"), self.items.get(number, {})
        labels = {k: {"language": k, "value": v} for k, v in names.items() if k in asked}
        return {"id": number, "labels": labels}

    def _project(self, query: Query) -> dict[str, Any]:
        name = query["wppprojects"]
        if name not in self.projects:
            return {"error": {"code": "badvalue", "info": "Unrecognized value"}}
        pages = [{"pageid": n, "ns": 0, "title": t} for n, t in enumerate(self.projects[name], 1)]
        return {"query": {"projects": {name: pages}}}

    def _members(self, query: Query) -> dict[str, Any]:
        found = self.categories.get(query["cmtitle"], [])
        start = int(query.get("cmcontinue", "0"))
        end = start + min(int(query["cmlimit"]), 2)
        members = [
            {"ns": 1 if title.startswith("Talk:") else 0, "title": title}
            for title in found[start:end]
        ]
        more = {"continue": {"cmcontinue": str(end), "continue": "-||"}} if found[end:] else {}
        return {"query": {"categorymembers": members}, **more}

    def _files(self, titles: list[str]) -> dict[str, Any]:
        local = self._siteinfo()["namespaces"]["6"]["name"]
        pairs = [(title, f"{local}:{title.partition(':')[2]}") for title in titles]
        normalized = [{"from": a, "to": b} for a, b in pairs if a != b]
        pages = [self._file(title) for _, title in pairs]
        return {"pages": pages, **({"normalized": normalized} if normalized else {})}

    def _file(self, title: str) -> dict[str, Any]:
        name = title.partition(":")[2]
        if name not in self.files:
            return {"ns": 6, "title": title, "missing": True, "imagerepository": ""}
        info = {
            "descriptionurl": f"{self.url}/wiki/File:{name.replace(' ', '_')}",
            "extmetadata": self.files[name],
        }
        page = {"ns": 6, "title": title, "imagerepository": "shared", "imageinfo": [info]}
        return {**page, "missing": True, "known": True}

    def _revisions(self, query: Query) -> dict[str, Any]:
        if "revids" in query:
            return self._by_revision(int(query["revids"]))
        title = query["titles"]
        if "|" in title:
            return {
                "pages": [
                    _page(self.pages[t], max(self.pages[t].revisions))
                    for t in title.split("|")
                    if t in self.pages
                ]
            }
        found: dict[str, Any] = {}
        if title.startswith("fr:"):
            return {"interwiki": [{"title": title, "iw": "fr"}]}
        if title[:1].islower():
            better = title[:1].upper() + title[1:]
            found["normalized"] = [{"fromencoded": False, "from": title, "to": better}]
            title = better
        if title in self.redirects:
            found["redirects"] = [{"from": title, "to": self.redirects[title]}]
            title = self.redirects[title]
        if "<" in title:
            why = 'The requested page title contains invalid characters: "<".'
            return {"pages": [{"title": title, "invalidreason": why, "invalid": True}]}
        if title.startswith("Special:"):
            return {"pages": [{"ns": -1, "title": title, "special": True}]}
        page = self.pages.get(title)
        if page is None:
            return {**found, "pages": [{"ns": 0, "title": title, "missing": True}]}
        return {**found, "pages": [_page(page, max(page.revisions))]}

    def _by_revision(self, revision: int) -> dict[str, Any]:
        for page in self.pages.values():
            if revision in page.revisions:
                return {"pages": [_page(page, revision)]}
        return {"badrevids": {str(revision): {"revid": revision, "missing": True}}}


def _page(page: Page, revision: int) -> dict[str, Any]:
    wikitext = page.revisions[revision][0]
    main: dict[str, Any] = {"contentmodel": "wikitext", "content": wikitext}
    if wikitext is None:
        main = {"texthidden": True}
    found: dict[str, Any] = {
        "pageid": 1,
        "ns": 0,
        "title": page.title,
        "pagelanguage": page.lang,
        "revisions": [{"revid": revision, "slots": {"main": main}}],
    }
    return found | ({"pageviews": page.views} if page.views else {})


def busy(seconds: str | None = "0", status: int = 429) -> Answer:
    """An answer of a wiki that wants us to wait."""
    headers = {} if seconds is None else {"Retry-After": seconds}
    return status, headers, b"slow down"


def lagged(seconds: str = "0") -> Answer:
    """The answer of a wiki whose databases lag: status 200."""
    error = {"code": "maxlag", "info": "Waiting for db2: 8.2 seconds lagged.", "lag": 8.2}
    body = json.dumps({"error": error}).encode()
    return 200, {"Retry-After": seconds, "X-Database-Lag": "8"}, body


def _json(body: dict[str, Any]) -> Answer:
    return 200, {"Content-Type": "application/json; charset=utf-8"}, json.dumps(body).encode()


@contextlib.contextmanager
def serve_wiki(change: Callable[[FakeWiki], None] = lambda wiki: None) -> Iterator[FakeWiki]:
    """A wiki while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with wiki._lock:
                wiki.at_once += 1
                wiki.most_at_once = max(wiki.most_at_once, wiki.at_once)
            try:
                answer = wiki.answer(self.path, self.headers)
            finally:
                with wiki._lock:
                    wiki.at_once -= 1
            cut = answer == CUT
            status, headers, body = (200, {}, b"{") if cut else answer
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) + 1000 * cut))
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    wiki = FakeWiki(server.server_address[1])
    change(wiki)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield wiki
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
