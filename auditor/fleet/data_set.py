"""The image uses of all sites, asked by SQL: DuckDB over the Parquet files, wherever they lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from auditor.findings import ASKS_FOR_WORK
from auditor.fleet.errors import EXTRA, FleetError
from auditor.fleet.records import USES, SiteFigures, figures_of_all
from auditor.fleet.storage import Storage

SHARED = """
select picture_sha256,
       count(distinct site) as sites,
       count(*) as uses,
       count(*) filter (status in (select unnest($open))) as open,
       arg_min(src, site) as src,
       min(site) as first_site,
       mode(status) filter (status in (select unnest($open))) as status,
       mode(alt_state) filter (status in (select unnest($open))) as alt_state,
       coalesce(mode(name) filter (status in (select unnest($open))), '') as name,
       coalesce(mode(name) filter (status = 'ok'), '') as good
from uses
where picture_sha256 != ''
group by picture_sha256
having count(distinct site) > 1 and open > 0
order by open desc, sites desc, picture_sha256
limit $most
"""


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """One picture on several sites, some of whose uses ask for work."""

    sha256: str
    sites: int
    uses: int
    open: int
    """Uses that ask for work."""
    src: str
    """One of its addresses."""
    first_site: str
    """Key of the site that it is from."""
    status: str
    """The commonest of those that ask for work."""
    alt_state: str
    name: str
    """The commonest text of those that ask for work, "" mostly."""
    good: str
    """The commonest text that was found to serve, "" when none was."""


class DataSet:
    """What lies in an output, as tables `uses` (a row an image use; the columns of the CSV report
    and `site`) and `sites` (a row a site that is done). Raises FleetError."""

    def __init__(self, storage: Storage, database: Any, errors: Any) -> None:
        """`database`: a connection of DuckDB; `errors`: its exceptions."""
        self._storage, self._database, self._errors = storage, database, errors

    def ask(self, sql: str, values: Any = None) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """Names of the columns, and the rows."""
        try:
            found = self._database.execute(sql, values)
            names = [column[0] for column in found.description or ()]
        except self._errors as error:
            raise FleetError(str(error).strip()) from error
        return names, self._rows(found)

    def shared_pictures(self, most: int) -> list[SharedPicture]:
        """Those whose mending helps in most places come first."""
        asks = sorted(status.value for status in ASKS_FOR_WORK)
        _, rows = self.ask(SHARED, {"open": asks, "most": most})
        return [SharedPicture(*row) for row in rows]

    def _rows(self, found: Any) -> Iterator[tuple[Any, ...]]:
        try:
            while row := found.fetchone():
                yield row
        except self._errors as error:
            raise FleetError(str(error).strip()) from error


@contextmanager
def open_data(storage: Storage) -> Iterator[DataSet]:
    """Nothing is downloaded for it. Raises FleetError, also when no site is done."""
    try:
        import duckdb
        import pyarrow as arrow
    except ImportError as error:
        raise FleetError(f"Asking for the data of a fleet {EXTRA} ({error})") from error
    figures = figures_of_all(storage)
    if not figures:
        raise FleetError(f"{storage.place} holds no site that is done")
    with duckdb.connect(":memory:") as database:
        database.execute("set autoinstall_known_extensions = false")
        database.execute("set autoload_known_extensions = false")
        if storage.folder is None:
            database.register_filesystem(storage.filesystem)
        database.register("sites", arrow.Table.from_pylist(list(map(_site_row, figures))))
        place = storage.path if storage.folder is not None else storage.url
        files = place(USES.format("*")).replace("'", "''")
        # A site that was killed between its uses and its figures is not done.
        database.execute(
            f"create view uses as select * from read_parquet('{files}', hive_partitioning = true, "  # noqa: S608
            "hive_types = {'site': varchar}) where site in (select site from sites)"
        )
        yield DataSet(storage, database, duckdb.Error)


def _site_row(figures: SiteFigures) -> dict[str, Any]:
    """A column a status, and one a severity."""
    row = asdict(figures)
    statuses = {name.replace("-", "_"): number for name, number in row.pop("counts").items()}
    failed = {f"failed_{name}": number for name, number in row.pop("failed").items()}
    zero = dict.fromkeys(("failed_critical", "failed_serious", "failed_moderate"), 0)
    return {"site": row.pop("key"), **row, **statuses, **zero, **failed}


def names_of(storage: Storage) -> Sequence[str]:
    """The tables with their columns, a line each, as help for who asks."""
    with open_data(storage) as data:
        return [
            f"{table}: " + ", ".join(data.ask(f"select * from {table} limit 0")[0])  # noqa: S608
            for table in ("uses", "sites")
        ]
