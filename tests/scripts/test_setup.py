"""scripts/setup.sh, with each program that it calls replaced by a script that notes its call."""

import shutil
import subprocess
from pathlib import Path

import pytest

SETUP = Path(__file__).parents[2] / "scripts/setup.sh"
SYSTEM = ("bash", "cat", "cmp", "dirname", "find", "grep", "rm")

PYTHON = r"""
case "$*" in
  *-I*) echo "3.12.1" ;;
  *"pip show"*) [ -e "$HOME/has-${!#}" ] ;;
  *requirements.py*) echo "a package" ;;
  *"pip install"*) [ ! -e "$HOME/offline" ] ;;
  *auditor.browser.chromium*) cat "$HOME/chromium" 2>/dev/null ;;
  *urllib*) exit 1 ;;
  *"playwright --version") [ ! -e "$HOME/no-library" ] || { echo "no libatomic"; exit 1; } ;;
esac
"""


class Machine:
    """A PATH with nothing but fakes, and a virtual environment with a fake Python."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.venv = home / "path with spaces/.venv"
        self.calls_file = home / "calls"
        (home / "bin").mkdir()
        (self.venv / "bin").mkdir(parents=True)
        for name in SYSTEM:
            (home / "bin" / name).symlink_to(shutil.which(name))
        self.fake("id", "echo 1000")
        self._write(self.venv / "bin/python", PYTHON)

    def fake(self, name: str, body: str = "") -> None:
        self._write(self.home / "bin" / name, body)

    def has(self, name: str, text: str = "") -> None:
        (self.home / name).write_text(text)

    def run(self, command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        script = f'set -euo pipefail; . "{SETUP}"; {command}'
        env = {"PATH": f"{self.home}/bin", "HOME": str(self.home), "VENV": str(self.venv)}
        bash = shutil.which("bash")
        return subprocess.run(
            [bash, "-c", script], env=env | variables, capture_output=True, text=True, check=False
        )

    def calls(self, text: str) -> list[str]:
        """The calls so far that hold the text."""
        lines = self.calls_file.read_text().splitlines() if self.calls_file.exists() else []
        return [line for line in lines if text in line]

    def _write(self, path: Path, body: str) -> None:
        note = f'echo "{path.name} $*" >>"$HOME/calls"'
        path.write_text(f"#!{shutil.which('bash')}\n{note}\n{body}\n")
        path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_python_that_does_not_start_is_passed_over(machine):
    machine.fake("python3.13", "exit 127")
    machine.fake("python3", "exit 0")
    assert machine.run("find_python").stdout == f"{machine.home}/bin/python3\n"


def test_without_a_python_the_words_say_what_to_install(machine):
    machine.fake("python3", "exit 1")
    result = machine.run("find_python")
    assert result.returncode == 1
    assert "no Python 3.11 or newer" in result.stderr
    assert "apt-get install python3 python3-venv" in result.stderr


def test_the_gpu_runtime_is_for_linux_with_an_nvidia_driver(machine):
    machine.fake("nvidia-smi")
    machine.fake("uname", "echo Linux x86_64")
    assert machine.run("runtime_extra").stdout == "gpu\n"
    machine.fake("uname", "echo Darwin arm64")
    assert machine.run("runtime_extra").stdout == "cpu\n"


def test_an_environment_is_made_once_for_the_same_extras(machine):
    for _ in range(2):
        assert machine.run('set_up "$VENV" cpu').returncode == 0
    assert len(machine.calls("lock.txt")) == 1
    machine.run('set_up "$VENV" cpu,dev')
    machine.run('set_up "$VENV" cpu')
    assert len(machine.calls("lock.txt")) == 2


def test_every_package_comes_from_the_lock_and_is_held_to_its_hash(machine):
    machine.run('set_up "$VENV" cpu,dev')
    installer, packages, project = machine.calls("pip install")
    assert "--require-hashes" in installer
    assert f"-c {SETUP.parents[1]}/requirements/lock.txt -r" in packages
    assert (machine.venv / "wanted.txt").read_text() == "a package\n"
    assert "--no-deps --no-build-isolation -e" in project
    assert machine.calls("requirements.py")[0].endswith("cpu,dev")


def test_set_up_writes_nothing_to_stdout(machine):
    result = machine.run('set_up "$VENV" cpu')
    assert result.stdout == ""
    assert "installing the project with its extras cpu" in result.stderr


def test_an_install_that_failed_is_said_and_tried_again(machine):
    machine.has("offline")
    result = machine.run('set_up "$VENV" cpu')
    assert result.returncode == 1
    assert "pip could not install the project" in result.stderr
    assert machine.calls("lock.txt") == []
    (machine.home / "offline").unlink()
    assert machine.run('set_up "$VENV" cpu').returncode == 0
    assert len(machine.calls("lock.txt")) == 1


@pytest.mark.parametrize(
    ("extras", "wrong"), [("cpu", "onnxruntime-gpu"), ("gpu,bench", "onnxruntime")]
)
def test_the_wrong_runtime_is_taken_out_with_the_right_one(machine, extras, wrong):
    machine.has(f"has-{wrong}")
    machine.run(f'set_up "$VENV" {extras}')
    [uninstalled] = machine.calls("pip uninstall")
    assert uninstalled.endswith("onnxruntime onnxruntime-gpu")
    assert machine.calls("requirements.py")[0].endswith(extras)


def test_taking_a_runtime_out_voids_what_other_extras_had_set_up(machine):
    machine.run('set_up "$VENV" cpu,dev')
    machine.has("has-onnxruntime")
    machine.run('set_up "$VENV" gpu')
    (machine.home / "has-onnxruntime").unlink()
    machine.run('set_up "$VENV" cpu,dev')
    assert len(machine.calls("lock.txt")) == 3


def test_a_chromium_that_was_found_is_not_looked_for_again(machine):
    machine.has("chromium", str(machine.venv))
    for _ in range(2):
        result = machine.run('ensure_chromium "$VENV"')
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert len(machine.calls("auditor.browser.chromium")) == 1


def test_a_chromium_named_by_the_user_is_taken_as_it_is(machine):
    assert machine.run('ensure_chromium "$VENV"', AUDITOR_CHROMIUM="/x").stderr == ""
    assert machine.calls("python") == []


def test_without_any_chromium_one_line_says_how_to_get_it(machine):
    result = machine.run('ensure_chromium "$VENV"')
    assert result.returncode == 0
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "no Chromium" in result.stderr


def test_a_download_that_cannot_work_is_not_tried_on_each_run(machine):
    for _ in range(3):
        assert "no Chromium" in machine.run('ensure_chromium "$VENV"').stderr
    assert len(machine.calls("urlopen")) == 1
    assert machine.calls("playwright install chromium") == []


def test_a_playwright_that_does_not_start_is_said(machine):
    machine.has("no-library")
    result = machine.run('ensure_chromium "$VENV"')
    assert result.stderr.endswith("pages cannot be rendered: no libatomic\n")


def test_root_installs_the_library_that_playwright_lacks(machine):
    machine.has("no-library")
    machine.fake("id", "echo 0")
    machine.fake(
        "apt-get",
        'case "$*" in *libatomic1) rm "$HOME/no-library"; echo "$0" >"$HOME/chromium" ;; esac',
    )
    assert "no Chromium" not in machine.run('ensure_chromium "$VENV"').stderr
    assert machine.calls("playwright install") == []
    assert (machine.venv / ".chromium").read_text() == f"{machine.home}/bin/apt-get\n"


def test_root_installs_the_package_where_no_download_works(machine):
    machine.fake("id", "echo 0")
    machine.fake("apt-cache", "echo '  Candidate: 156.0'")
    machine.fake("apt-get", 'case "$*" in *install*) printf %s "$0" >"$HOME/chromium" ;; esac')
    assert machine.run('ensure_chromium "$VENV"').returncode == 0
    assert machine.calls("apt-get install")[0].endswith(" chromium-headless-shell")
    assert (machine.venv / ".chromium").read_text().strip() == f"{machine.home}/bin/apt-get"


def test_a_package_that_only_points_to_a_snap_is_not_installed(machine):
    machine.fake("id", "echo 0")
    machine.fake("apt-cache", "echo '  Candidate: 2:1snap1-0ubuntu2'")
    machine.fake("apt-get")
    assert "no Chromium" in machine.run('ensure_chromium "$VENV"').stderr
    assert machine.calls("apt-get install") == []


def test_root_installs_whole_browsers_for_the_tests_once(machine):
    machine.fake("id", "echo 0")
    machine.fake("apt-cache", "echo '  Candidate: 156.0'")
    machine.fake("apt-get", 'case "$*" in *install*) printf "" >"$HOME/bin/${!#}" ;; esac')
    for _ in range(2):
        assert machine.run('ensure_browsers "$VENV"').returncode == 0
        for name in ("chromium", "firefox-esr"):
            (machine.home / "bin" / name).chmod(0o755)
    packages = [call.split()[-1] for call in machine.calls("apt-get install")]
    assert packages == ["chromium", "firefox-esr"]


def test_whole_browsers_that_cannot_be_had_are_not_asked_for_on_each_run(machine):
    machine.fake("id", "echo 0")
    machine.fake("apt-cache", "echo '  Candidate: (none)'")
    machine.fake("apt-get")
    for _ in range(2):
        assert machine.run('ensure_browsers "$VENV"').returncode == 0
    assert len(machine.calls("apt-get -q update")) == 2


def test_whoever_may_not_install_gets_no_whole_browser_and_no_word(machine):
    result = machine.run('ensure_browsers "$VENV"')
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_desktop_is_installed_once_where_packages_can_be(machine):
    machine.fake("id", "echo 0")
    machine.fake("apt-get")
    machine.fake("apt-cache", "echo '  Candidate: 1.0'")
    for _ in range(2):
        assert machine.run('ensure_desktop "$VENV"').returncode == 0
    assert len(machine.calls("apt-get -q update")) == 1
    assert len(machine.calls(" orca")) == 2, "asked for, and installed"


def test_a_desktop_is_left_alone_where_nothing_can_be_installed(machine):
    assert machine.run('ensure_desktop "$VENV"').returncode == 0
    assert machine.calls("apt-get") == []


LINT = 'root="$HOME"; lint_scripts'
INSTALL = r"""
[ ! -e "$HOME/offline" ] || exit 1
bin="$HOME/tools/eslint/node_modules/.bin"
[ -e "$bin" ] || "$MKDIR" -p "$bin"
printf '#!%s\necho "eslint $*" >>"$HOME/calls"\n' "$BASH" >"$bin/eslint"
"$CHMOD" +x "$bin/eslint"
"""


@pytest.fixture
def scripts(machine: Machine) -> Machine:
    """A machine whose project has scripts to lint."""
    (machine.home / "tools/eslint").mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        machine.has(f"tools/eslint/{name}", name)
    return machine


def lint(machine: Machine) -> subprocess.CompletedProcess[str]:
    return machine.run(LINT, MKDIR=shutil.which("mkdir"), CHMOD=shutil.which("chmod"))


def test_without_npm_one_line_says_that_the_scripts_were_not_linted(scripts: Machine) -> None:
    done = lint(scripts)
    assert (done.returncode, done.stderr) == (
        0,
        "set-up: eslint was not run: npm is not installed\n",
    )


def test_where_npm_reaches_nothing_one_line_says_so_each_time(scripts: Machine) -> None:
    scripts.fake("npm", INSTALL)
    scripts.has("offline")
    for _ in range(2):
        done = lint(scripts)
        assert (done.returncode, done.stderr.count("eslint was not run")) == (0, 1)
    assert len(scripts.calls("npm")) == 2


def test_eslint_is_installed_again_only_for_another_list(scripts: Machine) -> None:
    scripts.fake("npm", INSTALL)
    assert [lint(scripts).returncode for _ in range(2)] == [0, 0]
    assert (len(scripts.calls("npm")), len(scripts.calls("eslint --config"))) == (1, 2)
    scripts.has("tools/eslint/package-lock.json", "another")
    assert lint(scripts).returncode == 0
    assert len(scripts.calls("npm")) == 2
