/** What a watcher knows of a session: a fold of its events. */
import {
  type FactEvent,
  type FinishedStep,
  isFact,
  isShown,
  isWrapUp,
  type JsonObject,
  type ReasonNote,
  type SessionEvent,
  SessionView,
  UsedInputs,
} from '@gyre/core'
import { finishedStep, stepName } from './finished-step.ts'
import { trendIn } from './loop-progress.ts'
import { oneLine } from './one-line.ts'
import { reasonIn } from './reason-note.ts'
import { type Rejection, rejectionIn } from './rejection.ts'
import { Retries, type RetryNews } from './retries.ts'
import { progressText } from './tool-news.ts'

/** A step under way. */
export type RunningStep = { readonly name: string; readonly sinceMs: number; readonly text: string }

/** What stands for the record of a step. */
const endsStep: ReadonlySet<string> = new Set<FactEvent['type']>(['step.finished', 'step.failed', 'plan.changed'])

/** What is under way is inside of these, or a person's answer. */
const books: ReadonlySet<unknown> = new Set(['loop', 'cache', 'ask'])

/** Of a text that streams only the end is shown. */
const mostText = 2000

export class SessionPicture {
  readonly view = new SessionView()
  /** Steps under way, by path, in the order they began. */
  readonly running = new Map<string, RunningStep>()
  /** How interventions were settled: null when applied, else why not. */
  readonly settled = new Map<string, string | null>()
  /** What people want and is not done yet, by intervention. */
  readonly #queued = new Map<string, string>()
  /** Why it is paused, where a break-point said so. */
  pauseReason: string | undefined
  /** How many steps were shown. */
  steps = 0
  /** The last one that was. */
  lastStep: FinishedStep | undefined
  /** Attempts that were made again, as far as the last event told of them. */
  retries: readonly RetryNews[] = []
  /** Why the loop does what it does next, when the last event said so. */
  reason: ReasonNote | undefined
  /** What people wanted and will not be done, when the last event said so. */
  rejection: Rejection | undefined
  /** How many steps were shown at another time, when the last event is the first that was not. */
  earlierSteps = 0
  readonly #retries = new Retries()
  readonly #usedInputs = new UsedInputs()
  /** Steps that are over: a piece of text that comes late belongs to nothing. */
  readonly #over = new Set<string>()
  /** When its active time was last told, in ms. */
  #toldAt = 0
  /** The last fact that was shown at another time: up to it everything is known, and nothing is news. */
  readonly #after: number
  #isPast: boolean

  constructor(after = 0) {
    this.#after = after
    this.#isPast = after > 0
  }

  /** Whether the last event was shown at another time. */
  get isPast(): boolean {
    return this.#isPast
  }

  get isPaused(): boolean {
    return this.view.status === 'paused'
  }

  get hasEnded(): boolean {
    return this.view.outcome !== null
  }

  /** Whether it does something, as far as it is known. */
  get isWorking(): boolean {
    return !this.hasEnded && !['paused', 'waiting', 'queued'].includes(this.view.status)
  }

  /** What will be done with the next step, as far as it is known. */
  get wishes(): readonly string[] {
    const isPausing = this.view.isPaused && this.isWorking
    return [...(isPausing ? ['pausing after this step'] : []), ...this.#queued.values()]
  }

  /** The time it has worked until now. */
  activeMs(nowMs: number): number {
    const since = this.isWorking && this.#toldAt > 0 ? Math.max(0, nowMs - this.#toldAt) : 0
    return this.view.activeMs + since
  }

  /** Takes an event in; gives back a step that has finished, when it is worth a line. */
  apply(event: SessionEvent): FinishedStep | undefined {
    const wasPast = this.#isPast
    this.#isPast = isFact(event) ? event.seq <= this.#after : wasPast
    this.earlierSteps = wasPast && !this.#isPast ? this.steps : 0
    const retries = this.#retries.newsIn(event, this.view.definition)
    const step = this.#taken(event)
    this.retries = this.#isPast ? [] : retries
    if (!this.#isPast) return step
    this.reason = undefined
    this.rejection = undefined
    this.lastStep = undefined
    return undefined
  }

  #taken(event: SessionEvent): FinishedStep | undefined {
    this.reason = reasonIn(event)
    this.rejection = rejectionIn(event)
    if (!isFact(event)) {
      this.#delta(event)
      return undefined
    }
    const step = this.#fact(this.#usedInputs.apply(event))
    if (event.type === 'note') this.reason ??= this.#trend(event)
    return step
  }

  #trend({ path = '', data }: FactEvent): ReasonNote | undefined {
    return trendIn(data['name'], this.view.progress, path.split('/').length - 1)
  }

  #fact(event: FactEvent): FinishedStep | undefined {
    const { seq, type, path, data } = event
    const kind = data['kind'] as NonNullable<Parameters<SessionView['apply']>[0]['kind']> | undefined
    const at = Date.parse(event.at)
    this.view.apply({ seq, at, type, path, kind, data, result: () => data['result'] ?? null })
    if (type === 'session.created' || type === 'session.status' || typeof data['active'] === 'number') this.#toldAt = at
    if (type.startsWith('intervention.')) this.#intervention(type, data)
    if (endsStep.has(type)) this.#ended(path ?? '')
    if (type === 'session.ended') this.running.clear()
    if (!isShown(event)) return undefined
    // One that was not made has no number.
    if (!isWrapUp(event)) this.steps += 1
    this.lastStep = finishedStep(event, this.steps)
    return this.lastStep
  }

  #intervention(type: string, data: JsonObject): void {
    const [id, action] = [String(data['id']), String(data['action'])]
    const { reason, text } = (data['body'] ?? {}) as { readonly reason?: string; readonly text?: string }
    if (type === 'intervention.queued') {
      this.#queued.set(id, text === undefined ? action : `${action} “${oneLine(text)}”`)
      if (action === 'pause') this.pauseReason = reason
      return
    }
    this.#queued.delete(id)
    if (type === 'intervention.applied') this.settled.set(id, null)
    if (type === 'intervention.rejected') this.settled.set(id, String(data['why']))
  }

  #ended(path: string): void {
    this.running.delete(path)
    this.#over.add(path)
  }

  #delta({ type, path = '', data, at }: SessionEvent): void {
    if (books.has(data['kind']) || this.#over.has(path)) return
    // Who begins to watch in the middle of a step did not see it start.
    const fresh = { name: stepName(path, data), sinceMs: Date.parse(at), text: '' }
    const step = type === 'step.started' ? fresh : (this.running.get(path) ?? fresh)
    this.running.set(path, { ...step, text: textAfter(step.text, type, data) })
  }
}

/** What a tool says of how far it is takes the place of what it said before; a text grows. */
function textAfter(before: string, type: SessionEvent['type'], data: JsonObject): string {
  if (type === 'tool.progress') return progressText(data)
  const added = type === 'text.delta' || type === 'reasoning.delta' ? String(data['text'] ?? '') : ''
  return (before + added).slice(-mostText)
}
