/** A session as a message of the AI SDK: moments in, chunks out. */
import { type GyreError, type Json, type JsonObject, type Question, stepName } from '@gyre/core'
import type { Moment, Source } from '../narration/moment.ts'
import { RefusedAnswers } from '../session/refused-answers.ts'
import { type Chunk, dataChunk, nothing, passingChunk } from './chunk.ts'
import { UiCalls } from './ui-calls.ts'
import { endChunks } from './ui-ending.ts'
import { Interventions } from './ui-interventions.ts'
import { UiSteps } from './ui-steps.ts'
import { UiTree } from './ui-tree.ts'
import type { UiTurn } from './ui-turn.ts'
import { UiVoice } from './ui-voice.ts'

export class UiEncoder {
  readonly #turn: UiTurn
  readonly #calls: UiCalls
  readonly #steps = new UiSteps()
  readonly #voice = new UiVoice()
  readonly #tree = new UiTree()
  readonly #interventions: Interventions
  readonly #questions = new Map<string, Question>()
  /** Of this turn. */
  readonly #refused = new RefusedAnswers()

  constructor(turn: UiTurn) {
    this.#turn = turn
    this.#calls = new UiCalls(turn)
    this.#interventions = new Interventions(this.#calls)
  }

  start(): readonly Chunk[] {
    const { session, messageId } = this.#turn
    return [{ type: 'start', messageId, messageMetadata: { sessionId: session } }]
  }

  /** Takes note of what an earlier turn told. */
  recall(moment: Moment): void {
    if (moment.type === 'question') this.#remember(moment.question)
    if (moment.type === 'client-call') this.#calls.recall(moment, true)
    if (moment.type === 'tool-begun') this.#calls.recall(moment, false)
    if (moment.type === 'thought-begun') this.#voice.beginThought(stepName(moment.path, {}))
    if (moment.type === 'thought-ended') this.#voice.endThought()
    if (moment.type === 'note' && moment.name === 'tree') this.#tree.grow(moment.value)
    if (moment.type === 'intervention') this.#interventions.note(moment)
    if (moment.type === 'step-begun' && moment.kind === 'loop') this.#steps.begin(moment)
    if (moment.type === 'step-ended') this.#steps.end(moment)
  }

  encode(moment: Moment): readonly Chunk[] {
    switch (moment.type) {
      case 'step-begun':
        return this.#steps.begin(moment)
      case 'step-ended':
        return this.#steps.end(moment)
      case 'thought-begun':
        return this.#voice.beginThought(stepName(moment.path, {}))
      case 'thought':
        return this.#voice.think(moment.text)
      case 'thought-ended':
        return this.#voice.endThought()
      case 'answer':
        return this.#voice.say(moment.text)
      case 'answer-changed':
        return this.#voice.sayAnew(moment.text)
      case 'ended':
        return [...this.#closing(), ...endChunks(this.#turn.session, moment.end)]
      default:
        return this.#workChunks(moment)
    }
  }

  /** The message is over, and the session is not: what the client sends next replies to these. */
  waits(questions: readonly Question[]): readonly Chunk[] {
    const isForTools = questions.some(({ kind }) => kind === 'tool' || kind === 'approval')
    const again = questions.flatMap((question) => this.#askAgain(question))
    return [...again, ...this.#closing(), { type: 'finish', finishReason: isForTools ? 'tool-calls' : 'other' }]
  }

  failed({ message }: GyreError): readonly Chunk[] {
    return [{ type: 'error', errorText: message }]
  }

  #closing(): readonly Chunk[] {
    return [...this.#voice.close(), ...this.#steps.close()]
  }

  #workChunks(moment: Moment): readonly Chunk[] {
    switch (moment.type) {
      case 'tool-begun':
        return this.#calls.begin(moment, false)
      case 'client-call':
        this.#steps.hold(moment.path)
        return this.#calls.begin(moment, true)
      case 'tool-ended':
        return this.#calls.end(moment)
      case 'question':
        return this.#ask(moment.question)
      case 'question-answered':
        return this.#answered(moment.path)
      case 'intervention':
        this.#refused.note(moment)
        return this.#interventions.tell(moment)
      default:
        return this.#newsChunks(moment)
    }
  }

  #newsChunks(moment: Moment): readonly Chunk[] {
    switch (moment.type) {
      case 'plan':
        return [dataChunk('plan', 'plan', { revision: moment.revision, steps: moment.steps })]
      case 'note':
        return this.#note(moment)
      case 'source':
        return [sourceChunk(moment.source)]
      case 'standing':
        return [passingChunk('control', { status: moment.status })]
      case 'status':
        return [passingChunk('status', { text: moment.text })]
      default:
        return nothing
    }
  }

  #note({ path, name, value }: Extract<Moment, { readonly type: 'note' }>): readonly Chunk[] {
    // The best answer so far: the answer itself comes with the end.
    if (name === 'proposal') return nothing
    if (name === 'tree') return [dataChunk('tree', 'tree', this.#tree.grow(value))]
    return [passingChunk('note', { path, name, value })]
  }

  #remember(question: Question): void {
    if (question.kind === 'approval') this.#calls.recallApproval(question)
    else this.#questions.set(question.path, question)
  }

  #ask(question: Question): readonly Chunk[] {
    this.#refused.asked(question.path)
    if (question.kind === 'approval') {
      this.#steps.hold(question.path)
      return this.#calls.ask(question)
    }
    this.#questions.set(question.path, question)
    return [questionChunk(question, { state: 'open' })]
  }

  /** Clients ask for approvals by the call, which they have. */
  #askAgain(question: Question): readonly Chunk[] {
    const refused = this.#refused.why(question.path)
    if (refused === undefined || question.kind === 'approval') return nothing
    return [questionChunk(question, { state: 'open', refused })]
  }

  #answered(path: string): readonly Chunk[] {
    this.#steps.release(path)
    const question = this.#questions.get(path)
    return question ? [questionChunk(question, { state: 'answered' })] : nothing
  }
}

/** `refused` is why the last answer was none. */
type QuestionState = { readonly state: 'open' | 'answered'; readonly refused?: string }

function questionChunk(question: Question, state: QuestionState): Chunk {
  const { path, kind, question: text, choices, data } = question
  const shown: JsonObject = { path, kind, question: text, ...(choices && { choices }), ...(data && { data }) }
  return dataChunk('question', path, { ...shown, ...state } satisfies Json)
}

/** What has no address on the web is a document. */
function sourceChunk({ number, title, url }: Source): Chunk {
  const sourceId = String(number)
  if (/^https?:\/\//i.test(url)) return { type: 'source-url', sourceId, url, title }
  return { type: 'source-document', sourceId, mediaType: 'text/plain', title, filename: url }
}
