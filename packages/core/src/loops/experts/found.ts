/** What a call found: whether anything, and where. */
import { isObject, type Json } from '../../json.ts'
import type { ToolResult } from '../../messages.ts'

/** Whether a call that did not fail gave nothing. */
export function isEmpty({ text, data, parts }: Pick<ToolResult, 'text' | 'data' | 'parts'>): boolean {
  if (parts && parts.length > 0) return false
  const entries = Array.isArray(data) ? data : isObject(data) && Array.isArray(data['results']) ? data['results'] : null
  if (entries !== null && entries.length === 0) return true
  const said = text.trim()
  if (/^(?:\[\s*\]|\{\s*\}|null|none|)$/i.test(said)) return true
  const [first = '', ...others] = said.split('\n', 20)
  // Some go on with what they found instead; advice on how to search is not that.
  return first.length <= 300 && nothing.test(first) && others.join('').length <= 300 && !/https?:/i.test(said)
}

/** A line that says so and nothing else: "No results are final yet" is news. */
const nothing = (() => {
  const what = '(?:results?|matches|matching \\w+|hits|entries|documents|pages|records)'
  const sought = '(?: (?:for|in|on|about|with|to|matching|that match(?:es)?)[: ].*)?'
  const quoted = `(?: (?:for|in|on|about|matching):? ?["'“‘„«\`].*["'”’“»\`])?`
  const found = '(?: (?:was|were|is|are|have been|could be))? (?:found|returned|available)'
  return new RegExp(`^(?:(?:nothing|(?:no|0) ${what})${found}${sought}|(?:no|0) ${what}${quoted})[\\s.!]*$`, 'i')
})()

/** The addresses of what a search found, best first, each once. */
export function addressesIn({ text, data }: Pick<ToolResult, 'text' | 'data'>): readonly string[] {
  const listed = Array.isArray(data) ? data : isObject(data) && Array.isArray(data['results']) ? data['results'] : []
  const given = listed.flatMap(addressOf)
  const written = given.length > 0 ? given : (text.match(/https?:\/\/[^\s<>"'`)\]]+/g) ?? []).map(withoutStop)
  return [...new Set(written)]
}

function addressOf(entry: Json): readonly string[] {
  const url = isObject(entry) ? (entry['url'] ?? entry['source'] ?? entry['link']) : entry
  // An address has no space: what stands behind one is somebody's text.
  return typeof url === 'string' && /^https?:\/\/\S+$/i.test(url) ? [url] : []
}

/** A sentence may end behind an address. */
function withoutStop(address: string): string {
  return address.replace(/[.,;:!?]+$/, '')
}
