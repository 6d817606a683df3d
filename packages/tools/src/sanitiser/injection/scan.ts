/** One pass over a text: which words of the lists are in it, and whether it may hold anything encoded. */
import { isFoundAnywhere, isLetter } from './letters.ts'
import { conceptNumber, type Lexicon, lexicon } from './lexicon.ts'
import { Oddities } from './oddities.ts'
import { mayBegin, wordsAt } from './word-search.ts'

/** A word that means something. */
export type Hit = { readonly concept: number; readonly start: number; readonly end: number; readonly sentence: number }

export type Scan = {
  /** In the order of the text. */
  readonly hits: readonly Hit[]
  /** Something in it may be a text in another form. */
  readonly hasOddities: boolean
}

const noHits: readonly Hit[] = []
const alphanumeric = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
)

/** With `runTogether`, words are found anywhere, and phrases without their spaces. */
export function scan(text: string, runTogether = false): Scan {
  const words = lexicon()
  const oddities = new Oddities()
  let hits: Hit[] | undefined
  let sentence = 0
  /** How long the word is that is being read. */
  let run = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80 ? alphanumeric[code] === 1 : isLetter(code)) {
      const isAnywhere = code > 0x7f && isFoundAnywhere(code)
      if ((run === 0 || isAnywhere || runTogether) && mayBegin(words, text, at)) {
        hits = collect({ words, text, at, sentence, runTogether }, hits)
      }
      run = isAnywhere ? 0 : run + 1
      continue
    }
    if (run > 0) oddities.word(text, at, run)
    run = 0
    if (code === dot && mayBegin(words, text, at)) hits = collect({ words, text, at, sentence, runTogether }, hits)
    if (code === atSign) hits = collectAddress(text, at, sentence, hits)
    if (endsSentence(text, at, code)) sentence += 1
    oddities.sign(text, at, code)
  }
  oddities.word(text, text.length, run)
  return { hits: hits ?? noHits, hasOddities: oddities.found }
}

const dot = 0x2e
const atSign = 0x40

type Place = {
  readonly words: Lexicon
  readonly text: string
  readonly at: number
  readonly sentence: number
  readonly runTogether: boolean
}

const target = conceptNumber('target')
const called = new Map([
  [conceptNumber('ai'), conceptNumber('ai-called')],
  [conceptNumber('assistant'), conceptNumber('assistant-called')],
])
/** A name may be followed by a particle and marks before the colon. */
const calling = /^(?:へ|に|에게|们|們)?["'*_`]{0,3} ?[:：]/
const callingSoftly = /^(?:へ|に|에게|们|們)?[,，、]/
/** It is the first word, or nearly so. */
const beforeName =
  /(?:^|[.!?:;,"'“„‘(*_`>|#/[-]\s|["'“„‘(*_`>;|[]|\n|\b(?:for|to|dear|hey|all|attention|für|para|pour))\s{0,8}$/iu

function collect({ words, text, at, sentence, runTogether }: Place, before: Hit[] | undefined): Hit[] | undefined {
  let hits = before
  for (const { concepts, end } of wordsAt(words, text, at, runTogether)) {
    for (const concept of concepts) {
      hits ??= []
      hits.push({ concept, start: at, end: concept === target ? addressEnd(text, end) : end, sentence })
      const name = called.get(concept)
      if (name !== undefined && isCalled(text, at, end)) hits.push({ concept: name, start: at, end, sentence })
    }
  }
  return hits
}

function isCalled(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 8)
  // Two letters and a comma are too little: `ai, ki` are words of many languages.
  const calls = calling.test(after) || (end - start > 2 && callingSoftly.test(after))
  return calls && beforeName.test(text.slice(Math.max(0, start - 16), start))
}

const longestAddress = 200

function addressEnd(text: string, from: number): number {
  let end = from
  while (end - from < longestAddress && /[^\s"'<>)\]]/.test(text.charAt(end))) end += 1
  return end
}

/** `@` inside a word is an e-mail address. */
function collectAddress(text: string, at: number, sentence: number, before: Hit[] | undefined): Hit[] | undefined {
  if (!/[\w.+-]/.test(text.charAt(at - 1)) || !/\w/.test(text.charAt(at + 1))) return before
  const hits = before ?? []
  hits.push({ concept: target, start: at, end: addressEnd(text, at + 1), sentence })
  return hits
}

const wideStops = new Set([...'。！？।؟'].map((stop) => stop.charCodeAt(0)))
/** What begins a new item or paragraph at the beginning of a line. */
const item = /^[ \t]{0,8}(?:[-*•+#>|]|\d{1,3}[.)]|\r?\n|$)/

function endsSentence(text: string, at: number, code: number): boolean {
  if (code === 0x2e || code === 0x21 || code === 0x3f)
    return at + 1 === text.length || /[\s<"')\]]/.test(text.charAt(at + 1))
  if (code === 0x0a) return item.test(text.slice(at + 1, at + 14))
  return wideStops.has(code)
}
