/** The public API of the kernel. */
export { auditLogStart, sealEntry, verifyAuditLog } from './audit/audit-log.ts'
export { signer } from './audit/hmac.ts'
export { type Redactor, redactor } from './audit/redaction.ts'
export {
  addressOf,
  genesis,
  isAddress,
  type Payload,
  type SealedRow,
  seal,
  sealAll,
} from './audit/row.ts'
export {
  type AuditedSession,
  type ChainHead,
  type Verification,
  type VerifyOptions,
  verifyChain,
} from './audit/verify.ts'
export { verifyExport } from './audit/verify-export.ts'
export type { ArmFigures, Spread } from './catalog/arm-figures.ts'
export { Documents, type DocumentVersion, type Shelf } from './catalog/documents.ts'
export type { ModelCheck } from './catalog/model-names.ts'
export { type Persona, type PersonaContext, personaSchema, readPersona } from './catalog/persona.ts'
export { type GivenPersona, type PersonaEntry, Personas, type PersonasOptions } from './catalog/personas.ts'
export { placeholderIssues } from './catalog/prompt-issues.ts'
export { type PromptEntry, Prompts, type PromptsOptions } from './catalog/prompts.ts'
export { type Arm, armLabel, type Rollout, rolloutSchema } from './catalog/rollout.ts'
export { type ChosenPersona, type RolloutEntry, Rollouts, type RolloutsOptions } from './catalog/rollouts.ts'
export {
  isSettingKey,
  type SettingKey,
  type SettingValues,
  settingKeys,
  settingTable,
  type Tier,
  tiers,
} from './catalog/setting-table.ts'
export { type SettingEntry, type SettingSource, Settings, type SettingsOptions } from './catalog/settings.ts'
export { shippedPersonas } from './catalog/shipped-personas.ts'
export { type ErrorCode, errorTable, fixOf, GyreError, toGyreError } from './errors.ts'
export { describeIssues, type Issue, type IssuePath, issuesError, issuesOf } from './faults/issues.ts'
export { editDistance, nearestNames, suggestion } from './faults/nearest.ts'
export { shownText } from './fence.ts'
export { matchesGlob } from './glob.ts'
export { type DuplicateVerdict, judgeRepetition } from './guards/duplicate.ts'
export { failureStreak, isStuck } from './guards/failure-streak.ts'
export { isWithoutProgress } from './guards/no-progress.ts'
export { isOscillating } from './guards/oscillation.ts'
export { canonicalJson, type Json, type JsonObject, type JsonSchema } from './json.ts'
export type { Question, QuestionKind } from './kernel/answer.ts'
export { textOfAnswer } from './kernel/answer-text.ts'
export { beyond, plainConfig } from './kernel/beyond.ts'
export { type Breakpoint, breakpointSchema } from './kernel/breakpoint.ts'
export type {
  AskOptions,
  Embedded,
  GenerateObjectOptions,
  GenerateOptions,
  LoopCard,
  LoopContext,
  LoopEnd,
  MapOptions,
  OfferedTool,
  PlanOptions,
  PlanStep,
  Protocol,
  Reply,
  RunLoopOptions,
  ToolAskOptions,
} from './kernel/context.ts'
export type { Drift } from './kernel/divergence.ts'
export { type DeltaEvent, type FactEvent, factEvent, factOf, isFact, type SessionEvent } from './kernel/events.ts'
export { type Action, actions } from './kernel/intervention.ts'
export { type Budget, budgetSchema, costOf, type Limits, limitsSchema } from './kernel/limits.ts'
export {
  defineLoop,
  type Loop,
  type LoopDefinition,
  type LoopResult,
  type LoopTraits,
  type Task,
} from './kernel/loop.ts'
export { mergedConfig } from './kernel/merged-config.ts'
export { exitCodeOf, type Outcome, type Phase, type Status, statusOf } from './kernel/outcome.ts'
export {
  definePrompts,
  type EditablePrompt,
  type PromptTemplate,
  promptsOf,
  renderPrompt,
} from './kernel/prompt-template.ts'
export {
  asideReason,
  type ForkOrigin,
  type PersonaUse,
  type ResultMemory,
  type SessionDefinition,
  type SessionUsage,
  SessionView,
} from './kernel/session-view.ts'
export { WrapUp } from './kernel/wrap-up.ts'
export { auto } from './loops/auto/loop.ts'
export { cot } from './loops/cot.ts'
export { critic } from './loops/critic/loop.ts'
export { direct } from './loops/direct.ts'
export { experts } from './loops/experts/entry.ts'
export { loops } from './loops/index.ts'
export { innerLoop } from './loops/inner-loop.ts'
export { planExecute } from './loops/plan-execute/loop.ts'
export { react } from './loops/react.ts'
export { reason } from './loops/reason/entry.ts'
export { reflexion } from './loops/reflexion.ts'
export { research } from './loops/research/entry.ts'
export { reportMarkdown } from './loops/research/report/markdown.ts'
export type { Report, ResearchDetails } from './loops/research/report/report.ts'
export { earlyNotice, researchNotes, shownCoverage, stopText } from './loops/research/report/research-notes.ts'
export { selfAsk } from './loops/self-ask/loop.ts'
export { treeOfThoughts } from './loops/tree-of-thoughts/loop.ts'
export { waves } from './loops/waves/entry.ts'
export {
  assistant,
  type FilePart,
  type ImagePart,
  type Message,
  observation,
  type Part,
  type ReasoningPart,
  type Suspicion,
  system,
  type TextPart,
  type ToolCall,
  type ToolResult,
  textOf,
  toolCallsOf,
  type Untrusted,
  user,
} from './messages.ts'
export { loadPackages } from './optional-packages.ts'
export { evaluateArithmetic } from './parsing/arithmetic.ts'
export { type Claim, type Critique, claimsGrammar, readClaims } from './parsing/claims.ts'
export { answerAfter } from './parsing/final-answer.ts'
export { finalAnswerGrammar } from './parsing/final-answer-grammar.ts'
export { fitSchema } from './parsing/fit.ts'
export type { Grammar, Parsed } from './parsing/grammar.ts'
export { parseJsonText } from './parsing/json-text.ts'
export { material, readMaterial } from './parsing/material.ts'
export { type ProseForm, proseGrammar, type Read } from './parsing/prose-grammar.ts'
export { reactGrammar } from './parsing/react-grammar.ts'
export { stripThinking } from './parsing/reply-text.ts'
export { referredSchema } from './parsing/schema-reference.ts'
export { readScore, scoreGrammar } from './parsing/score.ts'
export { followUpTool, selfAskGrammar } from './parsing/self-ask-grammar.ts'
export { readThought, type Thought, thoughtGrammar } from './parsing/thought.ts'
export { readVerdict, type Verdict, verdictGrammar } from './parsing/verdict.ts'
export type { AuditEntry, AuditFilter, AuditLog, NewAuditEntry } from './ports/audit-log.ts'
export type { Clock, IdPrefix, Ids } from './ports/clock.ts'
export type { DeliveredResult, DeliveryAttempt, DeliveryFailure, DeliveryTarget } from './ports/delivery.ts'
export type { Dispatcher, DispatchWorker, Offer, Stay } from './ports/dispatcher.ts'
export type { Fact, FactType, StepKind } from './ports/facts.ts'
export type {
  ChunkEdges,
  ChunkVector,
  FoundChunk,
  KnowledgeChunk,
  KnowledgeDocument,
  KnowledgeEdge,
  KnowledgeFilter,
  KnowledgeOverview,
  KnowledgeStore,
  MemoryFilter,
  MemoryRecord,
  MemoryStore,
  Ranked,
  RankOptions,
} from './ports/knowledge-store.ts'
export type { Embedder, Memory, MemoryItem, NewMemory } from './ports/memory.ts'
export type {
  FinishReason,
  ForeignModel,
  Model,
  ModelCall,
  ModelInput,
  ModelPart,
  ModelRequest,
  Price,
  Role,
  Sampling,
  ToolChoice,
  ToolSpec,
  Usage,
} from './ports/model.ts'
export type {
  AppendOptions,
  AuditKey,
  Catalog,
  CatalogEntry,
  DispatchState,
  DispatchTerms,
  EventRelay,
  Intervention,
  InterventionState,
  Interventions,
  Journal,
  JournalRow,
  KeyRing,
  KeyValue,
  Lease,
  LeaseTerms,
  NewCatalogEntry,
  NewIntervention,
  NewSession,
  Payloads,
  SessionFilter,
  SessionLimits,
  SessionMirror,
  SessionRow,
  Sessions,
  Settlement,
  Store,
} from './ports/store.ts'
export type {
  Admission,
  AdmissionFacts,
  Clearance,
  Execution,
  Foreseen,
  GrantRequest,
  Refusal,
  ToolNote,
  ToolRunner,
} from './ports/tool-runner.ts'
export type { StoredSession } from './runtime/archive.ts'
export { type Cassette, readCassette } from './runtime/cassette.ts'
export type { SessionEnd } from './runtime/conclusion.ts'
export type { StartOptions, TaskInput } from './runtime/definition.ts'
export type { Delivery } from './runtime/delivery.ts'
export { highestPriority, rankOf } from './runtime/dispatch-terms.ts'
export type { ForkOptions } from './runtime/fork.ts'
export { inProcessDispatcher } from './runtime/in-process-dispatcher.ts'
export type { SendOptions } from './runtime/mailbox.ts'
export type { Wanted } from './runtime/preparation.ts'
export { type DispatchRecord, dispatchRecord, isSetAside } from './runtime/record/dispatch-record.ts'
export { type RunObject, runObject } from './runtime/record/run-object.ts'
export {
  type DeliveryRecord,
  type InterventionRecord,
  type ReadSession,
  readSessionRecord,
  type SessionRecord,
  type StepRecord,
} from './runtime/record/session-record.ts'
export { type StandingStatus, Standings } from './runtime/record/standings.ts'
export type { Ending, ReplayReport } from './runtime/replay.ts'
export { type CassetteEquipment, replayCassette } from './runtime/replay-cassette.ts'
export type { ReplayDrift } from './runtime/replay-drift.ts'
export type { RetentionRule } from './runtime/retention.ts'
export { type CloseOptions, type DeliveriesOptions, type EventsOptions, Runtime } from './runtime/runtime.ts'
export type { RestNews, RunNews, RuntimeOptions, ToolSource } from './runtime/runtime-options.ts'
export type { Session } from './runtime/session-handle.ts'
export { systemClock, systemIds } from './runtime/system.ts'
export type { Idle } from './runtime/waiting.ts'
export { isAnswer, isAnswered } from './telling/answers.ts'
export { progressText } from './telling/call-news.ts'
export { type FinishedStep, finishedStep, isShown, isWrapUp, stepName } from './telling/finished-step.ts'
export { type EndedStep, PlanHistory } from './telling/plan-history.ts'
export type { Fate, PlannedStep } from './telling/planned-step.ts'
export { type ReasonNote, reasonIn, reasonOf, reasonText } from './telling/reason-note.ts'
export { rejectionReason } from './telling/rejection-reason.ts'
export { UsedInputs } from './telling/used-inputs.ts'
export { isTextMedia } from './text-media.ts'
export { approvalQuestion, needsApproval } from './tools/approval-question.ts'
export type { ClientTool } from './tools/client-tool.ts'
export { foreseeCall } from './tools/foreseen-call.ts'
export { isThenable, plainToolRunner, runTool } from './tools/plain-runner.ts'
export {
  type ApprovalPolicy,
  defineTool,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolEffect,
  type ToolLimits,
  type ToolOutput,
  type ToolProgress,
  toolOutput,
} from './tools/tool.ts'
export { defineToolbox, type Toolbox } from './tools/toolbox.ts'
export { foldedName, type PlacedWord, placedWords, queryWords, wordsOf } from './words.ts'
