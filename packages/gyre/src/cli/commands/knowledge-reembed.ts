/** `gyre knowledge reembed`: all vectors anew, of documents and memories, by the embedder that is set. */
import { reembed, reembedMemories } from '@gyre/knowledge'
import { requireEmbedder } from '../../wiring/embedder.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tellEmbedded } from '../knowledge/embedded-tokens.ts'
import { longWork } from '../knowledge/long-work.ts'
import { counted } from '../output/counted.ts'

export const reembedAll: CommandRun = async ({ io, place }) => {
  const { knowledge } = await place()
  requireEmbedder(knowledge.own.embedder)
  return longWork(io, async (bar, signal) => {
    const progress = (doing: string) => (done: number, total: number) => bar.show({ doing, done, total })
    const { embedded, removed } = await reembed(knowledge.own, { signal, onProgress: progress('embedding documents') })
    const memories = await reembedMemories(knowledge.memories, { signal, onProgress: progress('embedding memories') })
    bar.end()
    const embedder = knowledge.own.embedder.id
    const tokens = knowledge.embeddedTokens()
    if (io.output !== 'text') io.printJson({ embedder, chunks: embedded, memories, removed, embeddedTokens: tokens })
    else {
      io.print(`${counted(embedded, 'chunk')} and ${counted(memories, 'memory', 'memories')} embedded by ${embedder}.`)
      for (const other of removed) io.print(`Vectors by ${other} are gone.`)
    }
    tellEmbedded(io, embedder, tokens)
    return exitCodes.done
  })
}
