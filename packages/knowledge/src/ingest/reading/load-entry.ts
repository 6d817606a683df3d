/** Reads one file or address. Whatever goes wrong is an answer, never an error. */
import { basename, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FetchDocument, RawDocument, ReadDocument } from '../../ports.ts'
import type { Entry, Loaded } from '../entry.ts'
import { readBounded, sizeFault } from './bounded-read.ts'
import { contentHash } from './content-hash.ts'
import { faultOf } from './file-fault.ts'
import { type Media, mediaOfName, mediaOfType } from './media-type.ts'
import { readContent } from './read-content.ts'

export type LoadOptions = {
  readonly read: ReadDocument
  readonly fetch: FetchDocument
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** The hash that a source is known by. */
  readonly knownHash: (source: string) => string | undefined
  readonly now: () => number
}

type Found = { readonly raw: RawDocument; readonly media: Media; readonly at: number }

export async function loadEntry(entry: Entry, options: LoadOptions): Promise<Loaded> {
  try {
    options.signal.throwIfAborted()
    const found = entry.kind === 'file' ? await fromFile(entry, options) : await fromAddress(entry, options)
    return 'why' in found ? { status: 'skipped', why: found.why } : await contentOf(entry, found, options)
  } catch (error) {
    return { status: 'failed', why: faultOf(error) }
  }
}

async function fromFile({ source, isNamed }: Entry, { maxBytes }: LoadOptions): Promise<Found | { why: string }> {
  const media = mediaOfName(basename(source))
  if (media.form === 'binary' && !isNamed) return { why: `it is no text: files with ${extname(source)} never are` }
  const { bytes, changedAt } = await readBounded(source, maxBytes)
  // What is not read by others needs no type: its name said what it is.
  const contentType = media.form === 'page' || media.form === 'pdf' ? media.mediaType : ''
  return { raw: { bytes, contentType, url: pathToFileURL(source).href }, media, at: changedAt }
}

async function fromAddress({ source, address }: Entry, options: LoadOptions): Promise<Found | { why: string }> {
  const raw = await options.fetch(address ?? source, options.signal)
  if (raw.bytes.length > options.maxBytes) throw new Error(sizeFault(raw.bytes.length, options.maxBytes))
  const media = mediaOfType(raw.contentType, raw.url)
  if (media.form === 'binary') return { why: `it is no text: its type is ${media.mediaType}` }
  return { raw, media, at: options.now() }
}

async function contentOf(entry: Entry, { raw, media, at }: Found, options: LoadOptions): Promise<Loaded> {
  const hash = await contentHash(raw.bytes)
  if (hash === options.knownHash(entry.source)) return { status: 'unchanged' }
  const content = await readContent(raw, { media, read: options.read, signal: options.signal })
  if ('why' in content) return { status: 'skipped', why: content.why }
  return { status: 'read', content, hash, at: content.at ?? at }
}
