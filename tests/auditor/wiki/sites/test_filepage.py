"""What the pages of files tell, in the language of the article first."""

from __future__ import annotations

from dataclasses import replace

from auditor.wiki.sites.api import open_api
from auditor.wiki.sites.elsewhere import OtherAlt
from auditor.wiki.sites.filepage import FilePage, file_pages
from auditor.wiki.sites.queries import find_site
from auditor.wiki.sites.said import Said
from auditor.wiki.sites.targets import target
from tests.auditor.wiki.fake_wiki import serve_wiki

META = {
    "ImageDescription": {
        "value": {
            "en": 'A <a href="/wiki/Cat">cat</a> &amp; a  dog',
            "de": "<p>Eine Katze</p>",
            "_type": "lang",
        }
    },
    "Artist": {"value": '<bdi><a href="//commons.example/User:A">Ada</a></bdi>'},
    "LicenseShortName": {"value": "CC BY-SA 4.0"},
    "LicenseUrl": {"value": "https://creativecommons.org/licenses/by-sa/4.0"},
    "AttributionRequired": {"value": "true"},
}
ENTITY = {
    "labels": {
        "en": {"language": "en", "value": "A cat in Berlin"},
        "de": {"language": "de", "value": "Katze in Berlin"},
    },
    "statements": {
        "P180": [
            {"rank": "normal", "mainsnak": {"datavalue": {"value": {"id": "Q146"}}}},
            {"rank": "deprecated", "mainsnak": {"datavalue": {"value": {"id": "Q144"}}}},
            {"rank": "preferred", "mainsnak": {"datavalue": {"value": {"id": "Q1"}}}},
            {"rank": "normal", "mainsnak": {"datavalue": {"value": {"id": "Q2"}}}},
            {"rank": "normal", "mainsnak": {"snaktype": "somevalue"}},
        ],
        "P11265": [
            {"mainsnak": {"datavalue": {"value": {"text": "Grey cat", "language": "en"}}}},
            {"mainsnak": {"snaktype": "somevalue"}},
        ],
    },
}


async def test_descriptions_captions_and_licence_come_as_plain_text(api, wiki) -> None:
    wiki.lang = "de"
    wiki.files = {"Cat one.jpg": META}
    wiki.entities = {"File:Cat one.jpg": ENTITY}
    wiki.items = {"Q146": {"de": "Hauskatze", "en": "house cat"}, "Q1": {"en": "Universe"}}
    site = await find_site(api, target("", wiki.url))
    found = await file_pages(api, site, ["Cat one.jpg", "Unknown.jpg"], "de")
    assert found == {
        "Cat one.jpg": FilePage(
            file="Cat one.jpg",
            url=f"{wiki.url}/wiki/File:Cat_one.jpg",
            descriptions=(Said("de", "Eine Katze"), Said("en", "A cat & a dog")),
            captions=(Said("de", "Katze in Berlin"), Said("en", "A cat in Berlin")),
            alts=(Said("en", "Grey cat"),),
            depicts=(Said("en", "Universe"), Said("de", "Hauskatze")),
            artist="Ada",
            licence="CC BY-SA 4.0",
            licence_url="https://creativecommons.org/licenses/by-sa/4.0",
            attribution=True,
        )
    }


async def test_texts_that_other_wikis_have_for_a_file_come_with_their_articles(wiki) -> None:
    with serve_wiki() as other:
        other.add(
            "Chat", "[[File:cat_one.jpg|thumb|alt=Un chat [[gris]]|x]] [[File:B.jpg|alt=b]]", ""
        )
        other.add("Chien", "[[File:Cat one.jpg|thumb|alt=|x]]", "")
        uses = [
            ("Chat", other, "0"),
            ("Chien", other, "0"),
            ("User:A", other, "2"),
            ("Cat", wiki, "0"),
        ]
        wiki.usages["File:Cat one.jpg"] = [
            {"title": title, "ns": ns, "wiki": at.host, "url": f"{at.url}/wiki/{title}"}
            for title, at, ns in uses
        ]
        wiki.files = {"Cat one.jpg": {}}
        async with open_api([wiki.url, other.url], "me@example.org") as api:
            site = await find_site(api, target("", wiki.url))
            found = await file_pages(api, site, ["Cat one.jpg"], "en")
        assert found["Cat one.jpg"].elsewhere == (
            OtherAlt(other.host, "", "Chat", f"{other.url}/wiki/Chat", "Un chat gris"),
        )


async def test_a_file_that_tells_nothing_and_a_wiki_without_captions_are_no_errors(
    api, wiki
) -> None:
    wiki.files = {"Bare.jpg": {}}
    wiki.entities = {"File:Bare.jpg": {"missing": "", "statements": []}}
    site = await find_site(api, target("", wiki.url))
    bare = FilePage("Bare.jpg", url=f"{wiki.url}/wiki/File:Bare.jpg")
    assert await file_pages(api, site, ["Bare.jpg"], "en") == {"Bare.jpg": bare}
    error = b'{"error": {"code": "badvalue", "info": "Unrecognized value"}}'
    wiki.faults = [("wbgetentities", (200, {}, error))]
    api.fresh = True
    assert await file_pages(api, site, ["Bare.jpg"], "en") == {"Bare.jpg": bare}


async def test_seven_hundred_files_are_asked_for_in_few_short_requests(api, wiki) -> None:
    names = [f"Кошка на окне {n}.jpg" for n in range(700)]
    wiki.files = {name: {} for name in names}
    site = await find_site(api, target("", wiki.url))
    alone = replace(site, files_api=None)
    assert len(await file_pages(api, alone, names, "ru")) == 700
    asked = [each for each in wiki.asked if "imageinfo" in each]
    assert len(asked) < 40
    assert all(each.count("|File:") < 50 for each in asked)
