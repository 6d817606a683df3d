/** Searching: what all places give for a query, as one list. */
import type { LoopContext } from '../../kernel/context.ts'
import type { ToolResult } from '../../messages.ts'
import { mayRead, onlySite } from './hosts.ts'
import type { FoundPage, Place } from './places.ts'
import { callTool, type Work } from './work.ts'

/** A result, and the place that can read it. */
export type Hit = FoundPage & { readonly place: Place }

export type Found = {
  /** Best first; addresses that may not be read are left out. */
  readonly hits: readonly Hit[]
  /** Why there are none, where every place failed. */
  readonly failure?: string
}

/** How little it matters to be first rather than second. */
const damping = 60

export async function searchFor(ctx: LoopContext, { places, config }: Work, query: string): Promise<Found> {
  const lists: (readonly Hit[])[] = []
  const failures: string[] = []
  for (const place of places) {
    const input = place.searchInput(query, config.resultsPerSearch, onlySite(config))
    const result = await callTool(ctx, { tool: place.searchTool, input, label: 'search' })
    const found = result && !result.error ? place.found(result) : undefined
    if (found) lists.push(found.filter(({ url }) => mayRead(url, config)).map((page) => ({ ...page, place })))
    else failures.push(failureOf(place, result))
  }
  const hits = fused(lists).slice(0, config.resultsPerSearch)
  return lists.length === 0 ? { hits, failure: failures.join('; ') } : { hits }
}

/** An answer that is none of the tool's is no mistake of its own: who wrote the tool has to know what is expected. */
function failureOf({ searchTool, resultForm }: Place, result: ToolResult | undefined): string {
  const said = (result?.text ?? 'nothing came back').replace(/\s+/g, ' ').slice(0, 300).toWellFormed()
  if (!result || result.error) return `${searchTool}: ${said}`
  return `${searchTool}: ${said} (the answer of \`${searchTool}\` has another form: ${resultForm} is expected in its data)`
}

/** Places score in their own ways: what counts is the rank. A page of several places counts in each. */
function fused(lists: readonly (readonly Hit[])[]): readonly Hit[] {
  const scores = new Map<string, { readonly hit: Hit; score: number }>()
  for (const list of lists) {
    for (const [at, hit] of list.entries()) {
      const known = scores.get(hit.url) ?? { hit, score: 0 }
      known.score += 1 / (damping + at + 1)
      scores.set(hit.url, known)
    }
  }
  return [...scores.values()].toSorted((one, other) => other.score - one.score).map(({ hit }) => hit)
}
