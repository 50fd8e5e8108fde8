import { type StatsListener, unwatchFile, watchFile } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { InterfaceProblem } from '../../document/cursor.ts';
import { loadInterface, type LoadResult } from '../../interface/load-interface.ts';
import type { Engine } from '../engine.ts';
import type { Reload } from '../mock-options.ts';
import { readScenarioFile } from '../scenario/read-scenario.ts';

/** Files that are looked at from time to time. */
export type FileWatch = {
  /** Looks at these files from now on, and at no others. */
  readonly follow: (paths: readonly string[]) => void;
  readonly close: () => void;
};

const INTERVAL_MS = 300;

/**
 * Calls `onChange` when one of the files has changed, was replaced, came or went. They are asked for by name at intervals, which
 * sees what editors do that write another file and rename it, and works on shared and mounted folders. Keeps no process alive.
 */
function watchFiles(onChange: () => void, intervalMs: number = INTERVAL_MS): FileWatch {
  const watched = new Set<string>();
  const changed: StatsListener = () => onChange();
  function leave(path: string): void {
    unwatchFile(path, changed);
    watched.delete(path);
  }
  return {
    follow(paths) {
      const wanted = new Set(paths);
      for (const path of watched) if (!wanted.has(path)) leave(path);
      for (const path of wanted) {
        if (watched.has(path)) continue;
        watched.add(path);
        watchFile(path, { interval: intervalMs, persistent: false }, changed);
      }
    },
    close() {
      for (const path of watched) leave(path);
    },
  };
}

export type FollowOptions = {
  readonly engine: Engine;
  readonly watchesDocument: boolean;
  /** Reads the document at a path again; as `loadInterface` does by itself when left out. */
  readonly reload?: ((path: string) => Promise<LoadResult>) | undefined;
  readonly scenario: string | undefined;
  /** After the engine has gone on with another document. */
  readonly onDocument: () => void;
  readonly onReload: (reload: Reload) => void;
  /** Told about exceptions, which are faults of the mock itself. */
  readonly onError: (error: unknown) => void;
};

/** What reads files again. */
export type Following = {
  /** Reads the scenario for the first time; the problem with it, where there is one. */
  readonly begin: () => Promise<InterfaceProblem | undefined>;
  readonly close: () => void;
};

function brokenSchema(file: string, error: unknown): InterfaceProblem {
  const problem = `a schema can't be used: ${error instanceof Error ? error.message : String(error)}`;
  return { file, line: 1, problem, advice: 'Correct the schema.' };
}

type Reading = () => Promise<InterfaceProblem | undefined>;

/** Who writes a file may not be done with it: what is broken is read once more. */
const SETTLE_MS = 50;
const SETTLE_BROKEN_MS = 250;

async function readSettled(read: Reading): Promise<InterfaceProblem | undefined> {
  await delay(SETTLE_MS, undefined, { ref: false });
  if ((await read()) === undefined) return undefined;
  await delay(SETTLE_BROKEN_MS, undefined, { ref: false });
  return read();
}

/** Lets an engine go on with files that change, one change after the other. What is broken leaves everything as it was. */
export function followFiles(options: FollowOptions): Following {
  const {
    engine,
    watchesDocument,
    reload = loadInterface,
    scenario,
    onDocument,
    onReload,
    onError,
  } = options;
  const [document = ''] = engine.interface().files;
  let turn: Promise<void> = Promise.resolve();
  let isClosed = false;
  const inTurn = (step: () => Promise<void>): (() => void) => {
    return () => {
      turn = turn
        .then(async () => {
          if (!isClosed) await step();
        })
        .catch(onError);
    };
  };

  async function readDocument(): Promise<InterfaceProblem | undefined> {
    const loaded = await reload(document);
    if (loaded.kind === 'broken') return loaded.problem;
    if (loaded.interface.digest === engine.interface().digest) return undefined;
    try {
      engine.follow(loaded.interface);
    } catch (error) {
      return brokenSchema(document, error);
    }
    onDocument();
    return undefined;
  }
  async function readScenario(): Promise<InterfaceProblem | undefined> {
    if (scenario === undefined) return undefined;
    const read = await readScenarioFile(scenario, engine.interface());
    if (read.kind === 'broken') return read.problem;
    engine.setScenario(read.scenario);
    return undefined;
  }
  function tell(file: string, problem: InterfaceProblem | undefined): void {
    onReload(problem === undefined ? { kind: 'reloaded', file } : { kind: 'broken', file, problem });
  }

  const scenarioWatch = watchFiles(
    inTurn(async () => {
      const problem = await readSettled(readScenario);
      if (!isClosed) tell(scenario ?? '', problem);
    }),
  );
  const documentWatch = watchFiles(
    inTurn(async () => {
      const before = engine.interface();
      const problem = await readSettled(readDocument);
      if (isClosed) return;
      const files = engine.interface().files;
      documentWatch.follow(problem === undefined ? files : [...files, resolve(problem.file)]);
      if (problem === undefined && engine.interface() === before) return;
      tell(document, problem);
      if (problem !== undefined || scenario === undefined) return;
      const inScenario = await readScenario();
      if (inScenario !== undefined) tell(scenario, inScenario);
    }),
  );
  return {
    async begin() {
      const problem = await readScenario();
      if (scenario !== undefined) scenarioWatch.follow([scenario]);
      if (watchesDocument) documentWatch.follow(engine.interface().files);
      return problem;
    },
    close() {
      isClosed = true;
      scenarioWatch.close();
      documentWatch.close();
    },
  };
}
