/** Thoughts and scores as models write them. */
import { objectOf } from '../loop/json-values.ts'
import type { StepAt } from '../loop/loop-part.ts'

export type SaidThought = { readonly text: string; readonly isAnswer: boolean }

const answerMark = /(?:^|\n)[*_# \t]*(?:FINAL[ _])?ANSWER[*_]*:[*_]*\s*/
const thoughtMark = /(?:^|\n)[*_# \t]*THOUGHT[*_]*:[*_]*\s*/i

/** What a reply says, near enough to know it again: the loop's own reading comes with its notes. */
export function saidThought(reply: string): SaidThought {
  const answers = reply.split(answerMark)
  if (answers.length > 1) return { text: (answers.at(-1) ?? '').trim(), isAnswer: true }
  const [lead = '', thought] = reply.split(thoughtMark)
  return { text: (thought ?? lead).trim(), isAnswer: false }
}

/** Without case, spaces and closing points. */
function comparable(thought: string): string {
  return thought
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[ .!;,]+$/, '')
    .trim()
}

/** Whether two are one; long ones are shown cut. */
export function isSameThought(shown: string, said: string): boolean {
  if (shown.endsWith('…') && said.length > shown.length) return said.startsWith(shown.slice(0, -1))
  return comparable(shown) === comparable(said)
}

/** The steps a thought goes on from, as its request shows them; undefined when that is not known. */
export function lineBefore({ done }: StepAt): readonly string[] | undefined {
  const { append } = objectOf(done?.fact.data['request'])
  const asked = Array.isArray(append) ? textsIn(append.at(-1)) : ''
  if (!asked.includes('<task>')) return undefined
  const [, listed] = /<thoughts>\n([\s\S]*?)\n<\/thoughts>/.exec(asked) ?? []
  return listed === undefined ? [] : stepsIn(listed)
}

function textsIn(message: unknown): string {
  const { parts } = objectOf(message)
  return (Array.isArray(parts) ? parts : []).map((part) => String(objectOf(part)['text'] ?? '')).join('')
}

/** `1. …`, `2. …`: further lines of a step stand below its first, set in. */
function stepsIn(listed: string): readonly string[] {
  const steps: string[] = []
  for (const line of listed.split('\n')) {
    const number = `${steps.length + 1}. `
    if (line.startsWith(number)) steps.push(line.slice(number.length))
    else steps.push(`${steps.pop() ?? ''}\n${line.replace(/^ {3}/, '')}`)
  }
  return steps
}

export type SaidScore = { readonly score: number | null; readonly why: string }

/** The score of a judge's reply, and why. */
export function saidScore(reply: string): SaidScore {
  const [why = '', rest] = reply.split(/(?:^|\n)[*_# \t]*SCORE[*_]*:[*_]*\s*/i)
  const score = Number.parseFloat(rest ?? '')
  return { score: Number.isFinite(score) ? score : null, why: why.trim() }
}
