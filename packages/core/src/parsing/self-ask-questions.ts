/** The questions that a reply of the self-ask protocol asks. */
import { isObject, type Json } from '../json.ts'
import { readJson } from './json-reader.ts'

const listed = /^[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])[ \t]{1,4}(\S.*)$/

/** The question on the label's line; of a list below the label, every item. */
export function questionsIn(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const items = lines.map((line) => listed.exec(line)?.[1])
  const isList = items[0] !== undefined
  const asked = isList ? items.filter((item) => item !== undefined) : lines.slice(0, 1)
  return asked.map(bare).filter(isQuestion)
}

function isQuestion(written: string): boolean {
  return /[\p{L}\p{N}]/u.test(written) && !isNone(written)
}

/** The word that there is nothing to ask or to call. */
export function isNone(written: string): boolean {
  return /^[\s*_`"'([<]*(?:none|no|n\/a|nothing|not needed|no more|done)\b[^?]{0,40}$/i.test(written)
}

/** Without the quotes or the emphasis around all of it. */
function bare(question: string): string {
  const trimmed = question.trim()
  const [, inside] = /^(?:"([^"]+)"|“([^”]+)”|\*\*([^*]+)\*\*|`([^`]+)`)$/.exec(trimmed)?.filter(Boolean) ?? []
  return (inside ?? trimmed).trim()
}

export type WrittenInput = {
  readonly questions: readonly string[]
  /** What stands before them. */
  readonly lead: string
}

/** The arguments of follow-ups without the name of the tool, as `{"question": "…"}`, at the end of a reply. */
export function questionsInJson(text: string): WrittenInput | undefined {
  // Reading a long list for nothing takes its time.
  if (!/question|\\u/.test(text)) return undefined
  const body = text.trimEnd().replace(/\n[ \t]*```$/, '')
  const start = body.search(/^[ \t]*[{[]/m)
  const reading = start < 0 ? undefined : readJson(body, start + body.slice(start).search(/[{[]/))
  if (!reading?.ok || reading.cut !== 'nothing' || body.slice(reading.end).trim() !== '') return undefined
  const items = Array.isArray(reading.value) ? reading.value : [reading.value]
  const questions = items.map(questionOfItem)
  if (questions.length === 0 || questions.includes('')) return undefined
  return { questions, lead: body.slice(0, start).replace(/```\w{0,16}\s*$/, '') }
}

/** With other fields than these it is no question but data, such as an answer. */
const inputFields: ReadonlySet<string> = new Set(['question', 'reason', 'thought'])

function questionOfItem(item: Json): string {
  if (!isObject(item) || Object.keys(item).some((key) => !inputFields.has(key))) return ''
  const question = item['question']
  return typeof question === 'string' && isQuestion(question) ? question.trim() : ''
}
