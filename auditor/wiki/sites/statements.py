"""What structured data say of shared files: captions, alternative texts written for the file in
general (P11265) and what it depicts (P180), named in the reader's language.

Sources: `wbgetentities` of the wiki that shared files come from, for the files; the same of the
wiki that it takes its items from (`meta=wikibase`), for their names.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from auditor.net.urls import web_url
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.cache import DAY
from auditor.wiki.sites.errors import OTHERWISE, WikiError
from auditor.wiki.sites.queries import batches
from auditor.wiki.sites.said import Said, ordered, plain

ALT_TEXT, DEPICTS = "P11265", "P180"
MOST_DEPICTED = 8
"""Of one file; the first that are not deprecated."""


@dataclass(frozen=True, slots=True)
class Statements:
    """Of one file; each in the reader's language first."""

    captions: tuple[Said, ...] = ()
    alts: tuple[Said, ...] = ()
    depicts: tuple[Said, ...] = ()
    """What can be seen, by its name; in another language where it has none in the reader's."""


async def statements(
    api: Api, place: str, files: Sequence[str], lang: str
) -> dict[str, Statements]:
    """By file; nothing from a wiki that has no structured data. `place`: URL of its api.php.
    Raises WikiError for a wiki that does not answer."""
    entities = {title: e async for title, e in _entities(api, place, files)}
    depicted = {title: list(_items(entity)) for title, entity in entities.items()}
    names = await _names(api, place, [i for ids in depicted.values() for i in ids], lang)
    return {
        title: Statements(
            captions=ordered(_captions(entity), lang),
            alts=ordered(_alternative_texts(entity), lang),
            depicts=tuple(names[i] for i in depicted[title] if i in names),
        )
        for title, entity in entities.items()
    }


async def _entities(
    api: Api, place: str, files: Sequence[str]
) -> AsyncIterator[tuple[str, Mapping[str, Any]]]:
    for titles in batches(f"File:{name}" for name in files):
        asked = {"action": "wbgetentities", "sites": "commonswiki", "props": "info|labels|claims"}
        try:
            answer = await api.call(place, {**asked, "titles": "|".join(titles)}, DAY)
        except WikiError:  # an extension, which the wiki may not have
            return
        for entity in answer.get("entities", {}).values():
            title = entity.get("title", "").partition(":")[2]
            if title in files:
                yield title, entity


def _captions(entity: Mapping[str, Any]) -> list[Said]:
    labels = (entity.get("labels") or {}).values()
    return [Said(label["language"], plain(label["value"])) for label in labels]


def _alternative_texts(entity: Mapping[str, Any]) -> Iterator[Said]:
    for value in _values(entity, ALT_TEXT):
        if text := plain(str(value.get("text", ""))):
            yield Said(str(value.get("language", "")), text)


def _items(entity: Mapping[str, Any]) -> list[str]:
    found = (str(value.get("id", "")) for value in _values(entity, DEPICTS))
    return list(dict.fromkeys(each for each in found if each.startswith("Q")))[:MOST_DEPICTED]


def _values(entity: Mapping[str, Any], number: str) -> Iterator[Mapping[str, Any]]:
    """The values of a property, the preferred ones first, no deprecated ones."""
    claims = (entity.get("statements") or entity.get("claims") or {}).get(number, ())
    ranks = ("preferred", "normal")
    for rank in ranks:
        for claim in claims:
            value = claim.get("mainsnak", {}).get("datavalue", {}).get("value", {})
            if claim.get("rank", "normal") == rank and isinstance(value, dict):
                yield value


async def _names(api: Api, place: str, ids: Iterable[str], lang: str) -> dict[str, Said]:
    """The names of items in a language, else in English; those without any are left out."""
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        return {}
    found: dict[str, Said] = {}
    languages = "|".join(dict.fromkeys((lang, lang.split("-")[0], "en")))
    try:
        repository = await _repository(api, place)
        for group in batches(wanted):
            asked = {"action": "wbgetentities", "props": "labels", "languages": languages}
            answer = await api.call(
                repository, {**asked, "ids": "|".join(group), "languagefallback": 1}, DAY
            )
            for number, entity in answer.get("entities", {}).items():
                labels = (entity.get("labels") or {}).values()
                told = ordered(
                    (Said(each["language"], plain(each["value"])) for each in labels), lang
                )
                if told:
                    found[number] = told[0]
    except (WikiError, *OTHERWISE):  # what the file depicts stays untold; the rest is known
        return found
    return found


async def _repository(api: Api, place: str) -> str:
    """URL of api.php of the wiki that items come from; the asked one where it does not say."""
    answer = await api.call(place, {"action": "query", "meta": "wikibase", "wbprop": "url"}, DAY)
    url = answer.get("query", {}).get("wikibase", {}).get("repo", {}).get("url", {})
    base = web_url(str(url.get("base", "")), place) if url else ""
    return f"{base.rstrip('/')}{url.get('scriptpath', '')}/api.php" if base else place
