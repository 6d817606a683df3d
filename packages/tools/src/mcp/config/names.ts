/** Names of servers and their tools, as names of tools here: `server.tool`. */
import { createHash } from 'node:crypto'

/** Longer ones say no more. */
const longest = 100
const hashLength = 6

/** What is allowed to `math.*` is meant for the toolbox. Many configs of other programs have a server called `memory`. */
const toolboxes: ReadonlySet<string> = new Set('math calendar web files shell skills knowledge memory'.split(' '))

/** The first part of every name of a server's tools. It has no dot, so that two servers never meet. */
export function serverPrefixes(names: readonly string[]): ReadonlyMap<string, string> {
  return distinct(names, (name) => {
    const known = name.replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'server'
    return toolboxes.has(known) ? `mcp-${known}` : known
  })
}

/** Whether a pattern may fit tools of the server with this prefix. */
export function mayBeOf(prefix: string, pattern: string): boolean {
  const [head = '', ...more] = pattern.split('*')
  const start = `${prefix}.`
  return head.startsWith(start) || (more.length > 0 && start.startsWith(head))
}

/** What the tools of one server are called here, by what the server calls them. */
export function toolNames(prefix: string, names: readonly string[]): ReadonlyMap<string, string> {
  const short = distinct(names, cleanToolName)
  return new Map([...short].map(([name, own]) => [name, `${prefix}.${own}`]))
}

function cleanToolName(name: string): string {
  const known = name.replaceAll(/[^A-Za-z0-9_.-]/g, '_')
  return known.replaceAll(/^\.|\.$|\.(?=\.)/g, '_').replaceAll(/^\.|\.$/g, '_') || 'tool'
}

/**
 * A name of its own for each. One that needs no change keeps its name; of others that would be called the same, each
 * gets a mark made of its own name: so what a tool is called does not depend on which others there are before it.
 */
function distinct(names: readonly string[], clean: (name: string) => string): ReadonlyMap<string, string> {
  const originals = [...new Set(names)].sort()
  const wanted = new Map(originals.map((name) => [name, shortened(name, clean(name))]))
  const claims = Map.groupBy(originals, (name) => wanted.get(name))
  const taken = new Set(originals.filter((name) => wanted.get(name) === name))
  const given = new Map<string, string>()
  for (const [name, own] of wanted) {
    const isFree = name === own || (claims.get(own)?.length === 1 && !taken.has(own))
    given.set(name, isFree ? own : marked(name, own, taken))
    taken.add(given.get(name) ?? own)
  }
  return given
}

function shortened(name: string, own: string): string {
  return own.length <= longest ? own : `${own.slice(0, longest - hashLength - 1)}_${hashOf(name, hashLength)}`
}

function marked(name: string, own: string, taken: ReadonlySet<string>): string {
  for (let length = hashLength; ; length++) {
    const candidate = `${own}_${hashOf(name, length)}`
    if (!taken.has(candidate)) return candidate
  }
}

function hashOf(name: string, length: number): string {
  return createHash('sha256').update(name).digest('hex').slice(0, length)
}
