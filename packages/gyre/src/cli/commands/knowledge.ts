/** `gyre knowledge`: how much there is. */
import { bundledOwner } from '@gyre/knowledge'
import { embedderFault } from '../../wiring/embedder.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { shownEmbedder } from '../knowledge/shown-embedder.ts'
import { printTable } from '../output/printed-table.ts'

export const overview: CommandRun = async ({ io, place }) => {
  const { knowledge } = await place()
  const { store, owner, embedder } = knowledge.own
  const found = await store.overview(owner)
  const fault = embedderFault(embedder)
  if (io.output !== 'text') {
    io.printJson({
      ...found,
      embedder: embedder.id,
      fault: fault?.message ?? null,
      demo: await store.overview(bundledOwner),
    })
    return exitCodes.done
  }
  const vectors = found.vectors.map((each) => `${each.count} by ${each.embedder}, ${each.dimensions} numbers each`)
  printTable(io, [
    ['documents', String(found.documents)],
    ['chunks', String(found.chunks)],
    ['vectors', vectors.join('; ') || 'none'],
    ['relations', found.edges === 0 ? 'none' : `${found.edges} between ${found.names} names`],
    ['embedder', fault ? `${embedder.id}, which cannot be used` : shownEmbedder(embedder.id)],
  ])
  if (fault) io.report(fault.message)
  else if (found.vectors.some((each) => each.embedder !== embedder.id))
    io.report('Vectors of another embedder are there. To make them anew: gyre knowledge reembed')
  if (found.documents === 0) {
    if (await knowledge.hasDemo())
      io.report('Until there are documents of your own, searches answer from the bundled ones.')
    io.report('To read some: gyre knowledge add FOLDER')
  }
  return exitCodes.done
}
