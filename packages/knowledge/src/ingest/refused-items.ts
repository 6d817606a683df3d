/** The documents of which the embedder refused something. */
import type { KnowledgeStore } from '@gyre/core'
import type { FilledVectors } from '../embed/fill-vectors.ts'
import type { IngestItem } from './ingest-report.ts'

export async function refusedItems(
  store: Pick<KnowledgeStore, 'chunks'>,
  refused: FilledVectors['refused'],
): Promise<readonly IngestItem[]> {
  const reasons = new Map(refused.map(({ chunk, why }) => [chunk, why]))
  const chunks = await store.chunks([...reasons.keys()])
  const bySource = Map.groupBy(chunks, ({ source }) => source)
  return [...bySource].map(([source, [first, ...others]]) => {
    const what = others.length === 0 ? '1 chunk' : `${others.length + 1} chunks`
    const why = `the embedder refused ${what}, found by words alone now: ${reasons.get(first?.id ?? '')}`
    return { source, status: 'failed', why }
  })
}
