/** `gyre tools call`: one call of a tool through the guard, in a session of its own that is kept nowhere. */
import type { Model } from '@gyre/core'
import { toolInput } from '../arguments/tool-input.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { SessionDrive } from '../session/session-drive.ts'
import { reportCall, reportWaiting } from '../tools/call-report.ts'
import { foundTool } from '../tools/found-tool.ts'
import { oneCall } from '../tools/one-call.ts'

export const callTool: CommandRun = async ({ args: [name = '', ...words], options, io, place: open }) => {
  const place = await open()
  const { tool } = await foundTool(place, name)
  const input = await toolInput(tool, words, io)
  await place.guard.recall([tool.name])
  const runtime = place.aside([])
  try {
    const session = await runtime.start(oneCall({ tool: tool.name, input }), `Call ${tool.name}`, {
      model: await place.model().catch(absentModel),
      tools: [options.flag('yes') ? { ...tool, approval: 'never' } : tool],
    })
    const drive = await SessionDrive.open({ io, runtime, session, isOurs: true, atInterrupt: 'abort' })
    try {
      const stop = await drive.stay()
      drive.close()
      if (stop === 'ended') return reportCall(io, await session.outcome, (await runtime.read(session.id)).rows)
      if (stop === 'left' || drive.wasInterrupted) return exitCodes.interrupted
      return reportWaiting(io, tool.name, await session.questions())
    } finally {
      drive.close()
    }
  } finally {
    await runtime.close({ graceMs: 0 })
  }
}

/** Few tools ask a model: only those fail when there is none. */
function absentModel(error: unknown): Model {
  return {
    id: 'none/none',
    stream: () => {
      throw error
    },
  }
}
