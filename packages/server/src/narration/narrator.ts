/** The narrator: folds the events of a session into what clients are told. */
import {
  type DeltaEvent,
  type FactEvent,
  finishedStep,
  isFact,
  isShown,
  type Json,
  type JsonObject,
  type Question,
  type Runtime,
  reasonIn,
  reasonText,
  type SessionDefinition,
  type SessionEvent,
  SessionView,
  textOfAnswer,
  UsedInputs,
} from '@gyre/core'
import { mayRest, setAside, waitedFor } from '../session/turn-stop.ts'
import type { Moment } from './moment.ts'
import { PlanPicture } from './plan-picture.ts'
import { sourcesIn } from './sources.ts'
import { Speech } from './speech.ts'
import { statusText } from './status-text.ts'
import { StepPicture } from './step-picture.ts'
import { TokenKinds } from './token-kinds.ts'

export type NarratorOptions = {
  /** Whether what the author says is the answer, word for word. */
  readonly speaksAnswer: (definition: SessionDefinition) => boolean
}

const endsStep: ReadonlySet<string> = new Set<FactEvent['type']>(['step.finished', 'step.failed', 'plan.changed'])

export class Narrator {
  readonly view = new SessionView()
  readonly #options: NarratorOptions
  readonly #usedInputs = new UsedInputs()
  readonly #plan = new PlanPicture()
  readonly #steps = new StepPicture()
  readonly #speech = new Speech()
  readonly #tokens = new TokenKinds()
  #status = ''

  constructor(options: NarratorOptions) {
    this.#options = options
  }

  /** What an event tells. Give it every fact of a session in order; deltas as they come, or none. */
  apply(event: SessionEvent): readonly Moment[] {
    return isFact(event) ? this.#fact(this.#usedInputs.apply(event)) : this.#delta(event)
  }

  /** Calls that the client has to make, as long as nothing else happens; by the paths of their questions. */
  get awaitedCalls(): readonly string[] {
    if (this.view.status !== 'waiting') return []
    return [...this.view.questions.values()].filter(({ kind }) => kind === 'tool').map(({ path }) => path)
  }

  #delta(event: DeltaEvent): readonly Moment[] {
    const { type, path, data } = event
    if (type === 'step.started') return this.#started(path, data)
    const [text, offset] = [String(data['text'] ?? ''), Number(data['offset'] ?? 0)]
    if (type === 'reasoning.delta') return this.#speech.reasons(path, text, offset)
    return type === 'text.delta' && this.#isAnswer(path) ? this.#speech.answers(text, offset) : []
  }

  /** An answer that is spoken: the only request of such a loop, and of no loop inside another. */
  #isAnswer(path: string): boolean {
    const { definition } = this.view
    if (!definition || path.includes('/') || definition.task.output) return false
    return this.#options.speaksAnswer(definition)
  }

  #started(path: string, data: JsonObject): readonly Moment[] {
    if (data['attempt'] !== undefined && this.#isAnswer(path)) this.#speech.breaksOff()
    if (!isWorth(path, data) || this.#isClientTool(data['tool'])) return []
    const begun = this.#steps.begin(path, data)
    if (begun.length === 0) return []
    const text = statusText(path, data)
    const status: readonly Moment[] = text === undefined ? [] : [{ type: 'status', text }]
    return [...this.#speech.goesOn(), ...begun, ...status]
  }

  #isClientTool(tool: Json | undefined): boolean {
    return this.view.definition?.clientTools?.some(({ name }) => name === tool) ?? false
  }

  #fact(event: FactEvent): readonly Moment[] {
    const { seq, type, path, data } = event
    const at = Date.parse(event.at)
    const kind = data['kind'] as Parameters<SessionView['apply']>[0]['kind']
    this.view.apply({ seq, at, type, path, kind, data, result: () => data['result'] ?? null })
    this.#tokens.apply(event)
    if (type === 'session.ended') return this.#ended()
    return [
      ...(isNews(event) ? this.#speech.goesOn() : []),
      ...this.#told(event),
      ...this.#plan.apply(event),
      ...this.#standing(),
    ]
  }

  #told(event: FactEvent): readonly Moment[] {
    const { type, path = '', data, session } = event
    if (type === 'session.created') return [{ type: 'begun', session, definition: data as SessionDefinition }]
    if (endsStep.has(type)) return this.#finished(event)
    if (type === 'note') return this.#noted(event)
    if (type === 'question.asked') return this.#asked({ ...(data as Omit<Question, 'path'>), path })
    if (type === 'question.answered') return [{ type: 'question-answered', path }]
    return type.startsWith('intervention.') ? [interventionOf(event)] : []
  }

  #finished(event: FactEvent): readonly Moment[] {
    const { path = '', data, type } = event
    const { tool = null, input = null } = (data['request'] ?? {}) as { readonly tool?: string; readonly input?: Json }
    if (!isWorth(path, data, type) || this.#isClientTool(tool)) return []
    const { said, hasFailed } = finishedStep(event, 0)
    const late = this.#steps.begin(path, { ...data, tool, input })
    return [...late, ...this.#speech.spoken(event), ...this.#steps.end(event, { said, hasFailed })]
  }

  #noted(event: FactEvent): readonly Moment[] {
    const { path = '', data } = event
    const reason = reasonIn(event)
    const note: Moment = { type: 'note', path, name: String(data['name']), value: data['value'] ?? null }
    return reason ? [note, { type: 'status', text: reasonText(reason) }] : [note]
  }

  #asked(question: Question): readonly Moment[] {
    if (question.kind !== 'tool') return [{ type: 'question', question }]
    const { tool, input } = (question.data ?? {}) as { readonly tool?: string; readonly input?: Json }
    return [{ type: 'client-call', id: question.path, path: question.path, tool: String(tool), input: input ?? {} }]
  }

  #standing(): readonly Moment[] {
    const { status } = this.view
    if (status === this.#status) return []
    this.#status = status
    return [{ type: 'standing', status }]
  }

  #ended(): readonly Moment[] {
    const { outcome, answer, gap, details, status, usage, error } = this.view
    const text = answer === null ? '' : textOfAnswer(answer)
    const fault = error && { code: String(error['code']), message: String(error['message']) }
    const end = { outcome: outcome ?? 'failed:loop-failed', answer, text, gap, details, status, usage, error: fault }
    return [
      ...this.#steps.endAll(),
      ...this.#speech.ends(text),
      ...sourcesIn(details).map((source): Moment => ({ type: 'source', source })),
      { type: 'standing', status },
      { type: 'ended', end: { ...end, ...this.#tokens.counted } },
    ]
  }
}

/** Facts that may come between what is said last and the end. */
const asides: ReadonlySet<string> = new Set<FactEvent['type']>([
  'session.status',
  'budget.warned',
  'note',
  'session.created',
])

function isNews({ type, path = '', data }: FactEvent): boolean {
  // What a loop inside said last belongs to it.
  return endsStep.has(type) ? data['kind'] === 'loop' || isWorth(path, data, type) : !asides.has(type)
}

/** Steps that only keep the loop's books are left out; what people are asked is told as a question. */
function isWorth(path: string, data: JsonObject, type: FactEvent['type'] = 'step.finished'): boolean {
  return data['kind'] !== 'ask' && isShown({ type, path, data })
}

function interventionOf({ type, data }: FactEvent): Moment {
  const state = type.slice('intervention.'.length)
  return { type: 'intervention', id: String(data['id']), action: String(data['action']), state, data }
}

export type NarrateOptions = {
  readonly signal?: AbortSignal | undefined
  /** Only what happened after this fact is told. */
  readonly after?: number | undefined
}

/** Moments until the last one, `ended`, or until the session waits for calls that its client makes, or is set aside. */
export async function* narrate(
  { runtime }: { readonly runtime: Runtime },
  session: string,
  { signal, after = 0 }: NarrateOptions = {},
): AsyncGenerator<Moment, void, undefined> {
  const narrator = narratorFor(runtime)
  // What was open then is answered by now, one after the other: the session may wait in between.
  let answered: readonly string[] = []
  for await (const event of runtime.events(session, 0, { signal })) {
    const moments = narrator.apply(event)
    if (isFact(event) && event.seq <= after) {
      answered = narrator.awaitedCalls
      continue
    }
    yield* moments
    const { view } = narrator
    if (!isFact(event) || !mayRest(event, view)) continue
    if (setAside(view) || waitedFor(view, answered).some(({ kind }) => kind === 'tool')) return
  }
}

/** A narrator that knows the loops of a runtime. */
export function narratorFor(runtime: Runtime): Narrator {
  return new Narrator({ speaksAnswer: (definition) => speaksAnswer(runtime, definition) })
}

function speaksAnswer({ loops }: Runtime, { loop }: SessionDefinition): boolean {
  return loops.find(({ name }) => name === loop)?.traits.speaksAnswer === true
}
