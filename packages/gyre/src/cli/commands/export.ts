/** `gyre export`: the journal of a session as JSON lines. */
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { writeNamedFile } from '../output/written-file.ts'
import { sessionId } from '../session/session-id.ts'

export const exportJournal: CommandRun = async ({ args: [named = ''], options, io, place }) => {
  const { runtime } = await place()
  const id = await sessionId(runtime, named)
  const file = options.text('out') ?? '-'
  if (file === '-') for await (const line of runtime.export(id)) io.print(line)
  else {
    await writeNamedFile(file, ended(runtime.export(id)))
    io.report(`Written to ${file}.`)
  }
  return exitCodes.done
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}
