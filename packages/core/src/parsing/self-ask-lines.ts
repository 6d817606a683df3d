/** The labels of the self-ask protocol as models write them, in their plain form and on lines of their own. */
import { readJson } from './json-reader.ts'
import { quotationsIn, type Span } from './quoted-text.ts'

type Edit = { readonly at: number; readonly length: number; readonly text: string }

/** Labels in lists, in the middle of a line and in other words. JSON and what is quoted stay: they may hold any word. */
export function withLabelsOnLines(text: string): string {
  const kept = jsonIn(text)
  const quotations = quotationsIn(text)
  const edits = [...listed(text), ...withinLines(text), ...finals(text), ...finalWithoutColon(text), ...callForms(text)]
  let mended = ''
  let from = 0
  let span = 0
  for (const { at, length, text: put } of edits.toSorted((a, b) => a.at - b.at)) {
    while ((kept[span]?.end ?? Number.POSITIVE_INFINITY) <= at) span++
    if (at < from || (kept[span]?.start ?? Number.POSITIVE_INFINITY) <= at || quotations.hides(at)) continue
    mended += text.slice(from, at) + put
    from = at + length
  }
  return mended + text.slice(from)
}

const bullets =
  /^[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])[ \t]{1,4}(?=[*_]{0,3}(?:follow[ _-]?up|intermediate answer|tool|(?:(?:so|therefore|thus|hence),? )?the final)\b)/gim

function listed(text: string): readonly Edit[] {
  return [...text.matchAll(bullets)].map(({ 0: bullet, index }) => ({ at: index, length: bullet.length, text: '' }))
}

const labelWithin = /(?<=\S[ \t]{1,3})(?=[*_]{0,3}(?:Intermediate answer|Follow[ -]?up(?: question)?)[*_]{0,3}:)/g

function withinLines(text: string): readonly Edit[] {
  return [...text.matchAll(labelWithin)].map(({ index }) => ({ at: index, length: 0, text: '\n' }))
}

const conclusion = String.raw`(?:so|therefore|thus|hence),?[ \t]{1,3}the[ \t]{1,3}final[ \t]{1,3}answer[ \t]{1,3}is`
const finalLabel = new RegExp(
  String.raw`(?<=(?<before>\S)[ \t]{1,3}|^[ \t]{0,8})(?<open>[*_]{0,3})${conclusion}(?=[*_]{0,3}[ \t]{0,3}[:：])`,
  'gim',
)

/** `Therefore, the final answer is:`, wherever it stands. */
function finals(text: string): readonly Edit[] {
  return [...text.matchAll(finalLabel)].map(({ 0: written, index, groups }) => {
    const lineBreak = groups?.['before'] === undefined ? '' : '\n'
    return { at: index, length: written.length, text: `${lineBreak}${groups?.['open'] ?? ''}So the final answer is` }
  })
}

const finalWords = new RegExp(
  String.raw`(?<=^[ \t]{0,8}|[.!?:;][ \t]{1,3})(?:${conclusion}|(?<=^[ \t]{0,8})the final answer is)[ \t]{1,3}` +
    String.raw`(?![:：\s]|(?:not|still|yet|un\w+|what|to|that|going|pending|based|in|as)\b)`,
  'i',
)

/** Without a colon these words conclude a reply only on its last line: before more they are talk. */
function finalWithoutColon(text: string): readonly Edit[] {
  const end = text.trimEnd().length
  const start = text.lastIndexOf('\n', end - 1) + 1
  const line = text.slice(start, Math.min(end, start + longestLine))
  const match = line.endsWith('?') ? null : finalWords.exec(line)
  return match ? [{ at: start + match.index, length: match[0].length, text: '\nSo the final answer is: ' }] : []
}

/** A longer line is no conclusion. */
const longestLine = 2_000

const callForm = /^[ \t]{0,8}`{0,3}(?=follow_?up\()/gim

/** `follow_up("…")`, written out as a call. */
function callForms(text: string): readonly Edit[] {
  return [...text.matchAll(callForm)].map(({ 0: indent, index }) => {
    return { at: index, length: indent.length, text: 'Tool: ' }
  })
}

const jsonStart =
  /\b(?:tool|action)[ _-]?input[*_]{0,3}[ \t]{0,3}[:：][*_\s]{0,20}(?:```\w{0,16}\s{0,10})?\{|\{(?=\s{0,20}")/gi

/** Reading what never ends is tried, but not for ever. */
const maxFailedReads = 8

/** Where JSON stands. What a set or a formula has in braces is none; an input of a tool that is cut off goes to the end. */
function jsonIn(text: string): readonly Span[] {
  const spans: Span[] = []
  const pattern = new RegExp(jsonStart)
  for (let failed = 0, match = pattern.exec(text); match && failed < maxFailedReads; match = pattern.exec(text)) {
    const start = pattern.lastIndex - 1
    const reading = readJson(text, start)
    const isWhole = reading.ok && reading.cut === 'nothing'
    const isInput = match[0].length > 1
    if (!isWhole) failed++
    if (!(isWhole || isInput)) continue
    const end = isWhole ? reading.end : text.length
    spans.push({ start, end })
    pattern.lastIndex = end
  }
  return spans
}
