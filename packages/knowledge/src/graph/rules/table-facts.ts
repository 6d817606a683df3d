/** What a table says: its first column names things, its head says what is told of them. */
import type { ChunkEdge } from '../chunk-edge.ts'
import { weights } from './sentence-edges.ts'

const longestCell = 60

export function tableFacts(rows: readonly (readonly string[])[]): readonly ChunkEdge[] {
  const [head, ...body] = rows
  if (!head || head.length < 2) return []
  // The line under the head has neither letters nor figures, and so no facts.
  return body.flatMap(([from = '', ...cells]) =>
    cells.flatMap((to, index) => {
      const relation = (head[index + 1] ?? '').toLowerCase()
      const isFact = [from, relation, to].every((text) => /[\p{L}\p{N}]/u.test(text) && text.length <= longestCell)
      return isFact && from !== to ? [{ from, relation, to, weight: weights.apposition }] : []
    }),
  )
}
