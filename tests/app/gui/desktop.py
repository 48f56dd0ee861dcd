"""A desktop without a screen on which Orca speaks into a file: X server, message bus, window
manager, speech dispatcher and screen reader, all private and ended by their ids."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PROGRAMS = ("Xvfb", "dbus-daemon", "openbox", "speech-dispatcher", "orca", "xdotool")
_SPEECH = """LogLevel 1
CommunicationMethod "unix_socket"
AudioOutputMethod "alsa"
AddModule "capture" "sd_generic" "capture.conf"
DefaultModule capture
DefaultLanguage "en-US"
"""
_CAPTURE = r"""GenericExecuteSynth "printf '%s\\n' \'$DATA\' >> {file}"
GenericLanguage "en" "en" "utf-8"
GenericLanguage "en-us" "en-us" "utf-8"
AddVoice "en" "MALE1" "en"
GenericMaxChunkLength 1000
"""
_ORCA = """{"general": {"enableKeyEcho": false, "progressBarUpdateInterval": 0,
 "startingProfile": ["Default", "default"]},
 "profiles": {"default": {"profile": ["Default", "default"], "pronunciations": {},
 "keybindings": {}}}, "pronunciations": {}, "keybindings": {}}"""


def missing() -> list[str]:
    """Programs that are not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


def poll(condition: Callable[[], object], what: Callable[[], str], seconds: float = 120) -> None:
    """Wait until a condition holds; AssertionError with `what` when it never does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, what()
        time.sleep(0.03)


class Desktop:
    """Use as a context manager."""

    def __enter__(self) -> Desktop:
        self.folder = Path(tempfile.mkdtemp())
        self._processes: list[subprocess.Popen[bytes]] = []
        self.env: dict[str, str] = dict(os.environ)
        self._write_settings()
        self._start_display()
        self._start_bus()
        self._start_speech()
        self.spawn(["orca"])
        poll(
            lambda: "Screen reader on" in self.spoken.read_text(), lambda: "Orca did not speak", 120
        )
        return self

    def __exit__(self, *exc: object) -> None:
        for process in reversed(self._processes):
            if process.poll() is None:
                process.terminate()
        for process in self._processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)
        os.kill(self._bus, signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)

    def spawn(self, command: list[str], **options: object) -> subprocess.Popen[bytes]:
        """Start a program on this desktop; it ends with it."""
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, env=self.env, **options
        )
        self._processes.append(process)
        return process

    def _write_settings(self) -> None:
        home, run = self.folder / "home", self.folder / "run"
        self.spoken = self.folder / "spoken.txt"
        self.spoken.touch()
        (home / ".local/share/orca").mkdir(parents=True)
        (run / "speech-dispatcher").mkdir(parents=True)
        run.chmod(0o700)
        modules = self.folder / "speech/modules"
        modules.mkdir(parents=True)
        (home / ".asoundrc").write_text("pcm.!default { type null }\nctl.!default { type null }\n")
        (self.folder / "speech/speechd.conf").write_text(_SPEECH)
        (modules / "capture.conf").write_text(_CAPTURE.replace("{file}", str(self.spoken)))
        (home / ".local/share/orca/user-settings.conf").write_text(_ORCA)
        socket = run / "speech-dispatcher/speechd.sock"
        self.env |= {
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(run),
            "XDG_DATA_HOME": str(home / ".local/share"),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "LANG": "C.UTF-8",
            "QT_QPA_PLATFORM": "xcb",
            "SPEECHD_ADDRESS": f"unix_socket:{socket}",
            "PYTHONUNBUFFERED": "1",
        }

    def _start_display(self) -> None:
        read, write = os.pipe()
        screen = ["-screen", "0", "1280x800x24", "-nolisten", "tcp"]
        self.spawn(["Xvfb", "-displayfd", str(write), *screen], pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as told:
            self.env["DISPLAY"] = f":{told.readline().strip()}"

    def _start_bus(self) -> None:
        command = ["dbus-daemon", "--session", "--fork", "--print-address=1", "--print-pid=1"]
        told = subprocess.run(command, capture_output=True, text=True, env=self.env, check=True)
        address, pid = told.stdout.split()
        self.env["DBUS_SESSION_BUS_ADDRESS"], self._bus = address, int(pid)

    def _start_speech(self) -> None:
        self.spawn(["openbox"])
        settings = self.folder / "speech"
        socket = self.folder / "run/speech-dispatcher/speechd.sock"
        command = ["speech-dispatcher", "-s", "-t", "0", "-C", str(settings), "-c", "unix_socket"]
        command += ["-S", str(socket), "-L", str(settings), "-P", str(settings / "pid")]
        self.spawn(command)
        poll(socket.exists, lambda: "the speech dispatcher did not start")

    # What is heard, and what is pressed

    def place(self) -> int:
        """How much was spoken so far."""
        return self.spoken.stat().st_size

    def since(self, place: int) -> list[str]:
        """What was spoken since then, a line a piece."""
        return self.spoken.read_bytes()[place:].decode("utf-8", "replace").splitlines()

    def key(self, keys: str) -> None:
        """Press keys, as xdotool names them. A modifier is held first and let go last, as a hand
        does it: Orca loses keys that come at once."""
        *modifiers, key = keys.split("+")
        for modifier in modifiers:
            self._xdotool("keydown", modifier)
            time.sleep(0.12)
        self._xdotool("key", key)
        for modifier in reversed(modifiers):
            time.sleep(0.12)
            self._xdotool("keyup", modifier)

    def type(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "25", text)

    def hear(self, place: int, *expected: str, seconds: float = 120) -> list[str]:
        """Wait until every text was spoken since `place`; returns what was."""
        for text in expected:
            poll(
                # A sentence is a line, so what is said in two is joined again.
                lambda text=text: text in " ".join(line.strip() for line in self.since(place)),
                lambda text=text: f"{text!r} was not heard in {self.since(place)}",
                seconds,
            )
        return self.since(place)

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.env, check=True)
