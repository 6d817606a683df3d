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

/** With a line of the loop's own at its end: one line, whatever it quotes, so that it can be taken out again. */
export function withLine(memory: WorkingMemory, text: string): WorkingMemory {
  const line = text.replace(/\s+/g, ' ').trim()
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
  const told = rewritten(memory, others.length === 0 ? only?.text : joined(changed))
  return { ...told, facts: unitedFacts([...memory.facts, ...steps.flatMap(({ facts }) => facts)]) }
}

/** How much longer a text may get where its middle is left out. */
const gapLength = 50

/** What they begin with in common once, then what each goes on with: in its share of the room, so that none is lost. */
function joined(steps: readonly StepMemory[]): string {
  const texts = steps.map(({ text }) => text?.trim().split('\n') ?? [])
  const shared = texts.reduce((common, lines) => common.slice(0, commonLines(common, lines)))
  const beginning = withoutMiddle(shared.join('\n').trim(), longestText / 2)
  const parts = steps.map(({ id }, nth) => {
    return { name: `Step ${id}: `, text: (texts[nth] ?? []).slice(shared.length).join('\n').trim() }
  })
  const told = parts.filter(({ text }) => text !== '')
  const taken = told.reduce((sum, { name }) => sum + name.length + 2, beginning.length)
  const whole = told.reduce((sum, { text }) => sum + text.length, taken)
  const share = Math.max(0, Math.floor((longestText - taken) / told.length) - gapLength)
  const shown = told.map(({ name, text }) => name + (whole > longestText ? withoutMiddle(text, share) : text))
  return [...(beginning === '' ? [] : [beginning]), ...shown].join('\n\n')
}

function commonLines(some: readonly string[], others: readonly string[]): number {
  const differing = some.findIndex((line, nth) => line !== others[nth])
  return differing === -1 ? some.length : differing
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
