/** What a model may call instead of a tool it may not. */
import { nearestNames, suggestion, type Tool } from '@gyre/core'

const mostListed = 20

/** The nearest names, then those there are. */
export function choices(written: string, tools: ReadonlyMap<string, Tool>): string {
  const known = [...tools.keys()]
  if (known.length === 0) return 'this loop has no tools: answer without one.'
  const suggested = suggestion(written, known)
  return nearestNames(written, known).length === 0 ? suggested : `${suggested} ${listOf(known)}`
}

function listOf(known: readonly string[]): string {
  const more = known.length - mostListed
  return `Tools: ${known.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
