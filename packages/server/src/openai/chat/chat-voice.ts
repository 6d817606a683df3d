/** Tells the moments of a session as the pieces of an answer. */
import { GyreError, type Question } from '@gyre/core'
import type { Moment, ShownStep } from '../../narration/moment.ts'
import { callId } from '../../session/call-ids.ts'
import type { ReasoningMode, StatusMode } from './chat-request.ts'
import { lastPiece, lastStatus } from './finish.ts'
import { planEvent, sourceEvent, statusEvent } from './page-events.ts'
import type { PageEvent, Piece } from './piece.ts'
import { questionText } from './question-text.ts'

export type Manner = { readonly status: StatusMode; readonly reasoning: ReasoningMode }

export type VoiceOptions = Manner & {
  readonly session: string
  /** Questions to people that were open before the first moment. */
  readonly open?: readonly Question[]
}

/** The longest text of a question that is told beside the answer. */
const longestQuestion = 4000

export class ChatVoice {
  readonly #session: string
  readonly #manner: Manner
  readonly #open: Map<string, Question>
  #calls = 0
  #hasSpoken = false
  #hasThought = false
  #shownPlan = ''

  constructor({ session, status, reasoning, open = [] }: VoiceOptions) {
    this.#session = session
    this.#manner = { status, reasoning }
    this.#open = new Map(open.map((question) => [question.path, question]))
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
        return this.#call(moment.path, moment.tool, JSON.stringify(moment.input))
      case 'ended':
        return [...this.#done(lastStatus(moment.end)), lastPiece(this.#session, moment.end)]
      default:
        return this.#ofPeople(moment)
    }
  }

  /** Nothing more comes: it waits for calls of the client, or it is told by nobody any more. */
  stopped(): readonly Piece[] {
    if (this.#calls > 0) {
      const standing = { session: this.#session, status: 'waiting' } as const
      return [...this.#done('Waiting for your tools'), { type: 'finish', reason: 'tool_calls', standing }]
    }
    const error = new GyreError('server-stopping', `Session \`${this.#session}\` is not told of any further here.`)
    return [...this.#done('Interrupted'), { type: 'failure', error }]
  }

  /** What it waits for, and the end of the answer: a person is to say something first. */
  ask(): readonly Piece[] {
    const questions = [...this.#open.values()]
    const [first] = questions
    const content = this.#content(`${this.#hasSpoken ? '\n\n' : ''}${questionText(questions)}`)
    const standing = { session: this.#session, status: 'waiting', ...(first && { question: shown(first) }) } as const
    return [...content, ...this.#done('Waiting for you'), { type: 'finish', reason: 'stop', standing }]
  }

  /** What people are asked, and do. */
  #ofPeople(moment: Moment): readonly Piece[] {
    if (moment.type === 'question' && moment.question.kind !== 'tool')
      this.#open.set(moment.question.path, moment.question)
    if (moment.type === 'question-answered') this.#open.delete(moment.path)
    if (moment.type === 'standing' && moment.status === 'paused') return this.#status('Paused')
    // Calls of the client come first: with their results it goes on, and asks again.
    const isWaiting = moment.type === 'standing' && moment.status === 'waiting' && this.#calls === 0
    const isRefused = moment.type === 'intervention' && moment.state === 'rejected' && this.#open.size > 0
    return isWaiting || isRefused ? this.ask() : []
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

  #call(path: string, tool: string, input: string): readonly Piece[] {
    const index = this.#calls
    this.#calls += 1
    return [{ type: 'call', index, id: callId(this.#session, path), tool, input }]
  }
}

function shown({ path, kind, question, choices }: Question) {
  return { path, kind, question: question.slice(0, longestQuestion), ...(choices && { choices }) }
}
