/** `gyre memory add`, `edit` and `remove`: memories in the hands of people. */
import { GyreError, type MemoryRecord } from '@gyre/core'
import {
  addNote,
  editMemory as edit,
  forgetExpired,
  getMemory,
  type OwnShelf,
  removeMemories as remove,
} from '@gyre/knowledge'
import { embedderFault } from '../../wiring/embedder.ts'
import { saveEdited } from '../arguments/edited-text.ts'
import { durationInMs } from '../arguments/quantities.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { memoryJson } from '../knowledge/memory-sheet.ts'
import { counted } from '../output/counted.ts'

export const addMemory: CommandRun = async ({ args: [given = ''], options, io, place }) => {
  const expires = options.text('expires')
  const expiresInMs = expires === undefined ? undefined : keptFor(expires)
  const text = await typedText(io, given)
  const { knowledge } = await place()
  const note = { text: knowledge.redacted(text), ...(expiresInMs !== undefined && { expiresInMs }) }
  const { memories } = knowledge
  tell(io, await addNote(memories, note), 'noted', memories)
  return exitCodes.done
}

export const editMemory: CommandRun = async ({ args: [id = '', given], options, io, place }) => {
  const expires = options.text('expires')
  const expiresInMs = expires === undefined ? undefined : expires === 'never' ? null : keptFor(expires)
  const expiry = expiresInMs !== undefined && { expiresInMs }
  const { knowledge } = await place()
  const change = (text: string) => edit(knowledge.memories, id, { text: knowledge.redacted(text), ...expiry })
  const changed =
    given !== undefined
      ? await change(await typedText(io, given))
      : expiry
        ? await edit(knowledge.memories, id, expiry)
        : await inEditor(io, await getMemory(knowledge.memories, id), change)
  if (changed) tell(io, changed, 'changed', knowledge.memories)
  else io.report('Nothing was changed.')
  return exitCodes.done
}

export const removeMemories: CommandRun = async ({ args, options, io, place }) => {
  const isExpired = options.flag('expired')
  if (isExpired === args.length > 0)
    throw new GyreError('usage-invalid', '`gyre memory remove` takes ids of memories, or --expired, not both.')
  const { memories } = (await place()).knowledge
  if (isExpired) {
    const removed = await forgetExpired(memories)
    if (io.output !== 'text') io.printJson({ removed })
    else io.report(`${counted(removed, 'memory', 'memories')} forgotten.`)
    return exitCodes.done
  }
  const gone = await remove(memories, args)
  if (io.output !== 'text') io.printJson({ removed: gone.map(({ id }) => id) })
  else for (const { id } of gone) io.print(`${id} forgotten`)
  return exitCodes.done
}

async function typedText(io: Io, given: string): Promise<string> {
  return given === '-' ? io.input.readAll() : given
}

function inEditor(io: Io, memory: MemoryRecord, save: (text: string) => Promise<MemoryRecord>) {
  const request = {
    text: memory.text,
    fileName: 'memory.txt',
    instead: `gyre memory edit ${memory.id} "TEXT"`,
    retry: (file: string) => `gyre memory edit ${memory.id} - < ${file}`,
  }
  return saveEdited(io, request, save)
}

function keptFor(expires: string): number {
  const ms = durationInMs('--expires', expires)
  if (ms > 0) return ms
  throw new GyreError(
    'usage-invalid',
    `\`--expires ${expires}\`: it would be forgotten at once; expected a longer time.`,
  )
}

function tell(io: Io, memory: MemoryRecord, done: string, { embedder }: OwnShelf): void {
  if (io.output !== 'text') io.printJson(memoryJson(memory))
  else {
    io.print(`${memory.id} ${done}`)
    if (memory.embedder !== null) return
    const fault = embedderFault(embedder)
    if (fault) io.report(fault.message)
    io.report('It has no vector: it is found by its words alone until: gyre knowledge reembed')
  }
}
