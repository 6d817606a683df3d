/** An expert's reply: the answer, and the lines in which it says how sure it is, what it lacks and who knows more. */
import { saysNone } from '../../parsing/gap-report.ts'
import { type Marker, markersIn, markerValue } from '../../parsing/reply-text.ts'
import type { Confidence } from './result.ts'

export type ExpertReply = {
  /** All but these lines. */
  readonly answer: string
  /** As it says; undefined when it says nothing that can be read. */
  readonly confidence: Confidence | undefined
  /** What it lacks by its own word; '' when nothing. */
  readonly gaps: string
  /** The category of expert it refers to; '' when none. */
  readonly referral: string
}

const labels = ['CONFIDENCE', 'GAPS', 'REFERRAL']

/** A label with its value: up to the end of its line, or of its paragraph for gaps. */
type Line = { readonly name: string; readonly start: number; readonly end: number; readonly value: string }

/** The lines are a block of their own, at the end or at the beginning; labels elsewhere are words of the answer. */
export function readExpertReply(text: string): ExpertReply {
  const said = onePerLine(text.trim())
  const block = blockIn(said)
  const last = (name: string) => block.findLast((line) => line.name === name)?.value ?? ''
  const [start = said.length, end = said.length] = [block[0]?.start, block.at(-1)?.end]
  const parts = [said.slice(0, start), said.slice(end)].map((part) => part.trim()).filter((part) => part !== '')
  const gaps = last('GAPS')
  const referral = last('REFERRAL')
  return {
    answer: withoutRule(parts.join('\n\n')),
    confidence: confidenceIn(last('CONFIDENCE')),
    gaps: saysNone(gaps) ? '' : gaps,
    referral: saysNone(referral) ? '' : referral,
  }
}

/** A line that only divides the answer from what stood under it. */
function withoutRule(answer: string): string {
  const lastBreak = answer.lastIndexOf('\n')
  const isRule = lastBreak >= 0 && /^[-*_]{3,}$/.test(answer.slice(lastBreak + 1).trim())
  return isRule ? answer.slice(0, lastBreak).trimEnd() : answer
}

/** The reply as an expert would write it. */
export function expertReplyText({ answer, confidence, gaps, referral }: ExpertReply): string {
  const lines = [`CONFIDENCE: ${confidence ?? ''}`, `GAPS: ${gaps || 'none'}`, `REFERRAL: ${referral || 'none'}`]
  return `${answer}\n\n${lines.join('\n')}`
}

/** The last block with a confidence; without one, the block that ends the text. */
function blockIn(text: string): readonly Line[] {
  const blocks: Line[][] = []
  for (const line of linesIn(text)) {
    const before = blocks.at(-1)?.at(-1)
    if (before && text.slice(before.end, line.start).trim() === '') blocks.at(-1)?.push(line)
    else blocks.push([line])
  }
  const sure = blocks.findLast((block) => block.some(({ name }) => name === 'CONFIDENCE'))
  const ending = blocks.at(-1)
  return sure ?? (ending && text.slice(ending.at(-1)?.end).trim() === '' ? ending : [])
}

function linesIn(text: string): readonly Line[] {
  const markers = [...markersIn(text, labels, 'label')]
  return markers.map((marker, index) => {
    const end = endOf(text, marker, markers[index + 1]?.start ?? text.length)
    const value = markerValue(text, marker, end).replace(/(?<![`*_\s])[`*_\s]+$/, '')
    return { name: marker.name, start: marker.start, end, value }
  })
}

/** Gaps may be a list under their label; they end with their paragraph. */
function endOf(text: string, { name, valueStart }: Marker, next: number): number {
  const rest = text.slice(valueStart, next)
  const end = rest.search(name === 'GAPS' ? /\n[^\S\n]*\n/ : /\n/)
  return end < 0 ? next : valueStart + end
}

const levels: readonly (readonly [Confidence, RegExp])[] = [
  ['high', /^\W{0,4}(?:very )?(?:high|hoch|haute?|[ée]lev[ée]e?|alt[ao])(?!\p{L})/iu],
  ['medium', /^\W{0,4}(?:medium|moderate|mittel|moyenne?|medi[ao]|m[ée]di[ao])(?!\p{L})/iu],
  ['low', /^\W{0,4}(?:very )?(?:low|niedrig|gering|faible|basse?|baj[ao])(?!\p{L})/iu],
]

function confidenceIn(value: string): Confidence | undefined {
  // All levels in a row are the form that was asked for, not a choice.
  if (/high\s*[|/]\s*medium/i.test(value)) return undefined
  return levels.find(([, pattern]) => pattern.test(value.slice(0, 40)))?.[0]
}

const bulleted = /^[ \t]{0,8}(?:(?:[-•+*]|\d{1,2}[.)])[ \t]{1,4})?`?(?=[*_]{0,3}(?:CONFIDENCE|GAPS|REFERRAL)\b)/gim
const together = /^[*_]{0,3}CONFIDENCE\b.{0,400}$/gim
const within = /[ \t,;|.]{1,8}(?=[*_]{0,3}(?:GAPS|REFERRAL)[*_]{0,3}[ \t]?[:：])/g

/** Labels with bullets, in backticks, or all on one line, as they were asked for. The answer is not touched. */
function onePerLine(text: string): string {
  return text.replace(bulleted, '').replace(together, (line) => line.replace(within, '\n'))
}
