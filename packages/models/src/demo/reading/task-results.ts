/** What experts and tools gave for the tasks of a plan, as a merger is shown it, and what is established. */
import { entriesIn } from './fenced-lines.ts'

export type TaskResult = {
  readonly id: string
  readonly question: string
  /** What speaks for it, text by text; none when the task gave nothing. */
  readonly texts: readonly string[]
}

const taskHead = /^Step (\S+): (.*)$/

/** Only where each result has its weight above it: steps of other plans have none. */
export function taskResults(results: string | undefined): readonly TaskResult[] {
  if (!/^(?:PRIMARY|SUPPORTING|BACKGROUND) \(/m.test(results ?? '')) return []
  return entriesIn(results, taskHead).map(({ head, plain, fenced }) => {
    const [, id = '', question = ''] = head
    const lacks = plain.indexOf('It said that it lacks:')
    // What is lacking stands last.
    const said = lacks < 0 ? fenced : fenced.slice(0, -1)
    const isNothing = plain.some((line) => /^It gave nothing \(/.test(line))
    const own = plain.filter((line) => line.trim() !== '' && !aside.test(line)).join('\n')
    const texts = [...(own === '' ? [] : [own]), ...said.map(({ text }) => text)]
    return { id, question, texts: isNothing ? [] : texts }
  })
}

/** The same without weights: what the tasks gave that another one depends on. */
export function neededResults(results: string | undefined): readonly TaskResult[] {
  return entriesIn(results, taskHead).map(({ head, fenced }) => {
    return { id: head[1] ?? '', question: head[2] ?? '', texts: fenced.map(({ text }) => text) }
  })
}

const aside = /^(?:(?:PRIMARY|SUPPORTING|BACKGROUND) \(|It ended early \(|It gave nothing \(|It said that it lacks:$)/

/** Facts of earlier rounds: the question, and what was found for it. */
export function establishedFacts(facts: string | undefined): readonly TaskResult[] {
  return entriesIn(facts, /^- (.*)$/).map(({ head, fenced }) => {
    return { id: '', question: head[1] ?? '', texts: fenced.map(({ text }) => text) }
  })
}

export type EarlierTask = { readonly id: string; readonly category: string; readonly question: string }

export function earlierTasks(lines: string | undefined): readonly EarlierTask[] {
  return [...(lines ?? '').matchAll(/^- (\S+) \(([\w-]+)\): (.*)$/gm)].map(
    ([, id = '', category = '', question = '']) => ({ id, category, question }),
  )
}
