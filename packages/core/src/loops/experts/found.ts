/** What a call found: whether anything, and where. */
import type { Json } from '../../json.ts'
import type { ToolResult } from '../../messages.ts'
import { isObject } from './tasks.ts'

/** Whether a call that did not fail gave nothing. */
export function isEmpty({ text, data, parts }: Pick<ToolResult, 'text' | 'data' | 'parts'>): boolean {
  if (parts && parts.length > 0) return false
  const entries = Array.isArray(data) ? data : isObject(data) && Array.isArray(data['results']) ? data['results'] : null
  if (entries !== null && entries.length === 0) return true
  return /^\s*$|^\s*(?:nothing (?:was |is )?found|no results?\b|\[\]|\{\}|null\s*$)/i.test(text.slice(0, 200))
}

/** The addresses of what a search found, best first, each once. */
export function addressesIn({ text, data }: Pick<ToolResult, 'text' | 'data'>): readonly string[] {
  const listed = Array.isArray(data) ? data : isObject(data) && Array.isArray(data['results']) ? data['results'] : []
  const given = listed.flatMap(addressOf)
  const written = given.length > 0 ? given : (text.match(/https?:\/\/[^\s<>"'`)\]]+/g) ?? []).map(withoutStop)
  return [...new Set(written)]
}

function addressOf(entry: Json): readonly string[] {
  const url = isObject(entry) ? (entry['url'] ?? entry['source'] ?? entry['link']) : entry
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? [url] : []
}

/** A sentence may end behind an address. */
function withoutStop(address: string): string {
  return address.replace(/[.,;:!?]+$/, '')
}
