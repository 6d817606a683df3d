/** Claims of a draft and the tools that can check them, as a critic lists them. */
import { proseGrammar, type Read } from './prose-grammar.ts'
import { type Marker, markersIn, markerValue, stripFences } from './reply-text.ts'

/** A claim in the words of the draft, and the call that would show whether it holds; `input` is as it was written. */
export type Claim = { readonly claim: string; readonly tool: string; readonly input: string }

/** No claims means verified. `incomplete` are claims that came without a tool. */
export type Critique = { readonly claims: readonly Claim[]; readonly incomplete: readonly string[] }

const form =
  'For each claim write three lines: `CLAIM:` and its exact words in the draft, `TOOL:` and the name of one tool, `TOOL INPUT:` and a JSON object with its arguments. If nothing is left to check, write `VERIFIED` alone instead.'

const labels = ['CLAIM', 'TOOL', 'TOOL INPUT']

/** Items of a list are blocks as well. */
const bullets = /^[ \t]{0,8}(?:[-*•>]|\d{1,2}[.)])[ \t]{1,4}(?=[*_]{0,3}(?:CLAIM|TOOL|VERIFIED)\b)/gim

/** Nothing verifies but a reply that is `VERIFIED` and no more. */
export function readClaims(text: string): Read<Critique> {
  const inside = stripFences(text.trim()).replace(bullets, '')
  const blocks = blocksOf(inside)
  const claims = blocks.filter(({ claim, tool }) => claim !== '' && !isNone(tool))
  const incomplete = blocks.filter(({ claim, tool }) => claim !== '' && isNone(tool)).map(({ claim }) => claim)
  if (claims.length > 0) return { ok: true, value: { claims, incomplete } }
  if (blocks.length === 0 && isVerified(inside)) return { ok: true, value: { claims, incomplete } }
  return { ok: false, fault: faultOf(blocks, inside) }
}

function blocksOf(text: string): readonly Claim[] {
  const markers = [...markersIn(text, labels, 'label')]
  const value = (marker: Marker, index: number) => markerValue(text, marker, markers[index + 1]?.start)
  const blocks: Claim[] = []
  for (const [index, marker] of markers.entries()) {
    if (marker.name === 'CLAIM') blocks.push({ claim: unquoted(value(marker, index)), tool: '', input: '' })
    const last = blocks.pop()
    if (!last) continue
    if (marker.name === 'TOOL' && last.tool === '') blocks.push({ ...last, tool: value(marker, index) })
    else if (marker.name === 'TOOL INPUT' && last.input === '') blocks.push({ ...last, input: value(marker, index) })
    else blocks.push(last)
  }
  return blocks
}

function unquoted(claim: string): string {
  const found = /^(?:"([^"]+)"|“([^”]+)”|'([^']+)'|`([^`]+)`)[.,;]?$/.exec(claim)?.slice(1)
  return found?.find((inside) => inside !== undefined)?.trim() ?? claim
}

function isNone(tool: string): boolean {
  // In two steps, for one pattern with both would try every place in a run of quotes.
  const said = tool.replace(/^[\s*_`"'([<]+/, '')
  return /^(?:none|no tool|n\/a|-)?[\s*_`"')\]>.]*$/i.test(said)
}

/** The word alone, decorated or not. A judge who adds anything may take it back: he is asked again. */
function isVerified(text: string): boolean {
  return text.length <= 100 && /^[\s>#*_`~"“-]*(?:verdict[*_`]*\s?[:：])?[\s*_`"“]*verified[\s.!*_`~"”]*$/i.test(text)
}

function faultOf(blocks: readonly Claim[], text: string): string {
  const [first] = blocks
  if (first?.claim === '') return 'there is nothing after `CLAIM:`'
  if (first) return 'the claims have no `TOOL:` with the name of a tool'
  if (/\bverified\b/i.test(text)) return '`VERIFIED` must stand alone, or there must be a `CLAIM:`'
  return 'there is neither a `CLAIM:` nor `VERIFIED`'
}

/** The protocol in which a critic lists claims and the calls that check them. */
export const claimsGrammar = proseGrammar({ name: 'claims', version: 1, form, read: readClaims })
