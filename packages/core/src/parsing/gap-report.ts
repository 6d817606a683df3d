/** What a judge says is still missing: `COMPLETION_STATUS`, `GAP` and `NEXT_FOCUS`, each on a line of its own. */
import type { Json, JsonObject } from '../json.ts'
import { parseJsonText } from './json-text.ts'
import { proseGrammar, type Read } from './prose-grammar.ts'
import { type Marker, markersIn, markerValue, stripFences } from './reply-text.ts'

export type GapReport = {
  readonly isComplete: boolean
  /** What is missing; '' when nothing is. */
  readonly gap: string
  /** What to do next; '' when nothing is said. */
  readonly nextFocus: string
}

const form =
  'Reply in exactly this form:\nCOMPLETION_STATUS: COMPLETE or NEEDS_MORE_INFO\nGAP: the fact, calculation or document that is still missing, or none\nNEXT_FOCUS: one concrete question or action for what comes next, or none'

const names = ['COMPLETION_STATUS', 'GAP', 'NEXT_FOCUS']

/** A status that is not said is no status: nothing is complete by silence. */
export function readGapReport(text: string): Read<GapReport> {
  const inside = withoutBullets(onLines(stripFences(text.trim())))
  const markers = [...markersIn(inside, names, 'label')]
  const status = statusIn(valuesOf(inside, markers, 'COMPLETION_STATUS'))
  if (!status.ok) return status
  const [gap] = valuesOf(inside, markers, 'GAP')
  const [focus = ''] = valuesOf(inside, markers, 'NEXT_FOCUS')
  const nextFocus = saysNone(focus) ? '' : focus
  if (status.value) return { ok: true, value: { isComplete: true, gap: '', nextFocus: '' } }
  if (gap === undefined || gap === '') return { ok: false, fault: '`GAP:` does not say what is missing' }
  const isComplete = saysNone(gap)
  return { ok: true, value: { isComplete, gap: isComplete ? '' : gap, nextFocus: isComplete ? '' : nextFocus } }
}

/** A report as a judge would write it. */
export function gapReportText({ isComplete, gap, nextFocus }: GapReport): string {
  const status = isComplete ? 'COMPLETE' : 'NEEDS_MORE_INFO'
  return `COMPLETION_STATUS: ${status}\nGAP: ${gap || 'none'}\nNEXT_FOCUS: ${nextFocus || 'none'}`
}

/** A report in JSON as the lines it stands for; any other text as it is. */
function onLines(text: string): string {
  if (!/^\s*[[{]/.test(text) || !/completion/i.test(text)) return text
  const parsed = parseJsonText(text)
  const value = parsed.ok && parsed.cut !== 'value' ? parsed.value : null
  const report = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value
  if (typeof report !== 'object' || report === null || Array.isArray(report)) return text
  return names.flatMap((name) => lineOf(name, report as JsonObject)).join('\n')
}

function lineOf(name: string, report: JsonObject): readonly string[] {
  const isMeant = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '') === name.toLowerCase().replace('_', '')
  return Object.entries(report).flatMap(([key, value]) => (isMeant(key) ? [`${name}: ${wordsOf(value)}`] : []))
}

/** On one line: what stands on the next could be taken for another label. */
function wordsOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.map(wordsOf).join('; ') || 'none'
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim()
}

const complete = /^completed?$/i
const incomplete = /^(?:needs?[ _-]more[ _-]info(?:rmation)?|incomplete|not[ _-](?:yet[ _-])?complete)$/i
/** The status, and a remark in brackets or as a sentence of its own. */
const remarked = /^([a-z][a-z _-]{0,30}?)[*_`"']{0,3}(?:\s*\(|\s*[.:]\s+|\s+[–—-]\s+)(.*)$/i
/** A remark that takes something back. */
const against =
  /(?<!\p{L})(?:not|no(?! (?:gaps?|further|more|other|open))|but|except|however|though|missing|lacks?|needs?|incomplete|partial(?:ly)?|partly|mostly|nearly|almost|some|unless|if|or)(?!\p{L})/iu

function statusIn(values: readonly string[]): Read<boolean> {
  const said = new Set(values.map(statusOf))
  const [status] = said
  if (said.size > 1) return { ok: false, fault: 'it has more than one `COMPLETION_STATUS:`' }
  if (status === undefined) {
    return { ok: false, fault: '`COMPLETION_STATUS:` is neither `COMPLETE` nor `NEEDS_MORE_INFO`' }
  }
  return { ok: true, value: status }
}

function statusOf(value: string): boolean | undefined {
  const line = (value.slice(0, 400).split(/[\r\n]/, 1)[0] ?? '').replace(/[*_`"'.!\s]+$|^[*`"'\s]+/g, '')
  const [, word = line, remark = ''] = remarked.exec(line) ?? []
  if (complete.test(word)) return against.test(remark) ? undefined : true
  return incomplete.test(word) && !/(?<![a-z_])complete/i.test(remark) ? false : undefined
}

/** The values under one name, in order: each up to the next marker or an empty line. */
function valuesOf(text: string, markers: readonly Marker[], name: string): readonly string[] {
  return markers.flatMap((marker, index) => {
    if (marker.name !== name) return []
    const value = markerValue(text, marker, markers[index + 1]?.start)
    return [(value.split(/\r?\n[^\S\n]*\r?\n/, 1)[0] ?? '').trim()]
  })
}

const none = (() => {
  const end =
    '(?: (?:(?:was |were |is |are |has been |have been )?(?:identified|found|known|noted|detected|left|remaining|needed|required)|remains?|at all|so far|whatsoever|really))?'
  const english = `none${end}|no (?:more |further |other |open |known |remaining )?gaps?${end}|n\\s?/?\\s?a|not applicable|nothing(?: (?:else|more|further))?(?: is| was)?(?: missing)?${end}|null`
  const others =
    'keine?(?: (?:lücken?|bekannt))?|nichts(?: fehlt)?|aucune?(?: lacune)?|rien(?: ne manque)?|ning[uú]n[oa]?|nada'
  return new RegExp(`^[("'\`*_[\\s-]*(?:${english}|${others}|-|–|—)?[)"'\`*_\\].!\\s-]*$`, 'i')
})()

/** Whether a value says that there is nothing, in any case and some languages. */
export function saysNone(value: string): boolean {
  return value.length <= 60 && none.test(value)
}

/** Bullets and numbers before these labels. */
function withoutBullets(text: string): string {
  return text.replace(
    /^[ \t]{0,8}(?:[-•+*]|\d{1,2}[.)])[ \t]{1,4}(?=[*_`]{0,3}(?:COMPLETION|GAP|NEXT)[\s_:：*-])/gim,
    '',
  )
}

export const gapReportGrammar = proseGrammar({ name: 'gap-report', version: 1, form, read: readGapReport })
