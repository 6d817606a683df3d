/**
 * A session as a trace: a fold of its events into spans.
 *
 * A span is made when its step is over, from the fact alone. Ids come from the session and the path, so processes that
 * run a session one after the other make one trace, and none of them makes a span of another again.
 */
import { type FactEvent, isFact, isWrapUp, type SessionEvent, SessionView } from '@gyre/core'
import { loopsAround, OpenLoops } from './loop-spans.ts'
import { names, operations, ownNames } from './semantic-names.ts'
import { chain, codeOf, interventionEvent, sessionSpan } from './session-span.ts'
import { type Attributes, present, type Span, type SpanEvent, spanIdOf, traceIdOf } from './span.ts'
import { failureOf, type StepSpan, stepSpan, timesOf, usageAttributes } from './step-span.ts'

/** Not a path of any step. */
const planMark = ' plan'

export class SessionTracer {
  readonly #session: string
  readonly #view = new SessionView()
  readonly #loops = new OpenLoops()
  /** Calls of tools under way: what they ask for is below them. */
  readonly #tools = new Set<string>()
  readonly #firstChunks = new Map<string, number>()
  readonly #retried = new Map<string, number[]>()
  readonly #interventions: SpanEvent[] = []
  #beganMs = 0

  constructor(session: string) {
    this.#session = session
  }

  /** Give it every event from the first fact on; `content` is what was said in a step. Answers with spans that are over. */
  apply(event: SessionEvent, content: Attributes = {}): readonly Span[] {
    if (!isFact(event)) {
      this.#hear(event.path, event)
      return []
    }
    const { seq, type, path, data } = event
    const kind = data['kind'] as Parameters<SessionView['apply']>[0]['kind']
    this.#view.apply({ seq, at: Date.parse(event.at), type, path, kind, data, result: () => data['result'] ?? null })
    if (type === 'session.created') this.#beganMs = Date.parse(event.at)
    if (type.startsWith('intervention.')) this.#interventions.push(interventionEvent(event))
    if (type === 'session.ended') return this.#ended(event)
    return type === 'step.finished' || type === 'step.failed' ? this.#stepped(event, content) : []
  }

  /** What is told of a step before it is over. */
  #hear(path: string, { type, at, data }: Pick<SessionEvent, 'type' | 'at' | 'data'>): void {
    const atMs = Date.parse(at)
    if (type !== 'step.started') {
      if (!this.#firstChunks.has(path)) this.#firstChunks.set(path, atMs)
      return
    }
    if (data['kind'] === 'tool') this.#tools.add(path)
    if (typeof data['attempt'] !== 'number') return
    // What came of the attempt before is no part of the reply.
    this.#firstChunks.delete(path)
    this.#retried.set(path, [...(this.#retried.get(path) ?? []), atMs])
  }

  #stepped(event: FactEvent, content: Attributes): readonly Span[] {
    const { path = '', data } = event
    const { definition } = this.#view
    this.#loops.touch(path, timesOf(event))
    if (!definition || !isMade(event)) return []
    if (data['kind'] === 'loop') return [this.#loopSpan(path, event)]
    const [firstChunkMs, retriedMs = []] = [this.#firstChunks.get(path), this.#retried.get(path)]
    this.#forget(path)
    const step = stepSpan(event, { definition, firstChunkMs, retriedMs })
    if (!step) return []
    const told = { ...step, attributes: { ...step.attributes, ...content } }
    return step.attributes[ownNames.role] === 'planner' ? this.#planned(path, told) : [this.#placed(path, told)]
  }

  #forget(path: string): void {
    this.#tools.delete(path)
    this.#firstChunks.delete(path)
    this.#retried.delete(path)
  }

  /** A plan, and the call of the model that wrote it. */
  #planned(path: string, call: StepSpan): readonly Span[] {
    const loop = this.#loopAt(path)
    const plan = this.#placed(path, {
      ...call,
      operation: operations.plan,
      name: `${operations.plan} ${loop}`,
      attributes: { ...chain, [names.operation]: operations.plan, [names.agent]: loop, [ownNames.stepPath]: path },
      events: [],
    })
    const spanId = spanIdOf(this.#session, path + planMark)
    return [
      { ...plan, spanId },
      { ...this.#placed(path, call), parentId: spanId },
    ]
  }

  #loopAt(path: string): string {
    return loopsAround(path).at(-1)?.loop ?? this.#view.definition?.loop ?? ''
  }

  #loopSpan(path: string, event: FactEvent): Span {
    const { request, result } = event.data
    const { startMs, endMs } = timesOf(event)
    // One that went on in another process began before this one took it up.
    const beganMs = Math.min(startMs, this.#loops.end(path) ?? startMs)
    const { loop = '' } = (request ?? {}) as { readonly loop?: string }
    const { outcome } = (result ?? {}) as { readonly outcome?: string }
    return this.#agent(path, { loop, startMs: beganMs, endMs, outcome, error: failureOf(event) ?? codeOf(outcome) })
  }

  #agent(path: string, ran: Ran): Span {
    const { loop, startMs, endMs, outcome, error } = ran
    const used = this.#view.subtrees.get(path)?.used
    const usage = { inputTokens: used?.get('inputTokens') ?? 0, outputTokens: used?.get('outputTokens') ?? 0 }
    return this.#placed(path, {
      operation: operations.agent,
      name: `${operations.agent} ${loop}`,
      startMs,
      endMs,
      attributes: {
        [names.operation]: operations.agent,
        [names.agent]: loop,
        [ownNames.loop]: loop,
        [ownNames.stepPath]: path,
        ...usageAttributes(usage),
        ...present({ [ownNames.outcome]: outcome, [names.errorType]: error }),
      },
      events: [],
      error,
    })
  }

  /** A span in its place: below the tool or the loop it belongs to, else below the session. */
  #placed(path: string, span: StepSpan): Span {
    return {
      ...span,
      traceId: traceIdOf(this.#session),
      spanId: spanIdOf(this.#session, path),
      parentId: path === '' ? undefined : spanIdOf(this.#session, this.#above(path)),
      attributes: { ...span.attributes, ...this.#common() },
    }
  }

  #above(path: string): string {
    const loops = new Set(loopsAround(path).map((each) => each.path))
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const above = path.slice(0, at)
      if (loops.has(above) || this.#tools.has(above)) return above
    }
    return ''
  }

  #common(): Attributes {
    return present({ [names.sessionId]: this.#session, [names.conversation]: this.#view.definition?.thread })
  }

  #ended({ at, data }: FactEvent): readonly Span[] {
    const { definition, usage } = this.#view
    if (!definition) return []
    const cut = this.#loops.left().map(({ path, ...ran }) => this.#agent(path, { ...ran, ...unknown }))
    const ended = { startMs: this.#beganMs, endMs: Date.parse(at), outcome: String(data['outcome']), usage }
    const root = this.#placed('', sessionSpan(definition, ended, this.#interventions))
    return [...cut, root]
  }
}

/** A step that was not made because the session came to its end is none; one that was cut short in the middle has cost something. */
function isMade(event: FactEvent): boolean {
  return !isWrapUp(event) || event.data['usage'] !== undefined
}

type Ran = Pick<Span, 'startMs' | 'endMs' | 'error'> & { readonly loop: string; readonly outcome: string | undefined }

const unknown = { outcome: undefined, error: undefined }
