/** A world of facts: everybody has one mentor, one neighbour and so on, and nobody shares theirs with another. */
import { defineTool, type Tool, type ToolOutput, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { hashText, stir } from './hash.ts'
import { misspelt, nameOf, readName } from './names.ts'

export const relations = ['mentor', 'neighbour', 'doctor', 'landlord', 'cousin', 'rival'] as const

/** Two people never have the same mentor: what begins with somebody else ends with somebody else. */
export function relativeOf(relation: string, name: string): string | undefined {
  const read = readName(name)
  return read && nameOf(stir(read.number ^ hashText(relation)))
}

/** Somebody else, as one who does not know names them. */
export function somebodyElse(name: string, share: number): string {
  const read = readName(name)
  return nameOf(((read?.number ?? 0) ^ (1 + Math.floor(share * 2 ** 30))) >>> 0)
}

export type FactQuery = { readonly relation: string; readonly name: string }

const asked = new RegExp(`\\b(${relations.join('|')}) of ([A-Z][a-z]+ [A-Z][a-z]+)`)

export function readFactQuery(text: string): FactQuery | undefined {
  const [, relation, name] = asked.exec(text) ?? []
  return relation === undefined || name === undefined ? undefined : { relation, name }
}

export function factSentence(relation: string, name: string, value: string): string {
  return `The ${relation} of ${name} is ${value}.`
}

const stated = new RegExp(`\\bThe (${relations.join('|')}) of ([A-Z][a-z]+ [A-Z][a-z]+) is ([A-Z][a-z]+ [A-Z][a-z]+)`)

export type StatedFact = FactQuery & { readonly value: string }

export function readFact(text: string): StatedFact | undefined {
  const [, relation = '', name = '', value] = stated.exec(text) ?? []
  return value === undefined ? undefined : { relation, name, value }
}

/** The same query with a name that nobody has. */
export function spoiltQuery(query: string, share: number): string {
  const read = readFactQuery(query)
  return read ? query.replace(read.name, misspelt(read.name, share)) : query
}

/** What a search says to a name that nobody has: that there is nothing, that it failed, or what is known of somebody else. */
export type Misses = 'nothing' | 'error' | 'distractor'

/** Searches the facts. A distractor is the one with the likest name: it looks like a hit. */
export function searchTool(misses: Misses): Tool {
  return defineTool({
    name: 'search',
    description: 'Searches the register of people, such as `mentor of Baketo Mirosa`.',
    input: z.object({ query: z.string() }),
    effect: 'pure',
    trusted: true,
    run: ({ query }) => found(query, misses),
  })
}

/** The name of the register, which is asked for one fact by two arguments. */
export const registerTool = 'register'

/**
 * The register: one fact, by relation and name. Its result is data as well, so that a call can refer to the name in it.
 * An entry has so many characters: most of them are of no use, as on a page.
 */
export function register(entryLength: number): Tool {
  return defineTool({
    name: registerTool,
    description: 'An entry of the register of people, by relation and name.',
    input: z.object({ relation: z.string(), name: z.string() }),
    effect: 'pure',
    trusted: true,
    run: ({ relation, name }) => {
      const value = relativeOf(relation, name)
      if (value === undefined) return toolOutput({ text: `There is no “${name}”.`, error: true })
      const text = factSentence(relation, name, value)
      return toolOutput({ text: `${text}${smallPrint(entryLength - text.length)}`, data: { name: value } })
    },
  })
}

const stamp = ' The entry was made at the counter and bears the stamp of the day.'

function smallPrint(length: number): string {
  return stamp.repeat(Math.max(0, Math.ceil(length / stamp.length))).slice(0, Math.max(0, length))
}

/** Another relation: whoever asks for it is told a name, and the wrong one. */
export function otherRelation(relation: string, share: number): string {
  const others = relations.filter((each) => each !== relation)
  return others[Math.floor(share * others.length)] ?? relation
}

function found(query: string, misses: Misses): string | ToolOutput {
  const { relation, name } = readFactQuery(query) ?? { relation: '', name: '' }
  const read = readName(name)
  if (!read || (!read.isKnown && misses !== 'distractor')) {
    const text = `Nothing found for “${query}”.`
    return misses === 'error' ? toolOutput({ text, error: true }) : text
  }
  const known = nameOf(read.number)
  return factSentence(relation, known, relativeOf(relation, known) ?? '')
}
