/** The public API of assay: what is not listed here may change with any version. */

// The interface document
export { type Extent, loadInterface, type LoadResult } from './interface/load-interface.ts';
export { formatInterfaceProblem, type InterfaceProblem } from './interface/interface-problem.ts';
export type {
  CheckReference,
  Clause,
  Collection,
  CredentialScheme,
  DocumentedResponse,
  HeaderRule,
  Interface,
  Level,
  Method,
  NamedExample,
  Operation,
  Parameter,
  Plan,
  Quota,
  RateLimits,
  Representation,
  RequestBody,
  Section,
} from './interface/model.ts';
export type { Schema } from './schema/schema.ts';
export type { Position } from './document/position.ts';
export type { Json } from './json/json.ts';
export type { PathMatch } from './interface/path-matching.ts';

// The mock
export { startMock } from './mock/start-mock.ts';
export { mockHandler } from './mock/server/mock-handler.ts';
export { MockFileFault } from './mock/server/open-mock.ts';
export { faults } from './mock/faults/faults.ts';
export { faultsOf } from './mock/faults/faults-of.ts';
export type { Clock as MockClock } from './mock/clock.ts';
export type { Fault, FaultContext, FaultFamily } from './mock/faults/fault.ts';
export type { KeyGrant, MockKey } from './mock/keys.ts';
export type {
  Mock,
  MockControls,
  MockHandler,
  MockHandlerOptions,
  MockOptions,
  Reload as MockReload,
} from './mock/mock-options.ts';
export type { Handlers as MockHandlers, Listener as MockListener, Tls as MockTls } from './mock/listener.ts';
export type { MockSettings } from './mock/server/mock-settings.ts';
export type { LoggedRequest } from './mock/request-log.ts';
export type { SeedEntries } from './mock/seed-entries.ts';
export type { LimiterKind } from './mock/window-counter.ts';
export type { JsonObject, JsonValue } from './mock/json.ts';
export type { LimitPer } from './mock/limit-per.ts';
export type { Charge, WindowView } from './mock/limiter.ts';
export type {
  Answer as MockAnswer,
  Caller as MockCaller,
  Content as MockContent,
  Entry as MockEntry,
  FieldReader,
  HeaderLine as MockHeaderLine,
  InboundRequest,
  Refusal as MockRefusal,
  Reply as MockReply,
  ReplyBody as MockReplyBody,
  Stages,
  Visit as MockVisit,
} from './mock/stages.ts';
export type { Preference as MockPreference } from './mock/prism/preference.ts';
export type { Route as MockRoute } from './mock/router.ts';

// Runs
export { run, type RunOptions } from './api/run.ts';
export { DocumentFault } from './api/document.ts';
export { OptionFault } from './system/option-fault.ts';
export { suites } from './run/suites.ts';
export { type BaselineNames, readBaseline, type ReadBaseline } from './run/read-baseline.ts';
export { type MergedShards, mergeShards } from './run/merge-shards.ts';
export type { NamedRecord } from './run/same-run.ts';
export type { Baseline, KnownFailure } from './run/baseline.ts';
export type { Shard } from './run/shard.ts';
export type { RunEvent } from './run/run-request.ts';
export type { Probe, Suite } from './run/suite.ts';
export type { ProbeContext } from './run/probe-context.ts';
export type { RunOptions as LoadedRunOptions } from './run/run.ts';
export type { Counterexamples, Property } from './run/counterexamples.ts';
export type { Reason } from './run/probe-ledger.ts';
export type { Session, SessionOptions } from './run/session.ts';
export type { Budget } from './run/budget.ts';
export type { Allowance } from './run/allowance.ts';
export type { Clock as RunClock } from './run/clock.ts';
export type { Admission, Caller as RunCaller, Pacer } from './run/pacer.ts';
export type { SendMode } from './run/send-mode.ts';
export type { SendSpec } from './run/send-spec.ts';

// Records
export { type ParsedRecord, parseRecord } from './run/parse-record.ts';
export { readRecord, type ReadRecord } from './run/read-record.ts';
export {
  type AssayFault,
  type CheckResult,
  type ClauseDemand,
  type Counterexample,
  type Coverage,
  type Damage,
  type LeftOut,
  type Leftover,
  type OperationStanding,
  type Profile,
  RECORD_VERSION,
  type RecordEntry,
  type RecordFooter,
  type RecordHeader,
  type RunRecord,
  type RunSettings,
  type Stop,
  type Tally,
  type TrafficSource,
  type TrafficTally,
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
  Surplus,
} from './exchange/exchange.ts';
export type { LosslessJson, ParsedJson } from './exchange/lossless-json.ts';
export type { Client, Sending, SendOptions } from './exchange/client.ts';
export type { OutgoingRequest } from './exchange/outgoing-request.ts';
export type { Times } from './exchange/deadline-timer.ts';

// Judging
export { checks } from './checks/catalogue.ts';
export { expectation } from './oracle/expectation.ts';
export { type AnswerReading, readExchange, type Reading } from './oracle/reading.ts';
export {
  judge,
  type JudgeOptions,
  type JudgingOptions,
  type PassingViolation,
  type JudgingProxy,
  type ProxyOptions,
  startProxy,
} from './api/judge.ts';
export type {
  Capabilities,
  Check,
  Circumstances,
  ForeignJudgement,
  JudgedRun,
  Seen,
  SuiteName,
} from './checks/check.ts';
export type { Broken, Evidence, Observation, Outcome, OutcomeKind, Violation } from './checks/outcome.ts';
export type { Contract } from './oracle/contract.ts';
export type { Expectation, Situation } from './oracle/situation.ts';
export type { JudgeProgress } from './judge/judge-files.ts';
export type { Verdict as ChecksVerdict } from './checks/judge-each.ts';

// The self-test
export { selftest, type SelftestOptions } from './api/selftest.ts';
export { type SelftestReport, selftestText } from './selftest/selftest-text.ts';
export { selftestJson } from './selftest/selftest-json.ts';
export type { SelftestResult } from './selftest/selftest.ts';
export type { ClauseScore, Score, Tally as SelftestTally } from './selftest/score.ts';
export type { Trial, TrialOutcome } from './selftest/trial.ts';

// Reports
export { type RenderOptions, renderReport } from './api/report.ts';
export { REPORT_FILE_NAMES, REPORT_FORMATS, type ReportFormat } from './report/report-formats.ts';
export { badgeReport } from './report/badge.ts';
export { githubReport } from './report/github.ts';
export { gitlabReport } from './report/gitlab.ts';
export { harReport } from './report/har.ts';
export { htmlReport, type HtmlReportOptions } from './report/html/html-report.ts';
export { markdownReport } from './report/markdown.ts';
export { sarifReport } from './report/sarif.ts';
export { shieldsReport } from './report/shields.ts';
export { tapReport } from './report/tap.ts';
export { type OperationCounts, verdict, type Verdict } from './report/verdict.ts';
export { knownFailures, type KnownFailureStanding, type KnownFailureState } from './report/known-failures.ts';
export { type DiffedRun, diffRuns, type RunDiff } from './report/diff/run-diff.ts';
export { htmlDiff } from './report/diff/html-diff.ts';
export { jsonDiff } from './report/diff/json-diff.ts';
export { markdownDiff } from './report/diff/markdown-diff.ts';
export { terminalDiff, type TerminalDiffOptions } from './report/diff/terminal-diff.ts';
export { type ClauseStanding, clauseStandings } from './report/clause-standings.ts';
export { jsonReport, REPORT_VERSION } from './report/json.ts';
export { junitReport } from './report/junit.ts';
export { terminalReport, type TerminalReportOptions } from './report/terminal.ts';
export type { ClauseChange, ClauseChanges, DiffSide } from './report/diff/clause-changes.ts';
export type { ObservedChange } from './report/diff/observed-changes.ts';
export type { RunDifference } from './report/diff/run-differences.ts';
export type { ViolationChange } from './report/diff/violation-changes.ts';
export type { Missing } from './report/missing.ts';
