/** What a page is written in. */
import { isFeed } from './feed.ts'

export type PageKind = 'html' | 'feed' | 'pdf' | 'json' | 'text'

/** By its first bytes before its type: some servers say `text/plain` of everything. */
export function kindOf(bytes: Uint8Array, text: string, contentType: string): PageKind {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return 'pdf'
  if (/\bjson\b/i.test(contentType)) return 'json'
  if (isFeed(text)) return 'feed'
  return isHtml(text, contentType) ? 'html' : 'text'
}

function isHtml(text: string, contentType: string): boolean {
  return /html/i.test(contentType) || /^\s*(?:<!doctype html|<html[\s>])/i.test(text.slice(0, 500))
}
