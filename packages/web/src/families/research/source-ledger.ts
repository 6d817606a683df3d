/** Sources: what was read, what was taken and cited of it, and why the rest was not. */
import type { JsonObject } from '@gyre/core'
import type { Step } from '../../session/session-log.ts'
import { numberIn, numberOf, objectOf, objectsOf, textOf, textsOf } from '../loop/json-values.ts'
import type { LoopSlice, Placed } from '../loop/loop-slice.ts'

export type SourceState = 'cited' | 'read' | 'unread' | 'reading'

/** A sentence of the report that rests on a source. */
export type Claim = { readonly sentence: string; readonly isSupported: boolean }

export type SourceRow = {
  /** As it is cited; null when it is not. */
  readonly number: number | null
  readonly title: string
  readonly url: string
  readonly host: string
  readonly year: string
  readonly isPinned: boolean
  readonly state: SourceState
  /** Passages that were taken of it; null as long as nobody counted. */
  readonly passages: number | null
  readonly claims: readonly Claim[]
  /** Topics whose searches found it. */
  readonly topics: readonly string[]
  /** What a reader should know of it: how far it can be relied on. */
  readonly remarks: readonly string[]
  /** Why it is not cited, or was not read. */
  readonly why: string
  readonly path: string | null
}

/** The cited ones first, in their order; then what was read; then what could not be. */
export function sourceLedger(slice: LoopSlice): readonly SourceRow[] {
  const reads = readsOf(slice)
  return slice.end && 'state' in slice.end.details ? finalLedger(slice, reads) : ledgerSoFar(slice, reads)
}

/** What is to be known of all that was read: it is said once. */
export function sharedRemarks(sources: readonly SourceRow[]): readonly string[] {
  const read = sources.filter(({ state }) => state === 'cited' || state === 'read')
  const [first, ...others] = read
  if (!first || others.length === 0) return []
  return first.remarks.filter((remark) => others.every(({ remarks }) => remarks.includes(remark)))
}

type Read = Placed<Step>

/** By their address: the first part of each page. */
function readsOf({ steps }: LoopSlice): ReadonlyMap<string, Read> {
  const reads = steps.filter(({ at, kind }) => kind === 'tool' && /(?:^|\/)read#\d+(?:\[\d+\])?$/.test(at))
  const byAddress = new Map<string, Read>()
  for (const read of reads) {
    const address = addressOf(objectOf(read.fact.data['request'])['input'])
    if (address !== '' && !byAddress.has(address)) byAddress.set(address, read)
  }
  return byAddress
}

function addressOf(input: Parameters<typeof objectOf>[0]): string {
  const { url, source, id, path } = objectOf(input)
  return textOf(url) || textOf(source) || textOf(id) || textOf(path)
}

function ledgerSoFar(slice: LoopSlice, reads: ReadonlyMap<string, Read>): readonly SourceRow[] {
  const { running } = slice
  const searches = searchesOf(slice)
  const done = [...reads].map(([url, read]): SourceRow => {
    const { text, error } = objectOf(read.fact.data['result'])
    const isRead = read.state === 'finished' && error !== true
    const why = isRead ? '' : textOf(text) || 'It was not read.'
    const title = isRead ? titleIn(textOf(text)) || url : url
    return {
      ...unknown(url),
      title,
      state: isRead ? 'read' : 'unread',
      topics: topicsFor(url, searches),
      why,
      path: read.path,
    }
  })
  const begun = running.filter(({ at, kind }) => kind === 'tool' && /(?:^|\/)read#\d+(?:\[\d+\])?$/.test(at))
  const now = begun.map((step): SourceRow => {
    const url = addressOf(step.data['input'])
    return { ...unknown(url), title: url, state: 'reading', topics: topicsFor(url, searches), path: step.path }
  })
  return [...done, ...now]
}

/** A search that was made, and all that it gave: addresses stand in it as text or as data. */
type Search = { readonly topic: string; readonly found: string }

/** Searches of all cycles, each with the title of its topic: `search#2[0]` is the first of the plan before it. */
function searchesOf({ steps, plans, notes }: LoopSlice): readonly Search[] {
  const outline = objectsOf(objectOf(notes.findLast(({ name }) => name === 'outline')?.value)['topics'])
  return steps.flatMap(({ at, seq, fact }) => {
    const place = /^search#\d+\[(\d+)\]\//.exec(at)?.[1]
    if (place === undefined) return []
    const plan = objectsOf(plans.findLast((each) => each.seq < seq)?.steps)
    const topic = outline.find(({ id }) => id === plan[Number(place)]?.['topic'])
    return [{ topic: textOf(topic?.['title']), found: JSON.stringify(fact.data['result'] ?? null) }]
  })
}

function topicsFor(url: string, searches: readonly Search[]): readonly string[] {
  const fitting = searches.filter(({ topic, found }) => topic !== '' && found.includes(url))
  return [...new Set(fitting.map(({ topic }) => topic))]
}

function unknown(url: string): SourceRow {
  return {
    number: null,
    title: '',
    url,
    host: hostOf(url),
    year: '',
    isPinned: false,
    state: 'read',
    passages: null,
    claims: [],
    topics: [],
    remarks: [],
    why: '',
    path: null,
  }
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? ''
}

/** Pages are read as Markdown: the first heading is their title. */
function titleIn(text: string): string {
  return /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? ''
}

function finalLedger(slice: LoopSlice, reads: ReadonlyMap<string, Read>): readonly SourceRow[] {
  const details = slice.end?.details ?? {}
  const state = objectOf(details['state'])
  const sources = new Map(
    Object.values(objectOf(state['urlToSource'])).map((each) => [textOf(objectOf(each)['id']), objectOf(each)]),
  )
  const rows = [...sources.values()].map((source) => rowOf(source, { details, state, reads }))
  const failed = objectsOf(details['failed']).map(({ url, reason }): SourceRow => {
    const address = textOf(url)
    const path = reads.get(address)?.path ?? null
    return { ...unknown(address), title: address, state: 'unread', passages: 0, why: textOf(reason), path }
  })
  const order = ({ number, passages }: SourceRow) => number ?? 10_000 - (passages ?? 0)
  const unread = new Map(failed.map((row) => [row.url, row]))
  return [...rows.toSorted((one, other) => order(one) - order(other)), ...unread.values()]
}

type Behind = { readonly details: JsonObject; readonly state: JsonObject; readonly reads: ReadonlyMap<string, Read> }

function rowOf(source: JsonObject, { details, state, reads }: Behind): SourceRow {
  const id = textOf(source['id'])
  const url = textOf(source['url'])
  const cited = objectsOf(details['sources']).find((each) => each['id'] === id)
  const chunks = objectsOf(state['chunks']).filter((chunk) => chunk['source'] === id)
  const found = objectsOf(state['results']).filter(({ urls }) => textsOf(urls).includes(url))
  const outline = objectsOf(state['outline'])
  const titleOf = (topic: string) => textOf(outline.find((each) => each['id'] === topic)?.['title'])
  return {
    ...unknown(url),
    number: numberOf(cited?.['number']),
    title: textOf(source['title']) || url,
    host: textOf(source['host']),
    year: textOf(source['publishedAt']).slice(0, 4),
    isPinned: source['isPinned'] === true,
    state: cited ? 'cited' : 'read',
    passages: chunks.length,
    claims: claimsOf(details, id),
    topics: [...new Set(found.map(({ topic }) => titleOf(textOf(topic))))],
    remarks: textsOf(source['remarks']),
    why: cited ? '' : whyNot(source, chunks.length),
    path: reads.get(url)?.path ?? null,
  }
}

function whyNot(source: JsonObject, passages: number): string {
  const same = textOf(source['sameAs'])
  if (same !== '') return `It says what another source says (${same}).`
  if (numberIn(source, 'chars', 1) === 0) return 'It was empty.'
  return passages === 0 ? 'Nothing in it was new and to the point.' : 'No sentence of the report needed it.'
}

function claimsOf(details: JsonObject, source: string): readonly Claim[] {
  const doubtful = new Set(
    objectsOf(details['unsupported']).map(({ section, sentence }) => `${textOf(section)} ${textOf(sentence)}`),
  )
  const own = objectsOf(details['citations']).filter((citation) => citation['source'] === source)
  const claims = own.map(({ section, sentence }) => {
    return { sentence: textOf(sentence), isSupported: !doubtful.has(`${textOf(section)} ${textOf(sentence)}`) }
  })
  return [...new Map(claims.map((claim) => [claim.sentence, claim])).values()]
}
