/** The public API of assay: what is not listed here may change with any version. */

// The interface document
export { loadInterface, type LoadResult } from './interface/load-interface.ts';
export { formatInterfaceProblem, type InterfaceProblem } from './interface/interface-problem.ts';
export type {
  CheckReference,
  Clause,
  Collection,
  CredentialScheme,
  DocumentedResponse,
  HeaderRule,
  Interface,
  Json,
  Level,
  Method,
  NamedExample,
  Operation,
  Parameter,
  Plan,
  Position,
  Quota,
  RateLimits,
  Representation,
  RequestBody,
  Schema,
  Section,
} from './interface/model.ts';

// The mock
export { startMock } from './mock/start-mock.ts';
export { mockHandler } from './mock/server/mock-handler.ts';
export { MockOptionFault } from './mock/server/check-options.ts';
export { MockFileFault } from './mock/server/open-mock.ts';
export { faults } from './mock/faults/faults.ts';
export type { Clock as MockClock } from './mock/clock.ts';
export type { Fault } from './mock/faults/fault.ts';
export type { KeyGrant } from './mock/keys.ts';
export type {
  Mock,
  MockControls,
  MockHandler,
  MockHandlerOptions,
  MockOptions,
  Reload as MockReload,
} from './mock/mock-options.ts';
export type { Tls as MockTls } from './mock/listener.ts';
export type { LoggedRequest } from './mock/request-log.ts';
export type { SeedEntries } from './mock/seed-entries.ts';
export type { LimiterKind } from './mock/window-counter.ts';

// Runs
export { run, RunOptionFault, type RunOptions } from './run/run.ts';
export { suites } from './run/suites.ts';
export { readBaseline, type BaselineNames, type ReadBaseline } from './run/read-baseline.ts';
export { mergeShards, type MergedShards } from './run/merge-shards.ts';
export type { NamedRecord } from './run/same-run.ts';
export type { Baseline, KnownFailure } from './run/baseline.ts';
export type { Shard } from './run/shard.ts';
export type { RunEvent } from './run/run-request.ts';
export type { Probe, Suite } from './run/suite.ts';

// Records
export { parseRecord, type ParsedRecord } from './run/parse-record.ts';
export { readRecord } from './run/read-record.ts';
export {
  RECORD_VERSION,
  type CheckResult,
  type Counterexample,
  type Leftover,
  type Profile,
  type RecordEntry,
  type RecordFooter,
  type RecordHeader,
  type RunRecord,
  type RunSettings,
  type Stop,
  type Tally,
} from './run/record.ts';
export type {
  Alteration,
  Answer,
  CredentialUse,
  Exchange,
  Failure,
  FailureKind,
  HeaderLine,
  Result,
  SentRequest,
} from './exchange/exchange.ts';

// Judging
export { checks } from './checks/catalogue.ts';
export type { Capabilities, Check, JudgedRun, SuiteName } from './checks/check.ts';
export type { Evidence, Observation, Outcome, OutcomeKind, Violation } from './checks/outcome.ts';
export { expectation } from './oracle/expectation.ts';
export { readExchange, type AnswerReading, type Reading } from './oracle/reading.ts';
export type { Contract } from './oracle/contract.ts';
export type { Expectation, Situation } from './oracle/situation.ts';

// Reports
export { verdict, type Verdict } from './report/verdict.ts';
export { knownFailures, type KnownFailureStanding, type KnownFailureState } from './report/known-failures.ts';
export { diffRuns, type RunDiff } from './report/diff/run-diff.ts';
export type { DiffSide } from './report/diff/clause-changes.ts';
export { clauseStandings, type ClauseStanding } from './report/clause-standings.ts';
export { jsonReport, REPORT_VERSION } from './report/json.ts';
export { junitReport } from './report/junit.ts';
export { terminalReport, type TerminalReportOptions } from './report/terminal.ts';
