/** Facts in documents: what must be known first is looked up first. */
import { asksForFact } from '../lookup/fact-question.ts'
import { lookUp } from '../lookup/look-up.ts'
import { searchOf } from '../reading/offered-tools.ts'
import type { WaveResults } from '../reading/wave-results.ts'
import { lookedUp } from '../rules/author-lookup.ts'
import { slug } from '../stays/slug.ts'
import { type Errand, nothingNext } from './errand.ts'

export function factErrand(task: string): Errand | undefined {
  if (!asksForFact(task)) return undefined
  return {
    next: ({ tools, results, pending }) => {
      const search = searchOf(tools)
      const end = lookUp(task, (question) => foundFor(results, question))
      const id = end.kind === 'open' ? idOf(end.question) : ''
      if (!search || end.kind !== 'open' || pending.has(id)) return nothingNext
      return {
        calls: [{ id, tool: search.name, args: { query: end.question } }],
        aims: [`the answer to “${end.question}”`],
      }
    },
    answer: (results) => {
      const end = lookUp(task, (question) => foundFor(results, question))
      return end.kind === 'open' && end.hops.length === 0 ? undefined : lookedUp(task, end)
    },
  }
}

/** The question can be told from the id: nobody else says which result is whose. */
function idOf(question: string): string {
  return slug(question)
}

function foundFor(results: WaveResults, question: string): string | undefined {
  const found = results.get(idOf(question))
  return found && (found.status === 'ok' ? found.text : '')
}
