/** Sentences of passages that can stand by themselves in a report. */
import { sentencesIn } from '../lookup/passages.ts'
import type { EvidencePassage } from '../reading/evidence-passages.ts'

/** Sentences of one passage that belong together: those behind the first speak of what it names. */
export type Unit = { readonly passage: EvidencePassage; readonly sentences: readonly string[] }

/** A longer one would be half of the section. */
const mostTogether = 3

export function unitsOf(passage: EvidencePassage): readonly Unit[] {
  const units: string[][] = []
  // The one before it was left out: nobody knows what it speaks of.
  let isBroken = true
  for (const sentence of withWholeQuotations(sentencesIn(plain(passage.text)).map(({ text }) => text))) {
    const last = units.at(-1)
    if (!isQuotable(sentence)) isBroken = true
    else if (!leans(sentence)) {
      units.push([sentence])
      isBroken = false
    } else if (last && !isBroken && last.length < mostTogether) last.push(sentence)
    else isBroken = true
  }
  return units.map((sentences) => ({ passage, sentences }))
}

const leaning = /^["“]?(?:he|she|it|they|his|her|its|their|this|these|those|both|the (?:former|latter|same))\b/i
const leaningSoon = /^\p{Lu}\p{Ll}*(?: \p{Ll}+){0,4}? (?:he|she|they|his|her|their)\b/u

/** It speaks of somebody whom it does not name: `In old age she taught.` */
function leans(sentence: string): boolean {
  return leaning.test(sentence) || leaningSoon.test(sentence)
}

/** A quotation of several sentences stays one. */
function withWholeQuotations(sentences: readonly string[]): readonly string[] {
  const whole: string[] = []
  for (const sentence of sentences.map((each) => each.replace(/\s+/g, ' ').trim())) {
    const last = whole.at(-1)
    if (last !== undefined && isOpen(last)) whole[whole.length - 1] = `${last} ${sentence}`
    else whole.push(sentence)
  }
  return whole
}

/** A quotation begins in it, or ends in it, and not both. */
export function isOpen(text: string): boolean {
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0
  return count(/"/g) % 2 === 1 || count(/“/g) > count(/”/g)
}

/** Without marks of a text's own: stress, links, and numbers that point to its notes. */
function plain(text: string): string {
  return text
    .replace(/\*\*|__|`/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[ \t]*\[[a-z]?\d+\]/gi, '')
}

const ending = /[.!?…。！？]["”’)]{0,3}$/
const row = /^[^:.]{1,60}: [^,]+, [^:.]{1,60}: ./
const definition = /^[^\s,.]+(?: [^\s,.]+){0,3} — \p{Ll}/u

/** A passage may begin or end in the middle of a sentence. */
function isQuotable(sentence: string): boolean {
  return (ending.test(sentence) && !isOpen(sentence) && !/^\p{Ll}/u.test(sentence)) || isEntry(sentence)
}

/** Of a table, `Keeper: Tobias Wrenn, From: 1871`, or of a glossary: no sentence, but it says something. */
export function isEntry(sentence: string): boolean {
  return definition.test(sentence) || (row.test(sentence) && !ending.test(sentence))
}

const quotation = /"[^"]*"|“[^”]*”/g
const spoken = /\b(?:I|me|my|mine|you|your|[Ll]et us)\b/

/** A sentence of a text that tells: neither an entry nor what somebody writes in a letter. */
export function isTold({ sentences }: Unit): boolean {
  return sentences.every((sentence) => !isEntry(sentence) && !spoken.test(sentence.replace(quotation, '')))
}
