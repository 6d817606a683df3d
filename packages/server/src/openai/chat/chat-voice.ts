/** Tells the moments of a session as the pieces of an answer. */
import { GyreError, type Json, type Question } from '@gyre/core'
import type { Moment, ShownStep } from '../../narration/moment.ts'
import { callId } from '../../session/call-ids.ts'
import { toldEnd } from '../../session/told-error.ts'
import type { ReasoningMode, StatusMode } from './chat-request.ts'
import { lastPiece, lastStatus } from './finish.ts'
import { planEvent, sourceEvent, statusEvent } from './page-events.ts'
import type { PageEvent, Piece } from './piece.ts'
import { questionText } from './question-text.ts'

export type Manner = {
  readonly status: StatusMode
  readonly reasoning: ReasoningMode
  /** The answer must have a form: its content is that, or nothing. */
  readonly isFormed?: boolean
}

export type VoiceOptions = Manner & { readonly session: string }

/** The longest text of a question that is told beside the answer. */
const longestQuestion = 4000

export class ChatVoice {
  readonly #session: string
  readonly #manner: Manner
  /** Calls that were told, by the paths of their questions. */
  readonly #calls = new Set<string>()
  #hasSpoken = false
  #hasThought = false
  #shownPlan = ''

  constructor({ session, ...manner }: VoiceOptions) {
    this.#session = session
    this.#manner = manner
  }

  encode(moment: Moment): readonly Piece[] {
    switch (moment.type) {
      case 'status':
        return this.#status(moment.text)
      case 'thought':
        return this.#thought(moment.text)
      case 'thought-ended':
        return this.#thoughtEnded()
      case 'answer':
        return this.#content(moment.text)
      case 'answer-changed':
        return [{ type: 'correction', text: moment.text }]
      case 'plan':
        return this.#plan(moment.steps)
      case 'source':
        return this.#event(sourceEvent(moment.source))
      case 'client-call':
        return this.#call(moment.path, moment.tool, moment.input)
      case 'ended':
        return [...this.#done(lastStatus(moment.end)), lastPiece(this.#session, toldEnd(this.#session, moment.end))]
      case 'standing':
        return moment.status === 'paused' ? this.#status('Paused') : []
      default:
        return []
    }
  }

  /** It waits with these. Calls of the client come first: with their results it goes on, and asks again. */
  waits(questions: readonly Question[]): readonly Piece[] {
    const calls = questions.filter(({ kind }) => kind === 'tool')
    if (calls.length === 0) return this.#ask(questions)
    const untold = calls.filter(({ path }) => !this.#calls.has(path)).flatMap((question) => this.#callOf(question))
    const standing = { session: this.#session, status: 'waiting' } as const
    return [...untold, ...this.#done('Waiting for your tools'), { type: 'finish', reason: 'tool_calls', standing }]
  }

  /** It is told by nobody any more. */
  stopped(): readonly Piece[] {
    const error = new GyreError('server-stopping', `Session \`${this.#session}\` is not told of any further here.`)
    return [...this.#done('Interrupted'), { type: 'failure', error }]
  }

  /** The end of the answer: a person is to say something first. */
  #ask(questions: readonly Question[]): readonly Piece[] {
    const [first] = questions
    const content = this.#question(questionText(questions))
    const standing = { session: this.#session, status: 'waiting', ...(first && { question: shown(first) }) } as const
    return [...content, ...this.#done('Waiting for you'), { type: 'finish', reason: 'stop', standing }]
  }

  /** A question is no answer in a form: clients that read one are told that there is none. */
  #question(text: string): readonly Piece[] {
    if (this.#manner.isFormed) return [{ type: 'refusal', text }]
    return this.#content(`${this.#hasSpoken ? '\n\n' : ''}${text}`)
  }

  #content(text: string): readonly Piece[] {
    if (text === '') return []
    this.#hasSpoken = true
    return [{ type: 'content', text }]
  }

  #status(text: string): readonly Piece[] {
    if (this.#manner.status === 'event') return [{ type: 'event', event: statusEvent(text, false) }]
    if (this.#manner.status === 'content') return this.#content(`> ${text}\n\n`)
    if (this.#manner.status === 'reasoning') return [...this.#thought(`${text}\n`), ...this.#closeTag()]
    return []
  }

  #done(text: string): readonly Piece[] {
    return [...this.#closeTag(), ...this.#event(statusEvent(text, true))]
  }

  #event(event: PageEvent): readonly Piece[] {
    return this.#manner.status === 'event' ? [{ type: 'event', event }] : []
  }

  /** A new revision may look the same. */
  #plan(steps: readonly ShownStep[]): readonly Piece[] {
    const event = planEvent(steps)
    const shown = JSON.stringify(event)
    if (shown === this.#shownPlan) return []
    this.#shownPlan = shown
    return this.#event(event)
  }

  #thought(text: string): readonly Piece[] {
    if (text === '' || this.#manner.reasoning === 'none') return []
    const isFirst = !this.#hasThought
    this.#hasThought = true
    if (this.#manner.reasoning === 'reasoning_content') return [{ type: 'reasoning', text }]
    return [{ type: 'content', text: isFirst ? `<think>${text}` : text }]
  }

  #thoughtEnded(): readonly Piece[] {
    if (this.#manner.reasoning === 'think') return this.#closeTag()
    const hadThought = this.#hasThought
    this.#hasThought = false
    return hadThought ? [{ type: 'reasoning', text: '\n\n' }] : []
  }

  #closeTag(): readonly Piece[] {
    const isOpen = this.#hasThought && this.#manner.reasoning === 'think'
    if (isOpen) this.#hasThought = false
    return isOpen ? [{ type: 'content', text: '</think>\n\n' }] : []
  }

  #callOf({ path, data }: Question): readonly Piece[] {
    const { tool, input } = (data ?? {}) as { readonly tool?: string; readonly input?: Json }
    return this.#call(path, String(tool), input ?? {})
  }

  #call(path: string, tool: string, input: Json): readonly Piece[] {
    const index = this.#calls.size
    this.#calls.add(path)
    return [{ type: 'call', index, id: callId(this.#session, path), tool, input: JSON.stringify(input) }]
  }
}

function shown({ path, kind, question, choices }: Question) {
  return { path, kind, question: question.slice(0, longestQuestion).toWellFormed(), ...(choices && { choices }) }
}
