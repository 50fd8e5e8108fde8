/** The public API of assay: what is not listed here may change with any version. */

// The interface document
export { loadInterface, type LoadResult } from './interface/load-interface.ts';
export type { DocumentText, Extent, LoadOptions, Strictness } from './interface/reading/open-document.ts';
export type { Fetch, Fetched, RemoteReferences } from './document/address.ts';
export {
  type DocumentNote,
  type FaultKind,
  formatInterfaceProblem,
  type InterfaceFault,
  type InterfaceProblem,
  type Lose,
} from './document/cursor.ts';
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
  PagesHint,
  Parameter,
  PartEncoding,
  Plan,
  NamedMethod,
  ParameterStyle,
  Quota,
  RateLimits,
  Representation,
  RequestBody,
  Section,
  Subject,
  TokenFlow,
} from './interface/model.ts';
export type { Schema } from './schema/keywords.ts';
export type { Position } from './document/source.ts';
export type { Json, JsonObject } from './json/value.ts';
export type { PathMatch } from './interface/path-matching.ts';

// The mock
export { startMock } from './mock/server/start-mock.ts';
export { mockHandler } from './mock/server/mock-handler.ts';
export { MockFileFault } from './mock/server/open-mock.ts';
export { faults } from './mock/faults/faults.ts';
export { faultsOf } from './mock/faults/faults.ts';
export type { Clock as MockClock } from './mock/limits/clock.ts';
export type { Fault, FaultFamily } from './mock/faults/fault.ts';
export type { Freedom } from './mock/freedoms/freedom.ts';
export { freedoms } from './mock/freedoms/freedoms.ts';
export type { Variation, VariationContext } from './mock/variation.ts';
export type { KeyGrant, MockKey } from './mock/state/keys.ts';
export type {
  Mock,
  MockControls,
  MockHandler,
  MockHandlerOptions,
  MockOptions,
  Reload as MockReload,
} from './mock/mock-options.ts';
export type {
  Handlers as MockHandlers,
  Listener as MockListener,
  Tls as MockTls,
} from './mock/server/listener.ts';
export type { MockSettings } from './mock/server/mock-settings.ts';
export type { LoggedRequest } from './mock/server/request-log.ts';
export type { SeedEntries } from './mock/state/seed-entries.ts';
export type { LimiterKind } from './mock/limits/window-counter.ts';
export type { LimitPer } from './mock/limits/window-counter.ts';
export type { Charge, WindowView } from './mock/limits/limiter.ts';
export type {
  Answer as MockAnswer,
  Caller as MockCaller,
  Content as MockContent,
  Entry as MockEntry,
  Cut as MockCut,
  EntryWish as MockEntryWish,
  FieldReader,
  HeaderLine as MockHeaderLine,
  InboundRequest,
  Kept as MockKept,
  ListWish as MockListWish,
  Refusal as MockRefusal,
  Reply as MockReply,
  ReplyBody as MockReplyBody,
  Stages,
  Visit as MockVisit,
} from './mock/answers/stages/stages.ts';
export type { SentFile } from './interface/content/multipart.ts';
export type { Link } from './interface/links.ts';
export type { MemberPlace } from './interface/resources/lists/member-places.ts';
export type { Preference as MockPreference } from './mock/prism/preference.ts';
export type { Route as MockRoute } from './mock/answers/stages/router.ts';

// Runs
export { run, type RunOptions } from './api/run.ts';
export { DocumentFault } from './api/document.ts';
export { OptionFault } from './system/option.ts';
export { suites } from '../suites/suites.ts';
export { type BaselineNames, readBaseline, type ReadBaseline } from './record/baseline.ts';
export { type MergedShards, mergeShards } from './run/shards/merge-shards.ts';
export type { NamedRecord } from './run/shards/shards.ts';
export type { Baseline, KnownFailure } from './record/baseline.ts';
export type { Shard } from './record/record.ts';
export type { RunEvent } from './record/record.ts';
export { type Particular, sendFor } from './session/probe.ts';
export type { Probe, Suite } from './session/suite.ts';
export type { RequestParts } from './session/requests/valid-request.ts';
export type { ProbeContext } from './session/probe.ts';
export type { RunOptions as LoadedRunOptions } from './run/run.ts';
export type { AuthOptions, SecretOptions, SuppliedToken, TokenSupplier } from './run/auth-options.ts';
export type { Registered } from './record/target-text.ts';
export type { OAuthClient } from './client/oauth-token.ts';
export type { Counterexamples, Property } from './session/counterexamples.ts';
export type { Reason } from './session/reason.ts';
export type { Aside, Planned, Session, SessionOptions } from './session/session.ts';
export type { Budget } from './session/pace/budget.ts';
export type { Allowance } from './record/allowance.ts';
export type { Clock as RunClock } from './system/clock.ts';
export type { Admission, Caller as RunCaller, Exemptions, Pacer } from './session/pace/pacer.ts';
export type { BaselineParts, Baselines } from './session/baseline.ts';
export type { SendMode } from './session/pace/sending.ts';
export type { SendSpec } from './session/pace/sending.ts';

// The configuration of the command line
export {
  type Config,
  type ConfigHooks,
  type ConfigOperation,
  type ConfigOptions,
  type ConfigSecret,
  type ConfigTarget,
  defineConfig,
  type RunPlace,
} from './cli/config/config.ts';
export type { RequestSigner, SignedRequest } from './client/client.ts';

// Records
export { type ParsedRecord, parseRecord } from './record/read.ts';
export { readRecord, type ReadRecord } from './record/read.ts';
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
  type DrawnTally,
  type ReplayedTally,
  type RecordFooter,
  type RecordHeader,
  type RunRecord,
  type RunSettings,
  type Slowed,
  type Stop,
  type Tally,
  type TrafficSource,
  type TrafficTally,
} from './record/record.ts';
export type {
  Answer,
  Exchange,
  Failure,
  FailureKind,
  HeaderLine,
  Result,
  SentRequest,
  Surplus,
} from './http/exchange.ts';
export type { Alteration, CredentialUse } from './http/credential-use.ts';
export type { ParsedJson } from './json/lossless.ts';
export type { Client, Sending, SendOptions } from './client/client.ts';
export type { OutgoingRequest } from './client/outgoing-request.ts';
export type { Times } from './client/deadline-timer.ts';

// Judging
export { checks } from './checks/catalogue.ts';
export { breaks, eachExchange, IRRELEVANT, PROVES } from './checks/judge-each.ts';
export { expectation } from './oracle/expectation.ts';
export { type AnswerReading, type Asked, readExchange, type Reading } from './oracle/reading.ts';
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
  Sight,
  SuiteName,
} from './checks/check.ts';
export type { SettingOptions } from './record/settings.ts';
export type { Broken, Evidence, Observation, Outcome, OutcomeKind, Violation } from './checks/outcome.ts';
export type { Contract } from './oracle/contract.ts';
export type { Expectation, Situation } from './oracle/situation.ts';
export type { JudgeProgress } from './traffic/judge-files.ts';
export type { Verdict as ChecksVerdict } from './checks/judge-each.ts';

// The self-test
export { selftest, type SelftestOptions } from './api/selftest.ts';
export { type SelftestReport, selftestText } from './selftest/selftest-text.ts';
export { selftestJson } from './selftest/selftest-json.ts';
export type { SelftestResult } from './selftest/selftest.ts';
export type { ClauseScore, Score, Tally as SelftestTally } from './selftest/score.ts';
export type { FreedomTrial, Trial, TrialOutcome } from './selftest/score.ts';

// Reports
export { type RenderOptions, renderReport } from './api/report.ts';
export { REPORT_FILE_NAMES, REPORT_FORMATS, type ReportFormat } from './report/formats.ts';
export { badgeReport } from './report/data/badge.ts';
export { githubReport } from './report/data/github.ts';
export { gitlabReport } from './report/data/gitlab.ts';
export { harReport } from './report/data/har.ts';
export { htmlReport, type HtmlReportOptions } from './report/page/html-report.ts';
export { markdownReport } from './report/text/markdown.ts';
export { sarifReport } from './report/data/sarif.ts';
export { shieldsReport } from './report/data/badge.ts';
export { tapReport } from './report/text/tap.ts';
export { type OperationCounts, verdict, type Verdict } from './report/model/verdict.ts';
export {
  knownFailures,
  type KnownFailureStanding,
  type KnownFailureState,
} from './report/model/known-failures.ts';
export { type DiffedRun, diffRuns, type RunDiff } from './report/diff/run-diff.ts';
export { htmlDiff } from './report/diff/html-diff.ts';
export { jsonDiff } from './report/diff/json-diff.ts';
export { markdownDiff } from './report/diff/markdown-diff.ts';
export { terminalDiff, type TerminalDiffOptions } from './report/diff/terminal-diff.ts';
export { type ClauseStanding, clauseStandings } from './report/model/standings.ts';
export { jsonReport, REPORT_VERSION } from './report/data/json.ts';
export { junitReport } from './report/data/junit.ts';
export { terminalReport, type TerminalReportOptions } from './report/text/terminal.ts';
export type { ClauseChange, ClauseChanges, DiffSide } from './report/diff/changes.ts';
export type { ObservedChange } from './report/diff/changes.ts';
export type { RunDifference } from './report/diff/run-diff.ts';
export type { ViolationChange } from './report/diff/changes.ts';
export type { Missing } from './report/model/verdict.ts';
