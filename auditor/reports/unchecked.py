"""Why things were not checked, as messages. Those who could not read them say it in words, wherever
something went wrong; what is said often is recognised here, and the rest stays in English."""

from __future__ import annotations

from auditor.message import marked, recogniser

_REASONS = (
    marked("it names no picture"),
    marked("the picture did not load"),
    marked("it is no regular file"),
    marked("its data: URL is broken"),
    marked("there is no such file"),
    marked("its address is no URL"),
    marked("it lies outside the folder that was named"),
    marked("a page from the network names a local file"),
    marked("it names a file of another machine"),
    marked("larger than {size} MB"),
    marked("only a browser can draw it; scan without --static"),
    marked("the browser could not draw it"),
    marked("its host did not answer"),
    marked("it has no size on the page"),
    marked("its picture was not sent"),
    marked("the browser hung"),
    marked("the page hung for {seconds} s"),
    marked("no answer within {seconds} s"),
    marked("it redirects in a loop"),
    marked("it is not HTML but {type}"),
    marked("it is a view that a script shows: scan without --static"),
    marked("they are views that a script shows: scan without --static"),
    marked("it is of another site: scan without --static"),
    marked("it is a wall against robots: the host wants to see a person first"),
    marked("it is a wall against robots: the host wants to see a person ({said})"),
    marked("it is a consent wall; see --consent"),
    marked("it leads to a consent wall at {place}; see --consent"),
    marked("it is a login form; give a session (--storage-state)"),
    marked("it is a login form; name its address to have it judged"),
    marked("it leads to a login form at {place}; give a session (--storage-state)"),
    marked("it says that there is no such page, though it answers as if all were well"),
    marked("it says that access is denied, though it answers as if all were well"),
    marked("it says that the server failed, though it answers as if all were well"),
    marked("it says that the site is under maintenance, though it answers as if all were well"),
    marked("it shows nothing: its scripts failed, or did not run (--static)"),
    marked("they were not checked (--insecure)"),
    marked("the browser ended while it was read, and the next one too"),
    marked("robots.txt forbids them (--ignore-robots)"),
    marked("their addresses look as if there were no end to them"),
    marked("they look as if they end the session"),
    marked("the limit is {number} (--max-pages)"),
    marked("the limit for {host} is {number} (--max-per-host)"),
    marked("others come before so many addresses of one form (--max-pages)"),
    marked("more than {number} frames"),
    marked("the page has more than {number} frames"),
    marked("the frame {selector} was not read"),
    marked("the frame {selector} was not read: {reason}"),
    marked("1 more page is linked and not read: {reason}"),
    marked("{number} more pages are linked and not read: {reason}"),
    marked("1 more page is linked: {reason}"),
    marked("{number} more pages are linked: {reason}"),
    marked("robots.txt of {place} could not be read ({why}), so no link of it was followed"),
    marked("{said}: it asks for a name and a password (--http-auth)"),
)
_THINGS = (
    marked("picture of {selector}"),
    marked("the rest of the scan"),
    marked("the certificates of hosts"),
)
why_unchecked = recogniser(_REASONS, inside=("reason",))
unchecked_thing = recogniser(_THINGS)
