/** What is left of calls in tags and tokens, in a text that is for people. */

import type { Parsed } from './grammar.ts'
import { withoutProtocol } from './protocol-text.ts'
import { quotationsIn, unquoted } from './quoted-text.ts'
import type { Fences } from './reply-text.ts'

const token = String.raw`<\|(?:python_tag|channel|message|constrain|call|start|tool_calls?)\|>|<｜[^｜\n<>]{1,40}｜>`
const opener = String.raw`(?:${token}|<(?:tool_call|function_call)s?>|<function=[\w.-]{1,64}>|<invoke name="|\[TOOL_CALLS\])`
const closer = '</(?:parameter|function|invoke|arg_value|tool_call|function_calls)>'

/** Where the first line begins with such a tag or token, apart from what is quoted. A tag may only close what was opened. */
function placeOfTags(text: string, fences: Fences): number {
  if (!/[<[]/.test(text)) return -1
  const isOpened = new RegExp(opener, 'i').test(unquoted(text))
  const pattern = new RegExp(String.raw`^[ \t]{0,8}(?:${isOpened ? `${opener}|${closer}` : opener})`, 'gim')
  const quotations = quotationsIn(text)
  const isShown = (place: number) => (fences === 'own' ? !quotations.hides(place) : !quotations.at(place))
  for (const { index } of text.matchAll(pattern)) if (isShown(index)) return index
  return -1
}

/** Whether lines of a text, apart from what it quotes, begin with such tags or tokens. */
export function holdsTags(text: string, fences: Fences = 'own'): boolean {
  return placeOfTags(text, fences) >= 0
}

/** A text up to the first line that begins with such a tag or token. */
export function beforeTags(text: string, fences: Fences = 'own'): string {
  const place = placeOfTags(text, fences)
  return place < 0 ? text : text.slice(0, place).trim()
}

/** A call in tags must not cut an answer short, nor be seen. */
export function wholeAnswer(text: string): Parsed {
  if (!holdsTags(text, 'none')) return { kind: 'answer', text }
  return {
    kind: 'fault',
    fault: 'there is a tool call in the answer',
    salvage: withoutProtocol(beforeTags(text, 'none'), 'none'),
  }
}
