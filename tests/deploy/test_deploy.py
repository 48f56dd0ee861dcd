"""The image and the clusters: who runs in it, what is pinned, what is locked away."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


def test_the_image_has_a_pinned_base_and_a_user_who_is_not_root() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    assert re.findall(r"^FROM (\S+)$", text, re.MULTILINE) == ["python:3.11.13-slim-bookworm"]
    users = re.findall(r"^USER (\S+)$", text, re.MULTILINE)
    assert users == ["10001"]  # by number: Kubernetes sees that it is not root
    assert "--no-sandbox" not in text


def test_the_image_opens_the_bucket_that_its_cluster_writes_to() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    (extras,) = re.findall(r"requirements\.py (\S+) >", text)
    assert "s3://" in (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    assert {"fleet", "s3"} <= set(extras.split(","))


def test_everything_that_the_image_copies_is_sent_to_the_builder() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    wanted = [
        w for line in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE) for w in line.split()
    ]
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert set(wanted) == kept
    assert all((ROOT / name).exists() for name in wanted)


def test_the_clusters_drop_every_capability_and_pin_their_images() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
    for name in ("head", "worker", "driver"):
        assert compose["services"][name]["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in compose["services"][name]["security_opt"]
    images = [service["image"] for service in compose["services"].values()]
    assert all(image == "alt-text-auditor" or "RELEASE" in image for image in images)
    ray = yaml.safe_load((ROOT / "deploy" / "raycluster.yaml").read_text("utf-8"))
    pod = ray["spec"]["workerGroupSpecs"][0]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["containers"][0]["securityContext"]["capabilities"] == {"drop": ["ALL"]}


def test_the_profile_allows_namespaces_beside_what_it_allowed() -> None:
    spec = importlib.util.spec_from_file_location("seccomp", ROOT / "deploy" / "seccomp.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before = {"defaultAction": "SCMP_ACT_ERRNO", "syscalls": [{"names": ["read"], "action": "x"}]}
    after = module.with_namespaces(before)
    assert after["defaultAction"] == "SCMP_ACT_ERRNO"
    assert after["syscalls"][0] == before["syscalls"][0]
    assert after["syscalls"][1]["names"] == ["clone", "setns", "unshare"]
    assert len(before["syscalls"]) == 1
