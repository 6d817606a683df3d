/** Names, dates and quantities in a sentence. */
import { foldedName } from '@gyre/core'
import { dateAt, isMonth, quantityAt } from './find-times.ts'
import { isCapitalised, type Token } from './tokens.ts'
import { days, honorifics, looseParticles, nameParticles, openers } from './word-lists.ts'

export type Mention = {
  readonly kind: 'name' | 'date' | 'quantity'
  /** As it is written. */
  readonly name: string
  /** Its first token, and the one behind it. */
  readonly start: number
  readonly end: number
}

/** How a document writes its words: it tells a name at the start of a sentence from any other word there. */
export type Spelling = {
  /** Words that are capitalised inside a sentence. */
  readonly capitalised: ReadonlySet<string>
  /** Words that are written small somewhere. */
  readonly small: ReadonlySet<string>
  /** Folded names that stand by themselves. */
  readonly standing: ReadonlySet<string>
}

export function findMentions(tokens: readonly Token[], spelling: Spelling): readonly Mention[] {
  const mentions: Mention[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = mentionAt(tokens, at, spelling)
    if (found) mentions.push(found)
    at = Math.max(found?.end ?? 0, at + 1)
  }
  return mentions
}

function mentionAt(tokens: readonly Token[], at: number, spelling: Spelling): Mention | undefined {
  const span = dateAt(tokens, at) ?? quantityAt(tokens, at)
  if (span) return { ...span, name: written(tokens, at, span.end), start: at }
  return quotedAt(tokens, at) ?? nameAt(tokens, at, spelling)
}

const longestQuoted = 6

/** A title in quotation marks is one name, whatever words it has. */
function quotedAt(tokens: readonly Token[], at: number): Mention | undefined {
  const closing = { '"': '"', '“': '”', '‘': '’' }[tokens[at]?.text ?? '']
  const first = tokens[at + 1]
  if (!closing || !first || !isCapitalised(first)) return undefined
  const length = tokens.slice(at + 1, at + longestQuoted + 2).findIndex(({ kind }) => kind === 'mark')
  const end = at + 1 + length
  if (length < 0 || tokens[end]?.text !== closing) return undefined
  const inside = tokens.slice(at + 1, end)
  if (inside.length === 1 && openers.has(first.lower)) return undefined
  return { kind: 'name', name: written(tokens, at + 1, end), start: at, end: end + 1 }
}

function nameAt(tokens: readonly Token[], at: number, spelling: Spelling): Mention | undefined {
  const token = tokens[at]
  if (!token || !canBegin(token) || isTitleOf(tokens, at)) return undefined
  const end = endOfName(tokens, at, spelling)
  const start = at + (startsByChance(tokens, at, end, spelling) ? 1 : 0)
  const name = written(tokens, start, end)
  const isName = start < end && name.length > 1
  return isName ? { kind: 'name', name, start, end } : undefined
}

function canBegin(token: Token): boolean {
  return isCapitalised(token) && !openers.has(token.lower) && !days.has(token.lower) && !isMonth(token)
}

/** `Captain` before a name is no part of it: the name is found without it. */
function isTitleOf(tokens: readonly Token[], at: number): boolean {
  if (!honorifics.has(tokens[at]?.lower ?? '')) return false
  const next = tokens[at + 1]?.text === '.' ? tokens[at + 2] : tokens[at + 1]
  return next !== undefined && canBegin(next)
}

/** Every sentence begins with a capital: the first word alone proves nothing. */
function startsByChance(tokens: readonly Token[], at: number, end: number, { capitalised, small }: Spelling): boolean {
  const word = tokens[at]?.lower ?? ''
  const isFirst = tokens.findIndex(({ kind }) => kind !== 'mark') === at
  if (!isFirst || capitalised.has(word) || /\p{Lu}\S*\p{Lu}/u.test(tokens[at]?.text ?? '')) return false
  return end - at === 1 || small.has(word)
}

/** With more parts it is a list of names, and nobody's name. */
const mostTokens = 16

function endOfName(tokens: readonly Token[], at: number, spelling: Spelling): number {
  let end = at + 1
  for (let next = nextPart(tokens, at, end, spelling); next > end; next = nextPart(tokens, at, end, spelling)) {
    end = next
    if (end - at >= mostTokens) break
  }
  return end
}

/** The end of the name with its next part, or `end` when there is none. */
function nextPart(tokens: readonly Token[], at: number, end: number, spelling: Spelling): number {
  const token = tokens[end]
  if (!token) return end
  if (isPart(token)) return end + 1
  if (token.text === '.' && tokens[end - 1]?.text.length === 1 && isPart(tokens[end + 1])) return end + 2
  if (token.text === '&' && isPart(tokens[end + 1])) return end + 2
  if (/^\d{1,3}$/.test(token.text)) return end + 1
  if (nameParticles.has(token.lower)) return afterParticles(tokens, end)
  if (!looseParticles.has(token.lower)) return end
  const isWhole = spelling.standing.has(foldedName(written(tokens, at, end))) && tokens[at - 1]?.lower !== 'the'
  return isWhole ? end : afterParticles(tokens, end)
}

function afterParticles(tokens: readonly Token[], end: number): number {
  const last = ['the', 'la', 'der', 'den'].includes(tokens[end + 1]?.lower ?? '') ? end + 2 : end + 1
  return isPart(tokens[last]) ? last + 1 : end
}

function isPart(token: Token | undefined): boolean {
  return token !== undefined && canBegin(token)
}

function written(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ')
    .replace(/ (?=[.,'’%])|(?<=^\p{Sc}) /gu, '')
}
