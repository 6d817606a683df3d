/** `gyre tools call`: one call of a tool through the guard, in a session of its own that is kept nowhere. */
import type { Model, Tool } from '@gyre/core'
import type { ToolOrigin } from '../../wiring/offered-tool.ts'
import { toolInput } from '../arguments/tool-input.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Place } from '../place.ts'
import { SessionDrive } from '../session/session-drive.ts'
import { showFor, type Wishes } from '../session/session-show.ts'
import { reportCall, reportWaiting } from '../tools/call-report.ts'
import { callShow } from '../tools/call-show.ts'
import { foundTool } from '../tools/found-tool.ts'
import { oneCall } from '../tools/one-call.ts'

export const callTool: CommandRun = async ({ args: [name = '', ...words], options, io, place: open }) => {
  const place = await open()
  const { tool, from } = await foundTool(place, name)
  const input = await toolInput(tool, words, io)
  await place.guard.recall([tool.name])
  const helpers = isSkill(from) ? await helpersOf(place, tool) : []
  const runtime = place.aside([])
  try {
    const session = await runtime.start(oneCall({ tool: tool.name, input }), `Call ${tool.name}`, {
      model: await place.model().catch(absentModel),
      tools: [options.flag('yes') ? { ...tool, approval: 'never' } : tool, ...helpers],
    })
    const show = async (wishes: Wishes) => callShow(await showFor(io, wishes))
    const drive = await SessionDrive.open({ io, place: { runtime }, session, isOurs: true, isOneCall: true, show })
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

/** Other tools work alone. */
function isSkill({ kind, name }: ToolOrigin): boolean {
  return kind === 'toolbox' && name === 'skills'
}

/** The tools there are, of which a skill takes those it is allowed. Servers that have none of these are not asked. */
async function helpersOf({ room, tools }: Place, { name }: Tool): Promise<readonly Tool[]> {
  const found = await tools(await room.usedBy?.(name))
  return found.filter((other) => other.name !== name)
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
