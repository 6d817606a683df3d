/** `gyre memory`: looking at what is remembered. */
import type { MemoryRecord } from '@gyre/core'
import { findMemories, getMemory, listMemories as newest } from '@gyre/knowledge'
import { shownAge, wholeNumber } from '../arguments/quantities.ts'
import { questionArgument } from '../arguments/question-argument.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { memoryJson, memorySheet } from '../knowledge/memory-sheet.ts'
import { printTable } from '../output/printed-table.ts'
import { shortIds } from '../session/session-id.ts'

const usualListed = 20
const usualFound = 5

export const listMemories: CommandRun = async ({ options, io, place }) => {
  const limit = wholeNumber('--limit', options.text('limit'), 1) ?? usualListed
  const kind = options.text('kind')
  const { memories } = (await place()).knowledge
  // One more than is shown tells whether there are more.
  const found = await newest(memories, { limit: limit + 1, ...(kind !== undefined && { kind }) })
  const shown = found.slice(0, limit)
  if (io.output !== 'text') io.printJson(shown.map(memoryJson))
  else if (shown.length === 0) {
    io.report(kind === undefined ? 'Nothing is remembered yet.' : `Nothing of kind \`${kind}\` is remembered.`)
  } else {
    printTable(io, [['ID', 'KIND', 'AGE', 'TEXT'], ...rowsOf(shown)])
    if (found.length > limit) io.report(`There are more: gyre memory --limit ${2 * limit}`)
  }
  return exitCodes.done
}

export const searchMemories: CommandRun = async ({ args: [query = ''], options, io, place }) => {
  const limit = wholeNumber('--limit', options.text('limit'), 1) ?? usualFound
  const question = questionArgument(query)
  const { memories } = (await place()).knowledge
  const found = await findMemories(memories, question, { limit })
  if (io.output !== 'text')
    io.printJson(found.map((memory) => ({ ...memoryJson(memory), score: memory.score, by: memory.by })))
  else if (found.length === 0) io.report(`Nothing is remembered of "${query}".`)
  else {
    const short = shortIds(found.map(({ id }) => id))
    // How many words are the same says nothing of how near it is.
    const near = ({ by, score }: (typeof found)[number]) => (by === 'words' ? '–' : score.toFixed(2))
    const rows = found.map((memory) => [short.get(memory.id) ?? memory.id, memory.kind, near(memory), memory.text])
    printTable(io, [['ID', 'KIND', 'NEAR', 'TEXT'], ...rows], { right: [2] })
  }
  return exitCodes.done
}

export const showMemory: CommandRun = async ({ args: [id = ''], io, place }) => {
  const { memories } = (await place()).knowledge
  const memory = await getMemory(memories, id)
  if (io.output !== 'text') io.printJson(memoryJson(memory))
  else for (const line of memorySheet(memory, Date.now())) io.print(line)
  return exitCodes.done
}

function rowsOf(memories: readonly MemoryRecord[]): readonly (readonly string[])[] {
  const short = shortIds(memories.map(({ id }) => id))
  const now = Date.now()
  return memories.map(({ id, kind, at, text }) => [short.get(id) ?? id, kind, shownAge(now - at), text])
}
