/** Who makes vectors of texts, and whether the index was made by them. Nothing is sent to a service. */
import type { KnowledgeStore } from '@gyre/core'
import { embedderFault } from '../../wiring/embedder.ts'
import type { KnowledgeRoom } from '../../wiring/knowledge-room.ts'
import { shownEmbedder } from '../knowledge/shown-embedder.ts'
import { counted } from '../output/counted.ts'
import { type Finding, fault, note, ok } from './finding.ts'

export type KnowledgeFindingOptions = Pick<KnowledgeRoom['own'], 'embedder'> & {
  /** Where the index is; left out as long as there is none. */
  readonly index?: { readonly store: Pick<KnowledgeStore, 'overview'>; readonly owner: string } | undefined
  /** Whether the library is there that makes searches by vectors fast; left out for a store of one's own. */
  readonly hasVectorLibrary?: boolean | undefined
}

export async function knowledgeFindings(options: KnowledgeFindingOptions): Promise<readonly Finding[]> {
  const { embedder } = options
  const wrong = embedderFault(embedder)
  const who = wrong
    ? fault('embedder', wrong.message, 'Set another one: gyre settings set embedding_model NAME')
    : ok('embedder', shownEmbedder(embedder.id))
  return [who, await indexFinding(wrong ? undefined : embedder.id, options)]
}

/** Where nobody can make vectors it is not told to make them anew. */
async function indexFinding(embedder: string | undefined, options: KnowledgeFindingOptions): Promise<Finding> {
  const { index } = options
  const check = 'knowledge'
  const found = await index?.store.overview(index.owner)
  if (!found || found.documents === 0) return ok(check, 'no documents; to read some: gyre knowledge add FOLDER')
  const held = `${counted(found.documents, 'document')}, ${counted(found.chunks, 'chunk')}`
  if (embedder === undefined) return ok(check, held)
  const others = found.vectors.filter((each) => each.embedder !== embedder)
  if (others.length > 0) {
    const said = others.map((each) => `${counted(each.count, 'vector')} of ${each.embedder}`)
    return fault(
      check,
      `${held}, with ${said.join(' and ')}: searches are refused.`,
      'Make them anew: gyre knowledge reembed',
    )
  }
  const vectors = found.vectors.reduce((sum, { count }) => sum + count, 0)
  if (vectors >= found.chunks) return ok(check, `${held}${searchedBy(options)}`)
  const without = counted(found.chunks - vectors, 'chunk')
  return note(check, `${held}; ${without} without a vector, found by words alone.`, 'Make them: gyre knowledge reembed')
}

function searchedBy({ hasVectorLibrary }: KnowledgeFindingOptions): string {
  if (hasVectorLibrary === undefined) return ''
  return hasVectorLibrary
    ? '; vectors are searched by sqlite-vec'
    : '; vectors are searched one by one: sqlite-vec, which is faster, is not installed'
}
