/** What a session is, folded from its facts: nothing about it is stored twice. */
import type { Json, JsonObject } from '../json.ts'
import type { Fact } from '../ports/facts.ts'
import type { Role, Sampling, Usage } from '../ports/model.ts'
import type { ClientTool } from '../tools/client-tool.ts'
import { type Amounts, addAmounts, type Resource, recordedAmounts } from './amounts.ts'
import type { Question, QuestionKind } from './answer.ts'
import type { Breakpoint } from './breakpoint.ts'
import type { PlanStep } from './context.ts'
import { Estimator } from './estimator.ts'
import type { Budget } from './limits.ts'
import type { Task } from './loop.ts'
import type { Intent } from './once-call.ts'
import type { Outcome, Status } from './outcome.ts'

/** What a session was made with; the data of `session.created`. */
export type SessionDefinition = {
  readonly v: number
  readonly loop: string
  readonly loopVersion: number
  /** Hashes of the loop's prompts, by id. */
  readonly prompts: Readonly<Record<string, string>>
  readonly task: Task
  readonly config: Json
  readonly budget: Budget
  readonly models: Readonly<Record<Role, string>>
  readonly tools: readonly string[]
  readonly instructions: string
  readonly strict: boolean
  readonly thread: string
  readonly fork: ForkOrigin | null
  // Since personas; absent in the journals of sessions begun before.
  readonly persona?: PersonaUse | null
  readonly sampling?: SamplingByRole
  readonly breakpoints?: readonly Breakpoint[]
  /** Prompts in other words than the loop's own, by `loop.prompt`. */
  readonly promptTexts?: Readonly<Record<string, PromptText>>
  /** Its result is remembered; one without it remembers nothing. */
  readonly remembers?: ResultMemory
  /** Where its result goes when it has ended, by the names of targets; nowhere when left out. */
  readonly deliver?: readonly string[]
  /** Loops that were switched off when it began: it does not choose one of them. */
  readonly loopsOff?: readonly string[]
  /** Loops there were when it began, in their order: it does not choose another that came since. */
  readonly loops?: readonly string[]
  /** Tools that whoever began it runs, whole: they are known nowhere else. Their names are among `tools`. */
  readonly clientTools?: readonly ClientTool[]
  /** Who began it, such as `key:laptop`; nobody knows when left out. */
  readonly by?: string
}

/** That what a session came to is remembered, and for how long: for ever when that is left out. */
export type ResultMemory = { readonly expiresInMs?: number }

/** The persona a session was started as. A session keeps its version. */
export type PersonaUse = {
  readonly name: string
  /** Null for one that is given by the program or a file. */
  readonly version: number | null
  /** Which arm of its rollout: `v3`, `v3 cot`. */
  readonly arm: string
}

export type SamplingByRole = { readonly [R in Role]?: Sampling }

export type PromptText = { readonly text: string; readonly version: number | null }

/** What a fork was made from. */
export type ForkOrigin = {
  readonly session: string
  /** The last seq that was copied. */
  readonly at: number
  /** Tools that must not be repeated run all the same. */
  readonly allowOnce: boolean
}

/** What a session has used. The cost is null as soon as the price of one call is unknown. */
export type SessionUsage = {
  readonly modelCalls: number
  readonly toolCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null when the price of a model is not known. */
  readonly costUsd: number | null
  readonly activeMs: number
}

/** The steps below a path. */
export type Subtree = {
  readonly used: Map<Resource, number>
  /** The session's active time when the first of them began, in ms. */
  readonly activeBefore: number
}

/** How far the loop is, as far as it told: the newest of each kind of note, and its last scores. */
export type Progress = {
  /** By the name of the note; the newest stands last. */
  readonly notes: Map<string, Json>
  readonly scores: number[]
}

/** Kinds of notes, and scores, that are kept. */
const mostNotes = 16
const mostScores = 16

type ViewFact = Pick<Fact, 'seq' | 'at' | 'type' | 'path' | 'kind'> & {
  readonly data: JsonObject
  readonly result?: () => Json
}

/** A session folded from its facts: give it every fact in order, and read its fields at any time. */
export class SessionView {
  definition: SessionDefinition | undefined
  status: Status = 'queued'
  /** What it is when nobody is waited for: `running`, or the phase it is in. */
  workingStatus: Status = 'running'
  outcome: Outcome | null = null
  answer: Json = null
  gap: string | null = null
  details: Json = null
  error: JsonObject | null = null
  /** Why it cannot go on, when the last who tried could not. */
  refusal: JsonObject | null = null
  plan: readonly PlanStep[] | null = null
  readonly progress: Progress = { notes: new Map(), scores: [] }
  readonly used = new Map<Resource, number>()
  /** What is known of the steps below a path. */
  readonly subtrees = new Map<string, Subtree>()
  costIsKnown = true
  activeMs = 0
  steps = 0
  seq = 0
  lastPath = ''
  isPaused = false
  isFinishing = false
  isAborted = false
  /** Asked and not answered, by path. */
  readonly questions = new Map<string, Question>()
  readonly approvedTools = new Set<string>()
  /** Calls that were begun, must not be repeated, and have no result, by path. */
  readonly intended = new Map<string, Intent>()
  readonly contexts: Json[] = []
  readonly grants: { readonly text: string; readonly resource: string }[] = []
  /** Interventions noted so far, and the branches each `steer` reached. */
  readonly interventions = new Set<string>()
  /** What those among them say that nothing has come of yet, by id. */
  readonly queued = new Map<string, Json>()
  /** Plans among them that came while the session was paused, or nobody ran it. */
  readonly recalls = new Set<string>()
  readonly steered = new Map<string, string[]>()
  /** Steps that people did something to. */
  readonly touched = new Set<string>()
  readonly drifted = new Set<string>()
  /** What the calls so far taught about the size of later ones. */
  readonly estimator = new Estimator()
  /** Limits people were warned of. */
  readonly warned = new Set<string>()

  get usage(): SessionUsage {
    return usageOf(this.used, this.costIsKnown, this.activeMs)
  }

  apply(fact: ViewFact): void {
    this.seq = fact.seq
    appliers[fact.type](this, fact)
  }

  count(amounts: Amounts, path: string, activeBefore: number): void {
    addAmounts(this.used, amounts)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
      const above = path.slice(0, at)
      const subtree = this.subtrees.get(above) ?? { used: new Map<Resource, number>(), activeBefore }
      this.subtrees.set(above, subtree)
      addAmounts(subtree.used, amounts)
    }
  }
}

/** What was used, as people are told. */
export function usageOf(used: ReadonlyMap<Resource, number>, isCostKnown: boolean, activeMs: number): SessionUsage {
  const count = (resource: Resource) => used.get(resource) ?? 0
  return {
    modelCalls: count('modelCalls'),
    toolCalls: count('toolCalls'),
    inputTokens: count('inputTokens'),
    outputTokens: count('outputTokens'),
    costUsd: isCostKnown ? count('costUsd') : null,
    activeMs,
  }
}

/** A limit of an account, to be warned of once. */
export function warning(account: string, resource: string): string {
  return `${account} ${resource}`
}

type Applier = (view: SessionView, fact: ViewFact) => void

const ignore: Applier = () => {}

function applyStep(view: SessionView, { path = '', kind, data }: ViewFact): void {
  view.steps += 1
  view.lastPath = path
  view.intended.delete(path)
  closeQuestions(view, path)
  const { active, ms } = data
  // Of a step that waited for a person less time was spent than it took.
  const activeBefore = Math.max(view.activeMs, Number(active) - Number(ms))
  if (typeof active === 'number') view.activeMs = active
  view.count(recordedAmounts(kind ?? null, data), path, activeBefore)
  if (kind === 'generate' && data['usage']) applyUsage(view, data)
}

/** A call that is over waits for no answer. More budget is asked for by whichever step needs it. */
function closeQuestions(view: SessionView, path: string): void {
  for (const [asked, { kind }] of view.questions) {
    if (kind !== 'budget' && (asked === path || asked.startsWith(`${path}/`))) view.questions.delete(asked)
  }
}

function applyUsage(view: SessionView, data: JsonObject): void {
  if (typeof data['costUsd'] !== 'number') view.costIsKnown = false
  const { characters } = data
  if (typeof characters === 'number') view.estimator.learn(characters, data['usage'] as Usage)
}

/** What changes the course of a step. */
const directing: ReadonlySet<unknown> = new Set(['steer', 'override'])

function applyIntervention(view: SessionView, { data }: ViewFact): void {
  view.queued.delete(String(data['id']))
  const action = data['action']
  if (directing.has(action)) view.touched.add(String(data['at']))
  if (action === 'pause' || action === 'step') view.isPaused = true
  if (action === 'resume' || action === 'finish') view.isPaused = false
  if (action === 'finish') view.isFinishing = true
  if (action === 'abort') view.isAborted = true
  if (action === 'context') view.contexts.push(data['body'] ?? null)
  if (action === 'steer') {
    const id = String(data['id'])
    view.steered.set(id, [...(view.steered.get(id) ?? []), String(data['branch'] ?? '')])
  }
}

/** What a loop proposes is its answer so far, and no news of how it gets there. */
function applyNote({ progress }: SessionView, { data }: ViewFact): void {
  const { name, value = null } = data
  if (typeof name !== 'string' || name === 'proposal') return
  const { notes, scores } = progress
  notes.delete(name)
  notes.set(name, value)
  const [oldest] = notes.keys()
  if (notes.size > mostNotes && oldest !== undefined) notes.delete(oldest)
  const { score } = (value ?? {}) as { readonly score?: unknown }
  if (name === 'score' && typeof score === 'number') scores.push(score)
  if (scores.length > mostScores) scores.shift()
}

function applyAnswer(view: SessionView, { path = '', data }: ViewFact): void {
  const question = view.questions.get(path)
  view.questions.delete(path)
  if (data['kind'] === ('approval' satisfies QuestionKind) && data['text'] === 'approve') {
    const tool = question?.data?.['tool']
    if (typeof tool === 'string') view.approvedTools.add(tool)
  }
  if (data['kind'] === ('budget' satisfies QuestionKind)) {
    view.grants.push({ text: String(data['text']), resource: String(question?.data?.['resource']) })
  }
}

function applyEnd(view: SessionView, { data }: ViewFact): void {
  view.outcome = data['outcome'] as Outcome
  view.status = data['status'] as Status
  view.answer = data['answer'] ?? null
  view.gap = (data['gap'] ?? null) as string | null
  view.details = data['details'] ?? null
  view.error = (data['error'] ?? null) as JsonObject | null
  if (typeof data['active'] === 'number') view.activeMs = data['active']
  view.questions.clear()
}

const appliers: Record<Fact['type'], Applier> = {
  'session.created': (view, { data }) => {
    view.definition = data as SessionDefinition
    view.status = 'running'
  },
  'session.status': (view, { data, path }) => {
    view.status = data['status'] as Status
    view.refusal = (data['error'] ?? null) as JsonObject | null
    if (path !== undefined) view.workingStatus = view.status
    if (typeof data['active'] === 'number') view.activeMs = data['active']
  },
  'session.ended': applyEnd,
  'step.finished': applyStep,
  'step.failed': applyStep,
  'step.intended': (view, { path = '', data }) => view.intended.set(path, data as Intent),
  'plan.changed': (view, fact) => {
    applyStep(view, fact)
    view.plan = (fact.result?.() ?? null) as readonly PlanStep[] | null
  },
  note: applyNote,
  'question.asked': (view, { path = '', data }) => {
    view.questions.set(path, { path, ...(data as Omit<Question, 'path'>) })
  },
  'question.answered': applyAnswer,
  'intervention.queued': (view, { data }) => {
    const id = String(data['id'])
    view.interventions.add(id)
    view.queued.set(id, data['body'] ?? null)
    if (data['recalls'] === true) view.recalls.add(id)
  },
  'intervention.applied': applyIntervention,
  'intervention.rejected': (view, { data }) => view.queued.delete(String(data['id'])),
  'intervention.withdrawn': (view, { data }) => view.queued.delete(String(data['id'])),
  'budget.warned': (view, { data }) =>
    view.warned.add(warning(String(data['account'] ?? ''), String(data['resource']))),
  'context.compacted': ignore,
  drift: (view, { path = '' }) => view.drifted.add(path),
}

/** Why a session was set aside: it waits for a person, and not for an answer. Null when it was not. */
export function asideReason({ status, refusal }: Pick<SessionView, 'status' | 'refusal'>): JsonObject | null {
  return status === 'waiting' ? refusal : null
}
