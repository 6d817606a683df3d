/** Names of one thing: a short form after the full one, and an abbreviation in brackets. */
import { foldedName } from '@gyre/core'
import { type ChunkEdge, sameAs } from '../chunk-edge.ts'
import type { Mention } from './find-mentions.ts'
import type { NameUse } from './name-use.ts'
import type { Token } from './tokens.ts'
import { placeWords } from './word-lists.ts'

/**
 * The full names of short ones, from the names of a document in their order. `Holt` is `Maren Holt` when that came
 * before it, there is no other Holt, and it is used like a name of somebody; `the Mole` is `Mole of Port Ivern`.
 */
export class ShortNames {
  /** By their short form: the names that can have it, folded to written. */
  readonly #known = new Map<string, Map<string, string>>()
  readonly #uses = new Map<string, Set<NameUse>>()
  /** Folded names behind `the`, and titles. */
  readonly #things = new Set<string>()

  constructor(titles: readonly string[]) {
    for (const title of titles) this.note(title, 'thing')
  }

  note(name: string, use: NameUse): void {
    const folded = foldedName(name)
    const short = shortOf(folded)
    if (short === undefined) return
    if (use === 'thing') this.#things.add(folded)
    const known = this.#known.get(short)
    if (short === folded && (known || use === 'place')) this.#uses.set(short, this.#usesOf(short).add(use))
    else this.#known.set(short, (known ?? new Map<string, string>()).set(folded, name))
  }

  full(): ReadonlyMap<string, string> {
    return new Map([...this.#uses.keys()].flatMap((short) => this.#fullOf(short)))
  }

  /** A short name that is a place somewhere may be that place everywhere. */
  #fullOf(short: string): readonly (readonly [string, string])[] {
    const [only, ...others] = this.#known.get(short) ?? []
    const uses = this.#usesOf(short)
    if (!only || others.length > 0 || only[0] === short || uses.has('place')) return []
    const isMeant = uses.has('person') || (uses.has('thing') && this.#things.has(only[0]))
    return isMeant ? [[short, only[1]]] : []
  }

  #usesOf(short: string): Set<NameUse> {
    return this.#uses.get(short) ?? new Set()
  }
}

/** How a folded name may be called when it is known: by its last word, or the last before `of`. */
function shortOf(folded: string): string | undefined {
  const words = folded.split(' of ')[0]?.split(' ') ?? []
  const canBe = words.length <= 4 && !words.some((word) => placeWords.has(word) || /\d/.test(word))
  return canBe ? words.at(-1) : undefined
}

/** Whether a name is short for another only where that other was told of. */
export function isShortForm(short: string, long: string): boolean {
  return shortOf(long) === short
}

/** `the Aldery Tidal Power Company (ATPC)`, either way round. */
export function abbreviations(tokens: readonly Token[], mentions: readonly Mention[]): readonly ChunkEdge[] {
  const edges: ChunkEdge[] = []
  for (const [index, { name, end }] of mentions.entries()) {
    const inside = mentions[index + 1]
    const isBracketed = tokens[end]?.text === '(' && inside?.start === end + 1 && tokens[inside.end]?.text === ')'
    if (!inside || !isBracketed) continue
    const [short, long] = name.length < inside.name.length ? [name, inside.name] : [inside.name, name]
    if (isAbbreviation(short, long)) edges.push({ from: short, relation: sameAs, to: long, weight: 1 })
  }
  return edges
}

/** Every letter begins a word of the name, in their order; small words may be passed over. */
function isAbbreviation(short: string, long: string): boolean {
  const letters = short.replaceAll('.', '')
  if (!/^\p{Lu}[\p{Lu}\p{N}]{1,7}$/u.test(letters)) return false
  const words = long.split(/[\s-]+/)
  let at = 0
  for (const word of words) {
    if (word[0]?.toLowerCase() === letters[at]?.toLowerCase()) at++
    else if (/^\p{Lu}/u.test(word)) return false
  }
  return at === letters.length
}

const aliases = /^(?:also )?(?:known as|nicknamed|abbreviated(?: as| to)?)$/

/** `known as` says that two names are one. */
export function withAliases({ from, relation, to, weight }: ChunkEdge): ChunkEdge {
  return aliases.test(relation) ? { from: to, relation: sameAs, to: from, weight: 1 } : { from, relation, to, weight }
}
