"""A bucket of S3 on loopback, that of moto, which can go away and come back with what it held."""

from __future__ import annotations

import socketserver
import threading
from typing import Any
from uuid import uuid4


class AwayBucket:
    """Needs moto and s3fs (extras `s3`, `fleet-dev`). It is there from the beginning on."""

    def __init__(self) -> None:
        self._moto = _moto(0)
        self._port: int = self._moto.get_host_and_port()[1]
        self._away: _Away | None = None
        self.environment = {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self._port}",
            "AWS_ACCESS_KEY_ID": "fleet",
            "AWS_SECRET_ACCESS_KEY": "fleet",
            "AWS_DEFAULT_REGION": "us-east-1",
            # Else botocore itself asks again for most of a minute.
            "AWS_MAX_ATTEMPTS": "1",
        }
        """For whoever is to find it."""

    def make(self) -> str:
        """The URL of a new bucket: what one holds, moto keeps for the next in the process. To be
        called where `environment` holds."""
        import s3fs

        s3fs.S3FileSystem.clear_instance_cache()
        name = f"fleet-{uuid4()}"
        s3fs.S3FileSystem().mkdir(name)
        return f"s3://{name}"

    def leave(self) -> None:
        """From now on, who asks is hung up on."""
        self._moto.stop()
        self._away = _Away(self._port)

    @property
    def in_vain(self) -> int:
        """How often it was asked while it was away."""
        return self._away.asked if self._away else 0

    def come_back(self) -> None:
        """It answers again."""
        assert self._away is not None
        self._away.close()
        self._moto = _moto(self._port)

    def close(self) -> None:
        """Be gone, with a free port."""
        self._moto.stop()


class _Away(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int) -> None:
        self.asked = 0
        super().__init__(("127.0.0.1", port), socketserver.BaseRequestHandler)
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,))
        self._thread.start()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.asked += 1
        self.shutdown_request(request)

    def close(self) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


def _moto(port: int) -> Any:
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
    server.start()
    return server
