/**
 * The working memory: one text that goes through all prompts, facts with their sources, and what people answered.
 *
 * It has bounds of its own: a text that is too long loses its middle, and the oldest facts go first.
 */
import { shownText } from '../../fence.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'

/** Something a step has shown. */
export type Fact = {
  readonly text: string
  /** Id of the step. */
  readonly step: string
  /** A tool, an address, a file. */
  readonly from: string
}

type UserAnswer = { readonly question: string; readonly answer: string }

export type WorkingMemory = {
  readonly text: string
  readonly facts: readonly Fact[]
  readonly answers: readonly UserAnswer[]
}

/** What a step of a round made of it. */
export type StepMemory = {
  readonly id: string
  /** The text as the step left it; null when it said nothing of it. */
  readonly text: string | null
  readonly facts: readonly Fact[]
}

export const longestText = 6_000
export const longestFact = 400
export const mostFacts = 40
const longestAnswer = 2_000
const mostAnswers = 10

export const emptyMemory: WorkingMemory = { text: '', facts: [], answers: [] }

/** With the text a reply gives it. A reply that says nothing of it leaves it as it is. */
export function rewritten(memory: WorkingMemory, text: string | null | undefined): WorkingMemory {
  const said = text?.trim() ?? ''
  return said === '' ? memory : { ...memory, text: withoutMiddle(said, longestText) }
}

/** With a line of the loop's own at its end. */
export function withLine(memory: WorkingMemory, line: string): WorkingMemory {
  return rewritten(memory, memory.text === '' ? line : `${memory.text}\n${line}`)
}

/** Without the lines that begin like this: they have done their work. */
export function withoutLines(memory: WorkingMemory, mark: string): WorkingMemory {
  const kept = memory.text.split('\n').filter((line) => !line.startsWith(mark))
  return { ...memory, text: kept.join('\n').trim() }
}

export function withAnswer(memory: WorkingMemory, { question, answer }: UserAnswer): WorkingMemory {
  const given = { question: withoutMiddle(question, longestAnswer), answer: withoutMiddle(answer, longestAnswer) }
  return { ...memory, answers: [...memory.answers, given].slice(-mostAnswers) }
}

/** What the steps of a round made of one memory: facts united, texts joined in the order of the steps. */
export function afterRound(memory: WorkingMemory, steps: readonly StepMemory[]): WorkingMemory {
  const changed = steps.filter(({ text }) => text !== null && text.trim() !== '' && text.trim() !== memory.text)
  const [only, ...others] = changed
  const together = changed.map(({ id, text }) => `Step ${id}: ${text?.trim()}`).join('\n\n')
  const told = rewritten(memory, others.length === 0 ? only?.text : together)
  return { ...told, facts: unitedFacts([...memory.facts, ...steps.flatMap(({ facts }) => facts)]) }
}

/** Each said once, by the step that said it first; the newest when there are too many. */
function unitedFacts(facts: readonly Fact[]): readonly Fact[] {
  const known = new Map<string, Fact>()
  for (const fact of facts) {
    const text = withoutMiddle(fact.text.trim(), longestFact)
    const key = text
      .toLowerCase()
      .replace(/[\s.]+/g, ' ')
      .trim()
    if (key !== '' && !known.has(key)) known.set(key, { ...fact, text })
  }
  return [...known.values()].slice(-mostFacts)
}

/** As a model reads it; undefined when it is empty. What models and tools wrote is fenced, what people said is not. */
export function shownMemory({ text, facts, answers }: WorkingMemory): string | undefined {
  const fenced = (inside: string, from: string) => shownText({ text: inside, untrusted: { from } })
  const parts = [
    ...answers.map(({ question, answer }) => `${fenced(question, 'question')}\n[USER ANSWER] ${answer}`),
    ...(facts.length === 0 ? [] : [fenced(factLines(facts), 'facts')]),
    ...(text === '' ? [] : [fenced(text, 'working memory')]),
  ]
  return parts.length === 0 ? undefined : parts.join('\n\n')
}

/** As people read it. */
export function memoryText({ text, answers }: WorkingMemory): string {
  const lines = answers.map(({ question, answer }) => `[USER ANSWER] ${question} → ${answer}`)
  return [...lines, ...(text === '' ? [] : [text])].join('\n')
}

function factLines(facts: readonly Fact[]): string {
  return facts.map(({ text, step, from }) => `- ${text} (step ${step}: ${from})`).join('\n')
}
