/** Self-ask as a ladder: each follow-up, who answered it, and what. */
import { textOfAnswer } from '@gyre/core/view'
import type { SessionLog } from '../../session/session-log.ts'
import { numberIn, objectOf } from '../loop/json-values.ts'
import { isThere, LoopPart, type StepAt } from '../loop/loop-part.ts'
import { type CallState, inputText, type MadeCall, madeCall } from '../loop/made-call.ts'
import { type ReplyState, type SaidCall, saidAt } from '../loop/said-reply.ts'

/** Where an answer is from: a tool, the model's own knowledge, or an earlier rung. */
export type Source = 'tool' | 'model' | 'earlier' | 'none'

export type Rung = {
  /** The call that asks it: no two of a reply have the same. */
  readonly id: string
  /** Of the follow-ups that count, from 1; null for one that was not asked. */
  readonly number: number | null
  /** Which reply asked it, from 1: those of one reply stand side by side. */
  readonly turn: number
  readonly question: string
  readonly state: CallState
  readonly answer: string
  readonly source: Source
  /** The tool, where it is one. */
  readonly tool: string | null
  readonly ms: number
  /** The step that answers it, or else the one that asks. */
  readonly path: string
}

export type AskTurn = {
  readonly number: number
  readonly path: string
  readonly state: ReplyState
  /** What was said besides the questions. */
  readonly thought: string
  readonly fault: string | null
  readonly rungs: readonly Rung[]
}

export type LadderEnd = { readonly path: string; readonly state: ReplyState; readonly answer: string }

export type LadderPicture = {
  readonly goal: string
  readonly turns: readonly AskTurn[]
  readonly asked: number
  readonly answered: number
  readonly limit: number
  readonly end: LadderEnd | null
  /** Why it stopped asking: `limit`, `repeated` or `unreadable`; null when it was done, or is not yet. */
  readonly stop: string | null
  readonly isOver: boolean
}

const followUp = 'follow_up'
const usualLimit = 8

export function ladderPicture(log: SessionLog, base: string): LadderPicture {
  const part = new LoopPart(log, base)
  const asking = new Asking(part)
  const turns = part.all('ask').flatMap((_, index) => asking.turn(index + 1) ?? [])
  const rungs = turns.flatMap((turn) => turn.rungs)
  const { stop } = part.end?.details ?? {}
  return {
    goal: base === '' ? part.goal : '',
    turns: turns.filter(({ rungs: own, fault, state }) => own.length > 0 || fault !== null || state !== 'finished'),
    asked: asking.asked,
    answered: rungs.filter(({ state, number }) => state === 'done' && number !== null).length,
    limit: numberIn(part.config, 'maxFollowUps', usualLimit),
    end: endOf(part),
    stop: typeof stop === 'string' && stop !== 'answered' ? stop : null,
    isOver: part.isOver,
  }
}

/** Goes through the replies in their order, and knows what was asked before. */
class Asking {
  asked = 0
  readonly #part: LoopPart
  /** Answers by what makes two questions one. */
  readonly #known = new Map<string, string>()
  #looks = 0
  #recalls = 0

  constructor(part: LoopPart) {
    this.#part = part
  }

  turn(number: number): AskTurn | undefined {
    const at = this.#part.repaired(`ask#${number}`)
    const said = saidAt(at)
    if (!said) return undefined
    return {
      number,
      path: this.#part.at(`ask#${number}`).path,
      state: said.state,
      thought: said.calls.length > 0 ? said.text : '',
      fault: said.fault === undefined ? (said.failure ?? null) : `Cannot be read: ${said.fault}.`,
      rungs: this.#rungs(said.calls, number, at.path),
    }
  }

  #rungs(calls: readonly SaidCall[], turn: number, path: string): readonly Rung[] {
    const taken = calls.slice(0, this.#room())
    const steps = this.#stepsFor(taken)
    const rungs = taken.map((call) => this.#rung(call, steps.get(call), { turn, path }))
    const why = this.#part.config['parallel'] === false ? 'one question at a time' : 'no follow-ups are left'
    const left = calls.slice(taken.length).map((call) => unasked(call, { turn, path }, `Not asked: ${why}.`))
    return [...rungs, ...left]
  }

  #room(): number {
    const limit = numberIn(this.#part.config, 'maxFollowUps', usualLimit)
    return this.#part.config['parallel'] === false ? 1 : Math.max(0, limit - this.asked)
  }

  /** The step that answers each call. Tools are asked side by side, and so is the model where there is no such tool. */
  #stepsFor(calls: readonly SaidCall[]): ReadonlyMap<SaidCall, StepAt> {
    const found = new Map<SaidCall, StepAt>()
    const seen = new Set(this.#known.keys())
    const fresh = calls.filter((call) => !isQuestion(call) || isFirst(questionKey(questionOf(call)), seen))
    const looks = this.#group(`look#${this.#looks + 1}`, fresh.length)
    for (const call of fresh) {
      const step = looks.find((each) => idOf(each) === call.id)
      if (step) found.set(call, step)
    }
    if (looks.length > 0) this.#looks += 1
    const others = fresh.filter((call) => !found.has(call) && isQuestion(call))
    const recalls = this.#group(`follow-up#${this.#recalls + 1}`, others.length, '/answer#1')
    for (const [index, call] of others.entries()) {
      const step = recalls[index]
      if (step) found.set(call, step)
    }
    if (recalls.some(isThere)) this.#recalls += 1
    return found
  }

  #group(base: string, count: number, inside = ''): readonly StepAt[] {
    const steps = Array.from({ length: count }, (_, index) => this.#part.at(`${base}[${index}]${inside}`))
    return steps.some(isThere) ? steps : []
  }

  #rung(call: SaidCall, step: StepAt | undefined, place: Place): Rung {
    if (call.tool === followUp && questionOf(call) === '') {
      return unasked(call, place, 'Not asked: it holds no question.')
    }
    this.asked += 1
    const question = questionText(call)
    const key = questionKey(questionOf(call))
    const shared = { id: call.id, number: this.asked, turn: place.turn, question }
    const known = this.#known.get(key)
    if (!step && known !== undefined) {
      return { ...shared, state: 'done', answer: known, source: 'earlier', tool: null, ms: 0, path: place.path }
    }
    const answer = step ? this.#answered(call, step) : open(this.#part, place.path)
    if (answer.state === 'done' && isQuestion(call)) this.#known.set(key, answer.answer)
    return { ...shared, ...answer }
  }

  #answered(call: SaidCall, step: StepAt): Answered {
    if (!step.path.endsWith('/answer#1')) return byTool(madeCall(this.#part, step, call))
    const said = saidAt(step)
    const isSilent = said?.state === 'finished' && said.text.trim() === ''
    const failed = isSilent ? 'No answer came.' : said?.failure
    const state: CallState =
      said?.state === 'finished' ? 'done' : (said?.state ?? (this.#part.isOver ? 'not-made' : 'next'))
    return {
      state: isSilent ? 'failed' : state,
      answer: failed ?? said?.text ?? '',
      source: 'model',
      tool: null,
      ms: step.done?.ms ?? 0,
      path: step.path,
    }
  }
}

type Place = { readonly turn: number; readonly path: string }
type Answered = Pick<Rung, 'state' | 'answer' | 'source' | 'tool' | 'ms' | 'path'>

function byTool({ state, text, ms, path, ...call }: MadeCall): Answered {
  return { state, answer: text, source: 'tool', tool: call.tool, ms, path }
}

function open({ isOver }: LoopPart, path: string): Answered {
  const answer = isOver ? 'Not made: the loop ended before.' : ''
  return { state: isOver ? 'not-made' : 'next', answer, source: 'none', tool: null, ms: 0, path }
}

function unasked(call: SaidCall, { turn, path }: Place, why: string): Rung {
  const question = questionText(call) || 'no question'
  return {
    id: call.id,
    number: null,
    turn,
    question,
    state: 'refused',
    answer: why,
    source: 'none',
    tool: null,
    ms: 0,
    path,
  }
}

/** A plain follow-up: another tool is called by its name, with arguments of its own. */
function isQuestion(call: SaidCall): boolean {
  return questionOf(call) !== ''
}

function questionOf({ tool, input }: SaidCall): string {
  if (typeof input === 'string') return tool === followUp ? input.trim() : ''
  const values = Object.values(objectOf(input))
  const [only] = values
  return values.length === 1 && typeof only === 'string' ? only.trim() : ''
}

function questionText(call: SaidCall): string {
  return call.tool === followUp ? questionOf(call) : `${call.tool} ${inputText(call.input)}`.trim()
}

/** What makes two questions one: case, spaces and closing marks do not matter. */
export function questionKey(question: string): string {
  const folded = question.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  return folded.replace(/[ ?？.。]{1,20}$/, '') || folded
}

function isFirst(key: string, seen: Set<string>): boolean {
  if (seen.has(key)) return false
  seen.add(key)
  return true
}

function idOf({ done, running }: StepAt): unknown {
  return done ? objectOf(done.fact.data['request'])['id'] : running?.data['id']
}

/** The last reply, when it asks nothing; or the answer that was asked for in its place. */
function endOf(part: LoopPart): LadderEnd | null {
  const lasts = ['wrap-up#1', 'conclude#1', `ask#${part.all('ask').length}`]
  for (const label of lasts) {
    const at = part.repaired(label)
    const said = saidAt(at)
    if (!said || said.calls.length > 0 || said.fault !== undefined) continue
    if (label.startsWith('ask') && said.state !== 'finished') continue
    return { path: part.at(label).path, state: said.state, answer: said.text || said.failure || '' }
  }
  const { end } = part
  return end && end.answer !== null ? { path: part.base, state: 'finished', answer: textOfAnswer(end.answer) } : null
}
