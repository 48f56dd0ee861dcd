"""What of the environment reaches the browser and what drives it."""

from auditor.browser.environment import for_browser, without_switches

SECRETS = {
    "AUDITOR_SCAN_COOKIE": "sid=s3cr3t",
    "GITHUB_TOKEN": "s3cr3t",
    "CHROMIUM_FLAGS": "--no-proxy-server",
    "NODE_OPTIONS": "--require evil.js",
    "https_proxy": "http://ann:s3cr3t@proxy.example",
}


def test_the_browser_gets_what_it_needs_and_no_secret() -> None:
    needed = {"PATH": "/bin", "HOME": "/home/me", "LC_ALL": "de", "XDG_CACHE_HOME": "/c"}
    windows = {"SystemRoot": "C:", "ProgramFiles(x86)": "C:"}
    wanted = {**needed, **windows}
    assert for_browser({**wanted, **SECRETS, "PLAYWRIGHT_TEST": "1"}) == wanted


def test_the_driver_loses_its_switches_and_keeps_its_places() -> None:
    kept = {"PWD": "/here", "PLAYWRIGHT_BROWSERS_PATH": "/browsers", "PATH": "/bin"}
    switches = ("PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK", "PWDEBUG", "PW_X", "DEBUG")
    environment = {**kept, **dict.fromkeys(switches, "1")}
    without_switches(environment)
    assert environment == kept
