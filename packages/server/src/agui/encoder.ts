/**
 * A session as a run of AG-UI 1.0: moments in, events out.
 *
 * What an earlier run of the thread told is recalled, not told again; what it left open is open again in this one.
 */
import { type GyreError, type JsonObject, type Question, stepName } from '@gyre/core'
import type { Moment } from '../narration/moment.ts'
import { callId } from '../session/call-ids.ts'
import { askedAgain, RefusedAnswers } from '../session/refused-answers.ts'
import { PlanActivity, TreeActivity } from './activities.ts'
import { type AguiEvent, custom, nothing, type Owner, protocolVersion } from './agui-event.ts'
import type { AguiRun } from './agui-run.ts'
import { Calls } from './calls.ts'
import { endEvents } from './ending.ts'
import { interruptOf } from './interrupts.ts'
import { RunState } from './run-state.ts'
import { Scopes } from './scopes.ts'
import { Transcript } from './transcript.ts'
import { Voice } from './voice.ts'

export class AguiEncoder {
  readonly #run: AguiRun
  readonly #scopes: Scopes
  readonly #calls: Calls
  readonly #voice: Voice
  readonly #plan: PlanActivity
  readonly #trees: TreeActivity
  readonly #transcript: Transcript
  readonly #state: RunState
  readonly #refused = new RefusedAnswers()
  #isOpen = false

  constructor(run: AguiRun) {
    const { session, messages } = run
    this.#run = run
    this.#scopes = new Scopes(session)
    this.#calls = new Calls(
      session,
      messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)),
    )
    this.#voice = new Voice(session)
    this.#plan = new PlanActivity(session)
    this.#trees = new TreeActivity(session)
    this.#transcript = new Transcript(messages)
    this.#state = new RunState(session)
  }

  /** The first event of every run. */
  start(): readonly AguiEvent[] {
    const { threadId, runId, parentRunId } = this.#run
    return [
      { type: 'RUN_STARTED', threadId, runId, protocolVersion, ...(parentRunId !== undefined && { parentRunId }) },
    ]
  }

  /** Takes note of what an earlier run told. */
  recall(moment: Moment): void {
    this.#eventsOf(moment)
  }

  encode(moment: Moment): readonly AguiEvent[] {
    const opening = moment.type === 'begun' ? nothing : this.#opening()
    const events = [...opening, ...this.#eventsOf(moment), ...(moment.type === 'begun' ? this.#opening() : nothing)]
    for (const event of events) this.#transcript.add(event)
    return events
  }

  /** The run is over, and the session is not: it goes on in the next run, which replies to these. */
  waits(questions: readonly Question[]): readonly AguiEvent[] {
    const { threadId, runId } = this.#run
    const closing = [
      ...this.#opening(),
      ...this.#voice.closeAll(),
      ...this.#scopes.closeAll(questions.map(({ path }) => path)),
    ]
    for (const event of closing) this.#transcript.add(event)
    const finished = { type: 'RUN_FINISHED', threadId, runId } as const
    if (questions.every(({ kind }) => kind === 'tool')) {
      const pendingToolCallIds = questions.map(({ path }) => callId(this.#run.session, path))
      return [...closing, { ...finished, outcome: { type: 'success', pendingToolCallIds } }]
    }
    const interrupts = questions.map((question) => this.#interrupt(question))
    return [
      ...closing,
      this.#state.snapshot(),
      { type: 'MESSAGES_SNAPSHOT', messages: this.#transcript.messages() },
      { ...finished, outcome: { type: 'interrupt', interrupts } },
    ]
  }

  /** The run cannot be told to its end. */
  failed({ code, message }: GyreError): readonly AguiEvent[] {
    return [{ type: 'RUN_ERROR', message, code }]
  }

  #interrupt(question: Question): JsonObject {
    const message = askedAgain(question.question, this.#refused.why(question.path))
    return interruptOf(this.#run.session, { ...question, question: message }, this.#calls.idOf(question))
  }

  /** What a client must know before anything else, once. */
  #opening(): readonly AguiEvent[] {
    if (this.#isOpen) return nothing
    this.#isOpen = true
    return [this.#state.snapshot(), ...this.#scopes.reopen()]
  }

  #eventsOf(moment: Moment): readonly AguiEvent[] {
    switch (moment.type) {
      case 'begun':
        this.#state.begin(moment.definition)
        return nothing
      case 'step-begun':
        return this.#scopes.begin(moment)
      case 'step-ended':
        return this.#scopes.end(moment)
      case 'thought-begun':
        return this.#voice.beginThought(stepName(moment.path, {}), this.#ownerOf(moment))
      case 'thought':
        return this.#voice.think(moment.text)
      case 'thought-ended':
        return this.#voice.endThought()
      case 'answer':
        return this.#voice.say(moment.text)
      case 'answer-changed':
        return this.#sayAnew(moment.text)
      case 'plan':
        return this.#planned(moment)
      case 'standing':
        return this.#state.stand(moment.status)
      case 'ended':
        return this.#end(moment)
      default:
        return this.#workEvents(moment)
    }
  }

  #workEvents(moment: Moment): readonly AguiEvent[] {
    switch (moment.type) {
      case 'tool-begun':
        return this.#calls.begin(moment, this.#ownerOf(moment))
      case 'client-call':
        return this.#calls.beginAtClient(moment, this.#ownerOf(moment))
      case 'tool-ended':
        return this.#calls.end(moment, this.#ownerOf(moment))
      case 'question': {
        const { question } = moment
        this.#refused.asked(question.path)
        return question.kind === 'approval' ? this.#calls.approvalOf(question, this.#ownerOf(question)) : nothing
      }
      case 'note':
        return this.#note(moment)
      case 'source':
        return [custom('source', moment.source)]
      case 'intervention': {
        const { type: _, ...told } = moment
        this.#refused.note(told)
        return [custom('intervention', told)]
      }
      default:
        return nothing
    }
  }

  #ownerOf({ path }: { readonly path: string }): Owner {
    return this.#scopes.ownerOf(path)
  }

  /** What was said cannot be taken back piece by piece: the message is put in the place of what a client has of it. */
  #sayAnew(text: string): readonly AguiEvent[] {
    const said = [...this.#voice.say(''), ...this.#voice.closeAll()]
    for (const event of said) this.#transcript.add(event)
    this.#transcript.replace(this.#voice.answerId, text)
    return [...said, { type: 'MESSAGES_SNAPSHOT', messages: this.#transcript.messages() }]
  }

  #planned(plan: Extract<Moment, { readonly type: 'plan' }>): readonly AguiEvent[] {
    const { revision, steps } = plan
    return [...this.#plan.apply(plan), this.#state.change('plan', { revision, steps })]
  }

  #note(note: Extract<Moment, { readonly type: 'note' }>): readonly AguiEvent[] {
    const { path, name, value } = note
    // The best answer so far: the answer itself comes with the end.
    if (name === 'proposal') return nothing
    const owner = this.#ownerOf(note)
    return name === 'tree' ? this.#trees.apply(value, owner) : [custom('note', { path, name, value }, owner)]
  }

  #end({ end }: Extract<Moment, { readonly type: 'ended' }>): readonly AguiEvent[] {
    const { status } = end
    const closing = [...this.#voice.closeAll(), ...this.#calls.closeAll(), ...this.#scopes.closeAll()]
    return [...closing, ...this.#state.stand(status), ...endEvents(this.#run, end, this.#state.model)]
  }
}
