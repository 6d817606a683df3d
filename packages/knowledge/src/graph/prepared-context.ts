/** What the graph tells about a question, of documents that may not have been read for it yet. */
import type { Shelf } from '../ports.ts'
import { rulesReader } from './extract-rules.ts'
import { type GraphContext, type GraphContextOptions, graphContext } from './graph-context.ts'
import { readChunks } from './read-chunks.ts'

/** So many chunks are read by the rules while somebody waits. */
const mostAtOnce = 2_000

/** The same as `graphContext`, over a graph that is brought up to date by rules first where little is missing. */
export async function preparedContext(
  shelf: Shelf,
  question: string,
  options: GraphContextOptions,
): Promise<GraphContext> {
  const remark = await prepare(shelf, options.signal)
  const context = await graphContext(shelf, question, options)
  return remark === undefined ? context : { ...context, text: `${context.text}\n\n${remark}` }
}

/** What nobody has read is read at once when it is little. */
async function prepare(shelf: Shelf, signal?: AbortSignal): Promise<string | undefined> {
  const { store, owner } = shelf
  const unread = await store.withoutEdges(null, owner, mostAtOnce + 1)
  if (unread.length > mostAtOnce) return notBuilt
  if (unread.length > 0) await readChunks(shelf, unread, { reader: rulesReader, signal })
  return undefined
}

const notBuilt =
  'The graph of these documents is not complete: `gyre knowledge graph --build` builds it. Until then search the text.'
