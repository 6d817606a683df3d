/** Citations of an answer: `[1]` becomes a link to its source, and is weak where nothing bears it out. */
import type { Json } from '@gyre/core'

export type CitedSource = {
  readonly number: number
  readonly title: string
  /** Only where it can be gone to. */
  readonly url: string | null
  /** Where it is from and how often it is cited. */
  readonly note: string
}

type Given = {
  readonly number?: unknown
  readonly title?: unknown
  readonly url?: unknown
  readonly host?: unknown
  readonly from?: unknown
}

/** The sources a loop names in its details: pages it read, or calls it made. */
export function sourcesOf(details: Json): readonly CitedSource[] {
  const { sources, citations } = (details ?? {}) as { readonly sources?: unknown; readonly citations?: unknown }
  if (!Array.isArray(sources)) return []
  const cited = (Array.isArray(citations) ? citations : []) as readonly Given[]
  return (sources as readonly Given[]).flatMap((source) => {
    const { number, title, url, host, from } = source ?? {}
    const name = [title, from, url].find((text) => typeof text === 'string' && text !== '')
    if (typeof number !== 'number' || typeof name !== 'string') return []
    const quotes = cited.filter((each) => each.number === number).length
    const place = typeof host === 'string' ? host : typeof from === 'string' ? 'a call of this session' : ''
    return [{ number, title: name, url: webAddress(url), note: [place, timesCited(quotes)].filter(Boolean).join(', ') }]
  })
}

function webAddress(url: unknown): string | null {
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : null
}

function timesCited(quotes: number): string {
  if (quotes === 0) return ''
  return quotes === 1 ? 'cited once' : `cited ${quotes} times`
}

/** Code, links and pictures as they are; and citations outside of them. */
const pieces =
  /(?<code>```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)|(?<link>!?\[[^[\]\n]*\](?:[(:]|\[(?!\d)))|(?<cites>(?:\[\d{1,3}\] ?)*\[\d{1,3}\])/g

/** What a loop writes behind a sentence that its sources do not bear out. */
const doubt = /^[\s.,;:!?"”’)]{0,4}\*\((?:unsupported|wording not found)/

/** The text with its citations as links that `citationIn` reads. Without sources it stays as it is. */
export function withCitationLinks(text: string, sources: readonly CitedSource[]): string {
  if (sources.length === 0) return text
  const known = new Set(sources.map(({ number }) => number))
  return text.replaceAll(pieces, (whole, ...found) => {
    const { cites } = found.at(-1) as { readonly cites?: string }
    if (cites === undefined) return whole
    const isDoubted = doubt.test(text.slice(Number(found.at(-3)) + whole.length))
    return whole.replaceAll(/\[(\d+)\] ?/g, (_, number) => {
      const weak = isDoubted || !known.has(Number(number)) ? '-weak' : ''
      return `[${number}](#source-${number}${weak})`
    })
  })
}

/** The list of sources that some loops write below their answer: the page shows them beside it. */
const sourceList = /(?<!\n)\n+Sources:\n(?:\[\d+\] [^\n]*(?:\n|$))+\s*$/

export function withoutSourceList(text: string, sources: readonly CitedSource[]): string {
  return sources.length === 0 ? text : text.replace(sourceList, '')
}

export type Citation = { readonly number: number; readonly isWeak: boolean }

/** The citation that a link is; undefined for any other. */
export function citationIn(href: string | undefined): Citation | undefined {
  const [, number, weak] = /#(?:user-content-)?source-(\d+)(-weak)?$/.exec(href ?? '') ?? []
  return number === undefined ? undefined : { number: Number(number), isWeak: weak !== undefined }
}
