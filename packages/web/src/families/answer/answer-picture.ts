/** One answer, or several chains and the vote between them. */
import { textOfAnswer } from '@gyre/core/view'
import type { SessionLog } from '../../session/session-log.ts'
import { numberIn, objectOf } from '../loop/json-values.ts'
import { LoopPart, type StepAt } from '../loop/loop-part.ts'
import { type ReplyState, type SaidReply, saidAt } from '../loop/said-reply.ts'

export type Sample = {
  readonly number: number
  readonly path: string
  readonly state: ReplyState
  /** What led to the answer. */
  readonly thought: string
  readonly answer: string
  /** Why it has no vote; null when it has one, or may still get it. */
  readonly voiceless: string | null
  /** Its answer is the one that most came to. */
  readonly isLeading: boolean
}

export type Vote = { readonly answer: string; readonly votes: number }

export type AnswerPicture = {
  readonly state: ReplyState | 'waiting'
  readonly answer: string
  readonly thought: string
  /** The step that gives the answer; null before there is one. */
  readonly path: string | null
  readonly failure: string | null
  /** The provider or the limit of a reply ended it before its end. */
  readonly isPiece: boolean
  readonly model: string | null
  readonly costUsd: number | null
  readonly ms: number
  /** How many memories stood before the conversation. */
  readonly memories: number
  /** Empty where there is one chain only. */
  readonly samples: readonly Sample[]
  /** How many chains there are to be. */
  readonly wanted: number
  readonly votes: readonly Vote[]
  readonly isOver: boolean
}

export function answerPicture(log: SessionLog, base: string): AnswerPicture {
  const part = new LoopPart(log, base)
  const wanted = numberIn(part.config, 'samples', 1)
  const at = lastStep(part)
  const said = at && saidAt(at)
  const votes = votesOf(part)
  const samples = samplesOf(part, Math.max(wanted, countSamples(part)), votes)
  const own = log.steps.filter(({ path, kind }) => path.startsWith(base) && kind === 'generate')
  return {
    state: stateOf(part, said, samples),
    answer: answerOf(part, said, votes),
    thought: said ? leadOf(said) : '',
    path: at?.path ?? null,
    failure: said?.failure ?? null,
    isPiece: said?.isPiece ?? false,
    model: own.findLast(({ model }) => model !== null)?.model ?? null,
    costUsd: own.some(({ costUsd }) => costUsd === null)
      ? null
      : own.reduce((sum, step) => sum + (step.costUsd ?? 0), 0),
    ms:
      own.length === 0
        ? 0
        : Math.max(...own.map((step) => step.endedAt)) - Math.min(...own.map((step) => step.startedAt)),
    memories: memoriesOf(part),
    samples,
    wanted,
    votes,
    isOver: part.isOver,
  }
}

/** What speaks last gives the answer. */
function lastStep(part: LoopPart): StepAt | undefined {
  const labels = ['wrap-up#1', 'answer#1', 'think#1']
  return labels.map((label) => part.repaired(label)).find((at) => saidAt(at) !== undefined)
}

function stateOf(part: LoopPart, said: SaidReply | undefined, samples: readonly Sample[]): AnswerPicture['state'] {
  if (part.end) return part.end.answer === null ? 'failed' : 'finished'
  if (said) return said.state
  return samples.some(({ state }) => state === 'running') ? 'running' : 'waiting'
}

/** The answer is what it ended with; before that, what is said or leads so far. */
function answerOf({ end }: LoopPart, said: SaidReply | undefined, votes: readonly Vote[]): string {
  if (end) return end.answer === null ? '' : textOfAnswer(end.answer)
  if (said) return said.state === 'running' ? afterMarker(said.text) : said.text
  return votes[0]?.answer ?? ''
}

const marker = /(?:^|\n)[*_ \t]*FINAL[ _]ANSWER[*_]*:[*_]*\s*/i

function afterMarker(text: string): string {
  const [, answer] = text.split(marker)
  return answer ?? text
}

/** What stands before the answer, or was thought before anything was said. */
function leadOf({ text, spoken, reasoning, state }: SaidReply): string {
  const [lead = ''] = spoken.split(marker)
  const isLed = state === 'running' ? marker.test(spoken) : spoken !== text
  return (isLed ? lead.trim() : '') || reasoning
}

function memoriesOf(part: LoopPart): number {
  const result = part.at('recall#1').done?.fact.data['result']
  return Array.isArray(result) ? result.length : 0
}

/** Chains that are known of, however many there are to be: of a loop inside another the settings come last. */
function countSamples(part: LoopPart): number {
  let count = 0
  while (saidAt(part.at(`sample#1[${count}]/think#1`))) count += 1
  return count
}

function samplesOf(part: LoopPart, wanted: number, votes: readonly Vote[]): readonly Sample[] {
  if (wanted <= 1) return []
  const leader = votes[0]?.answer
  return Array.from({ length: wanted }, (_, index) => {
    const local = `sample#1[${index}]/think#1`
    const said = saidAt(part.repaired(local))
    return { ...sampleOf(said, index + 1, part.at(local).path), isLeading: isLeading(said, leader) }
  })
}

function sampleOf(said: SaidReply | undefined, number: number, path: string): Omit<Sample, 'isLeading'> {
  if (!said) return { number, path, state: 'not-made', thought: '', answer: '', voiceless: null }
  const answer = said.state === 'running' ? '' : said.text
  const thought = said.state === 'running' ? said.text : leadOf(said)
  return { number, path, state: said.state, thought, answer, voiceless: voicelessOf(said) }
}

function voicelessOf({ failure, fault, isPiece, state, text }: SaidReply): string | null {
  if (failure !== undefined) return failure
  if (fault !== undefined) return `cannot be read: ${fault}`
  if (isPiece) return 'cut off before its answer'
  return state === 'finished' && text === '' ? 'no answer' : null
}

function isLeading(said: SaidReply | undefined, leader: string | undefined): boolean {
  if (leader === undefined || said?.state !== 'finished' || voicelessOf(said) !== null) return false
  return sameAnswer(said.text) === sameAnswer(leader)
}

/** Near enough to mark a chain: which answers are one is the loop's to say, and its count is what is shown. */
function sameAnswer(answer: string): string {
  return answer
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!;,\s]+$/, '')
    .trim()
}

/** The loop's own count; while chains are still under way, what it proposed last. */
function votesOf(part: LoopPart): readonly Vote[] {
  const counted = part.end?.details['votes']
  if (Array.isArray(counted)) return counted as unknown as readonly Vote[]
  const { answer, score } = objectOf(part.notes('proposal').at(-1)?.value)
  return typeof answer === 'string' && typeof score === 'number' && score > 0 ? [{ answer, votes: score }] : []
}
