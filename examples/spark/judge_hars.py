"""Judges a folder of HAR files on all workers of Apache Spark, and writes one ledger of what they came to.

    spark-submit judge_hars.py TRAFFIC all.ledger 64 --url https://api.example.com/v1
    npx assay merge all.ledger --report html

TRAFFIC is a folder that every worker sees under the same name, 64 how many parts it is judged in; what follows goes to
`assay judge`. ASSAY is the command that starts assay on a worker (default: npx assay).
"""

import os
import shlex
import sys
from pathlib import Path

from pyspark import SparkContext

PASSED_ON = ("PATH", "HOME", "ASSAY_KEY", "NODE_OPTIONS")


def main(folder: str, ledger: str, parts: int, options: list[str]) -> None:
    assay = os.environ.get("ASSAY", "npx assay")
    names = sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*.har"))
    if not names:
        sys.exit(f"there is no HAR file in {folder}")
    parts = min(parts, len(names))
    # Names are the same on every worker: relative to the folder.
    judge = f"{assay} judge {shlex.join(options)} --partial -"
    part = f"cd {shlex.quote(os.path.abspath(folder))} && tr '\\n' '\\0' | xargs -0 {judge}"
    together = f"{assay} merge - --partial -"
    env = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    ledgers = (
        SparkContext.getOrCreate()
        .parallelize(names, parts)
        .pipe(shlex.join(["sh", "-c", part]), env, checkCode=True)
        # A level of the tree in between, so that few ledgers come to the driver.
        .coalesce(max(1, round(parts**0.5)))
        .pipe(shlex.join(["sh", "-c", together]), env, checkCode=True)
    )
    with open(ledger, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in ledgers.toLocalIterator())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:])
