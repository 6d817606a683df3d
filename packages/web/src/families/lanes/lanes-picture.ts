/** ReAct as lanes: each turn with what was thought, what was done, and what came of it. */
import { textOfAnswer } from '@gyre/core/view'
import type { SessionLog } from '../../session/session-log.ts'
import { numberIn } from '../loop/json-values.ts'
import { isThere, LoopPart, type StepAt } from '../loop/loop-part.ts'
import { type MadeCall, madeCall } from '../loop/made-call.ts'
import { type ReplyState, type SaidReply, saidAt } from '../loop/said-reply.ts'

/** `answer` ends the loop; `forced` is the last answer when no turns are left, `wrap-up` when no budget is. */
export type TurnKind = 'turn' | 'forced' | 'wrap-up'

export type Turn = {
  readonly kind: TurnKind
  readonly number: number
  readonly path: string
  readonly state: ReplyState
  readonly thought: string
  readonly calls: readonly MadeCall[]
  /** What it answers; null when it does not. */
  readonly answer: string | null
  /** Why it is no thought that counts: it could not be read, or there is none. */
  readonly fault: string | null
  /** It was taken out of the conversation when the loop went back. */
  readonly isDropped: boolean
  /** After this turn the loop went back. */
  readonly wentBack: WentBack | null
}

export type WentBack = { readonly path: string; readonly state: ReplyState; readonly summary: string }

export type LanesPicture = {
  readonly turns: readonly Turn[]
  /** Turns before the model must answer. */
  readonly limit: number
  /** The turn it is at, from 1; 0 before the first. */
  readonly turn: number
  readonly made: number
  /** Calls that were refused, or that there was no budget for. */
  readonly notMade: number
  readonly failed: number
  readonly isOver: boolean
}

/** What a model has before it must answer, unless the settings say otherwise. */
const usualLimit = 10

export function lanesPicture(log: SessionLog, base: string): LanesPicture {
  const part = new LoopPart(log, base)
  const thinking = turnsOf(part)
  const turns = [...thinking, ...lastTurns(part, thinking.length)]
  const calls = turns.flatMap((turn) => turn.calls)
  const count = (...states: readonly MadeCall['state'][]) => calls.filter(({ state }) => states.includes(state)).length
  return {
    turns,
    limit: numberIn(part.config, 'maxIterations', usualLimit),
    turn: thinking.length,
    made: count('done', 'failed'),
    notMade: count('refused', 'not-made'),
    failed: count('failed'),
    isOver: part.isOver,
  }
}

function turnsOf(part: LoopPart): readonly Turn[] {
  const turns: Turn[] = []
  let acts = 0
  const summaries = part.all('summarise')
  let backs = 0
  const thoughts = part.all('think')
  for (const [index, step] of thoughts.entries()) {
    const at = part.repaired(`think#${index + 1}`)
    const said = saidAt(at)
    if (!said) continue
    if (said.calls.length > 0) acts += 1
    const turn = turnOf(part, { at: { ...at, path: step.path }, said, number: index + 1, act: acts })
    const summary = summaries[backs]
    const next = thoughts[index + 1]
    const isHere = summary && said.calls.length > 0 && comesBefore(summary, next)
    turns.push(isHere ? { ...turn, wentBack: backOf(summary) } : turn)
    if (isHere) {
      backs += 1
      dropFailed(turns)
    }
  }
  return turns
}

/** Whether the loop went back before the next turn. Of two under way the turn is the later one. */
function comesBefore({ done }: StepAt, next: StepAt | undefined): boolean {
  if (!next) return true
  return done !== undefined && (next.done === undefined || done.seq < next.done.seq)
}

function backOf(summary: StepAt): WentBack {
  const said = saidAt(summary)
  return { path: summary.path, state: said?.state ?? 'running', summary: said?.text || said?.failure || '' }
}

/** The turns at the end whose calls all failed leave the conversation. */
function dropFailed(turns: Turn[]): void {
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at]
    if (!turn || turn.isDropped || turn.calls.some(({ state }) => state === 'done')) return
    turns[at] = { ...turn, isDropped: true }
  }
}

type Told = { readonly at: StepAt; readonly said: SaidReply; readonly number: number; readonly act: number }

function turnOf(part: LoopPart, { at, said, number, act }: Told): Turn {
  const calls = said.calls.map((call, index) => madeCall(part, part.at(`act#${act}[${index}]`), call))
  const isAnswer = said.state === 'finished' && calls.length === 0 && said.fault === undefined
  const { thought, answer } = isAnswer ? answered(said) : { thought: said.text, answer: null }
  return {
    kind: 'turn',
    number,
    path: at.path,
    state: said.state,
    thought: said.state === 'running' ? spokenThought(said) : thought,
    calls,
    answer,
    fault: said.fault === undefined ? (said.failure ?? null) : `Cannot be read: ${said.fault}.`,
    isDropped: false,
    wentBack: null,
  }
}

/** The words of the protocol are for the loop to read. */
const protocol = /^\s*Thought:\s*/i

/** While it is spoken, a reply is a thought as far as its first action. */
function spokenThought({ text, reasoning }: SaidReply): string {
  const [thought = ''] = (text || reasoning).split(/\n(?:Action|FINAL_ANSWER):/)
  return thought.replace(protocol, '').replace(/^\s*FINAL_ANSWER:\s*/, '')
}

/** What leads to an answer, where the reply says it, and the answer. */
function answered({ text, spoken, reasoning }: SaidReply): { readonly thought: string; readonly answer: string } {
  const [lead = ''] = spoken === text ? [''] : spoken.split('FINAL_ANSWER:')
  return { thought: lead.replace(protocol, '').trim() || reasoning, answer: text }
}

/** What comes after the turns: an answer that was asked for because there are none left, or no budget. */
function lastTurns(part: LoopPart, turns: number): readonly Turn[] {
  const kinds = [
    ['answer#1', 'forced'],
    ['wrap-up#1', 'wrap-up'],
  ] as const
  return kinds.flatMap(([label, kind]) => {
    const at = part.repaired(label)
    const said = saidAt(at)
    if (!isThere(at) || !said) return []
    const turn = turnOf(part, { at: { ...at, path: part.at(label).path }, said, number: turns + 1, act: 0 })
    return [{ ...turn, kind, answer: turn.answer === '' ? givenAnswer(part) : turn.answer }]
  })
}

/** A last answer that says nothing: what the loop ended with in its place. */
function givenAnswer({ end }: LoopPart): string | null {
  return end === null || end.answer === null ? null : textOfAnswer(end.answer)
}
