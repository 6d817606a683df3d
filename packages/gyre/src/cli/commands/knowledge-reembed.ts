/** `gyre knowledge reembed`: all vectors anew, of documents and memories, by the embedder that is set. */
import { reembed, reembedMemories } from '@gyre/knowledge'
import { requireEmbedder } from '../../wiring/embedder.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tellEmbedded } from '../knowledge/embedded-tokens.ts'
import { longWork } from '../knowledge/long-work.ts'
import { counted } from '../output/counted.ts'
import { oneLine } from '../terminal/one-line.ts'

/** More tell nothing new. */
const mostTold = 5

export const reembedAll: CommandRun = async ({ io, place }) => {
  const { knowledge } = await place()
  requireEmbedder(knowledge.own.embedder)
  return longWork(io, async (bar, signal) => {
    const progress = (doing: string) => (done: number, total: number) => bar.show({ doing, done, total })
    const documents = await reembed(knowledge.own, { signal, onProgress: progress('embedding documents') })
    const { embedded, removed, refused } = documents
    const memories = await reembedMemories(knowledge.memories, { signal, onProgress: progress('embedding memories') })
    bar.end()
    const embedder = knowledge.own.embedder.id
    const tokens = knowledge.embeddedTokens()
    if (io.output !== 'text')
      io.printJson({ embedder, chunks: embedded, memories, removed, refused, embeddedTokens: tokens })
    else {
      io.print(`${counted(embedded, 'chunk')} and ${counted(memories, 'memory', 'memories')} embedded by ${embedder}.`)
      for (const other of removed) io.print(`Vectors by ${other} are gone.`)
    }
    for (const { chunk, why } of refused.slice(0, mostTold)) io.report(`refused  ${chunk}: ${oneLine(why)}`)
    if (refused.length > mostTold) io.report(`${refused.length - mostTold} more were refused.`)
    tellEmbedded(io, embedder, tokens)
    return refused.length > 0 ? exitCodes.failed : exitCodes.done
  })
}
