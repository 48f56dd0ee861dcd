"""Docker's seccomp profile with what Chromium's sandbox needs: user namespaces, and nothing else.

curl -fsS https://raw.githubusercontent.com/moby/profiles/main/seccomp/default.json \\
    | python3 deploy/seccomp.py > deploy/chromium-seccomp.json
"""

from __future__ import annotations

import json
import sys
from typing import Any

NAMESPACES = ("clone", "setns", "unshare")
"""Calls that make or enter a namespace; by default only a process that may do all may do it."""


def with_namespaces(profile: dict[str, Any]) -> dict[str, Any]:
    """The profile that allows these calls to everybody."""
    rule = {"names": list(NAMESPACES), "action": "SCMP_ACT_ALLOW"}
    return {**profile, "syscalls": [*profile["syscalls"], rule]}


if __name__ == "__main__":
    print(json.dumps(with_namespaces(json.load(sys.stdin)), indent=1))
