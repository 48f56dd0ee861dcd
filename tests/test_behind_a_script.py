"""The tests end, and pass, where a script started them in the background (`./test.sh &`)."""

import subprocess
import sys

ENDED_BY_CTRL_C = """
import signal, subprocess, sys

def test_a_child_ends_by_ctrl_c():
    code = "print(flush=True); import time; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-3) as child:
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        try:
            assert child.wait(20)
        finally:
            child.kill()
"""


def test_children_hear_ctrl_c_where_the_tests_ignore_it(pytestconfig, tmp_path) -> None:
    test = tmp_path / "test_child.py"
    test.write_text(ENDED_BY_CTRL_C)
    behind = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "--rootdir", tmp_path, test]
    done = subprocess.run(
        [*behind, *command],
        cwd=pytestconfig.rootpath,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
