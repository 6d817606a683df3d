/** What the graph tells about a question, of documents that may not have been read for it yet. */
import type { Shelf } from '../ports.ts'
import { rulesReader } from './extract-rules.ts'
import { type GraphContext, type GraphContextOptions, graphContext } from './graph-context.ts'
import { readChunks } from './read-chunks.ts'

/** So many chunks are read by the rules while somebody waits. */
const mostAtOnce = 2_000

export async function preparedContext(
  shelf: Shelf,
  question: string,
  options: GraphContextOptions,
): Promise<GraphContext> {
  const remark = await prepare(shelf, options.signal)
  const context = await graphContext(shelf, question, options)
  return remark === undefined ? context : { ...context, text: `${context.text}\n\n${remark}` }
}

/** A small shelf is read at once. Chunks that a model read keep what it found. */
async function prepare(shelf: Shelf, signal?: AbortSignal): Promise<string | undefined> {
  const { store, owner } = shelf
  const unread = await store.withoutEdges(rulesReader.id, owner, mostAtOnce + 1)
  const read = new Set((await store.edgesIn(unread)).map(({ chunk }) => chunk))
  const left = unread.filter((id) => !read.has(id))
  if (left.length === 0) return undefined
  if (unread.length > mostAtOnce) return notBuilt
  await readChunks(shelf, left, { reader: rulesReader, signal })
  return undefined
}

const notBuilt =
  'The graph of these documents is not complete: `gyre knowledge graph --build` builds it. Until then search the text.'
