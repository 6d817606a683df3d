/** A text that is given as it is, under a name. Nothing is read from a disk or fetched for it, whatever it is called. */
import { basename } from 'node:path'
import { GyreError, type KnowledgeDocument } from '@gyre/core'
import { documentId } from '../document-id.ts'
import { checkEmbedder } from '../embed/embedder-check.ts'
import { fillVectors } from '../embed/fill-vectors.ts'
import type { Shelf } from '../ports.ts'
import type { Loaded } from './entry.ts'
import { defaultCanonicalUrl, isAddress } from './finding/find-entries.ts'
import { type IngestOptions, nobody } from './ingest-options.ts'
import { IngestRun } from './ingest-run.ts'
import { contentHash } from './reading/content-hash.ts'
import { type Media, mediaOfBytes, mediaOfName, mediaOfType } from './reading/media-type.ts'
import { readContent } from './reading/read-content.ts'

/** A text and the name it is kept under; plain text unless `mediaType` says otherwise. */
export type GivenText = {
  /** An address, a path or any other name. What is there under it is replaced. */
  readonly source: string
  readonly text: string
  /** By the name when left out. */
  readonly mediaType?: string
}

/** How a text is read that is not plain, and the signal that ends it. */
export type AddTextOptions = Pick<IngestOptions, 'read' | 'signal'>

type Listed = Omit<KnowledgeDocument, 'text'>
type Kept = { readonly source: string; readonly loaded: Loaded; readonly signal?: AbortSignal | undefined }

/**
 * Answers with the id of the document. What did not change is not touched. Refuses what is no text, and then what was
 * there stays. Fails as the embedder does: by then the text is kept, and found by its words.
 */
export async function addText(shelf: Shelf, given: GivenText, options: AddTextOptions = {}): Promise<string> {
  const { read, signal } = { ...nobody, ...options }
  const source = sourceOf(given.source, shelf)
  const bytes = new TextEncoder().encode(given.text)
  const media = mediaOf(given, source, bytes)
  await checkEmbedder(shelf)
  const documents = await shelf.store.list(shelf.owner)
  const before = documents.find((each) => each.source === source)
  const hash = await contentHash(bytes)
  if (before?.hash !== hash || before.mediaType !== media.mediaType) {
    const raw = { bytes, contentType: `${media.mediaType}; charset=utf-8`, url: source }
    const content = await readContent(raw, { media, read, signal: signal ?? new AbortController().signal })
    if ('why' in content) throw refused(source, content.why)
    const loaded = { status: 'read', content, hash, at: content.at ?? shelf.clock.now() } as const
    await keep(shelf, documents, { source, loaded, signal })
  }
  await fillVectors(shelf, { signal })
  return documentId(shelf.owner, source)
}

async function keep(shelf: Shelf, documents: readonly Listed[], { source, loaded, signal }: Kept): Promise<void> {
  const run = new IngestRun(shelf, documents)
  try {
    await run.take(source, loaded)
    for await (const _ of run.lookAgain()) signal?.throwIfAborted()
  } finally {
    await run.settle()
  }
  await run.end()
}

/** Addresses are kept in the form that they are looked up by; any other name is one line of text. */
function sourceOf(given: string, { canonicalUrl = defaultCanonicalUrl }: Shelf): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (name === '') throw new GyreError('argument-invalid', '`source` is empty: give the text a name.')
  return isAddress(name) && URL.canParse(name) ? canonicalUrl(name) : name
}

/** Text is text though its name is that of a picture: somebody has read that for us. */
function mediaOf({ mediaType }: GivenText, source: string, bytes: Uint8Array): Media {
  const named = mediaType === undefined ? mediaOfName(basename(source)) : mediaOfType(mediaType, source)
  const isReadForUs = mediaType === undefined && (named.form === 'pdf' || named.form === 'binary')
  const media = mediaOfBytes(bytes, isReadForUs ? { mediaType: 'text/plain', form: 'plain' } : named)
  if (media.form !== 'pdf' && media.form !== 'binary') return media
  throw refused(source, `it is no text: its type is ${media.mediaType}`)
}

function refused(source: string, why: string): GyreError {
  return new GyreError('document-refused', `\`${source}\`: ${why}`, { source })
}
