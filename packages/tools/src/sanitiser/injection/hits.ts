/** The words of the lists in a text, with what they mean. */
import { conceptNumber } from './lexicon.ts'
import type { FoundWord } from './word-search.ts'

export type Hit = {
  readonly concept: number
  readonly start: number
  readonly end: number
  /** The number of the sentence it is in. */
  readonly sentence: number
}

const target = conceptNumber('target')
const called = new Map([
  [conceptNumber('ai'), conceptNumber('ai-called')],
  [conceptNumber('assistant'), conceptNumber('assistant-called')],
])

/** What words that begin at `start` mean. */
export function hitsOf(
  found: readonly FoundWord[] | undefined,
  text: string,
  start: number,
  sentence: number,
): readonly Hit[] | undefined {
  if (!found) return undefined
  const hits: Hit[] = []
  for (const { concepts, end } of found) {
    for (const concept of concepts) {
      hits.push({ concept, start, end: concept === target ? addressEnd(text, end) : end, sentence })
      const name = called.get(concept)
      if (name !== undefined && isCalled(text, start, end)) hits.push({ concept: name, start, end, sentence })
    }
  }
  return hits
}

/** A name may be followed by a particle and marks before the colon. */
const calling = /^(?:へ|に|에게|们|們)?["'*_`]{0,3} ?[:：]/
const callingSoftly = /^(?:へ|に|에게|们|們)?[,，、]/
/** It is the first word, or nearly so. */
const beforeName =
  /(?:^|[.!?:;,"'“„‘(*_`>|#/[-]\s|["'“„‘(*_`>;|[]|\n|\b(?:for|to|dear|hey|all|attention|für|para|pour))\s{0,8}$/iu

function isCalled(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 8)
  // Two letters and a comma are too little: `ai, ki` are words of many languages.
  const calls = calling.test(after) || (end - start > 2 && callingSoftly.test(after))
  return calls && beforeName.test(text.slice(Math.max(0, start - 16), start))
}

/** `@` inside a word is an e-mail address. */
export function mailAddressAt(text: string, at: number, sentence: number): readonly Hit[] | undefined {
  if (!/[\w.+-]/.test(text.charAt(at - 1)) || !/\w/.test(text.charAt(at + 1))) return undefined
  return [{ concept: target, start: at, end: addressEnd(text, at + 1), sentence }]
}

const address = /[^\s"'<>)\]]{0,200}/y

function addressEnd(text: string, from: number): number {
  address.lastIndex = from
  return from + (address.exec(text)?.[0].length ?? 0)
}
