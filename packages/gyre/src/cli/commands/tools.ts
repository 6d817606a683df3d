/** `gyre tools` and `gyre tools show`: the tools there are, and all of one. */
import { originText } from '../../wiring/offered-tool.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { tableLines } from '../output/text-table.ts'
import { foundTool } from '../tools/found-tool.ts'
import { factsOf, type ToolFacts, toolJson } from '../tools/tool-facts.ts'
import { toolSheet } from '../tools/tool-sheet.ts'

export const listTools: CommandRun = async ({ io, place: open }) => {
  const place = await open()
  const facts = await factsOf(place, await place.room.all())
  if (io.output !== 'text') io.printJson(facts.map(toolJson))
  else if (facts.length === 0) io.report('There are no tools.')
  else {
    for (const line of listLines(io, facts)) io.print(line)
    io.report('All of one: gyre tools show NAME')
  }
  return exitCodes.done
}

export const showTool: CommandRun = async ({ args: [name = ''], io, place: open }) => {
  const place = await open()
  const [facts] = await factsOf(place, [await foundTool(place, name)])
  if (!facts) return exitCodes.failed
  if (io.output !== 'text') io.printJson(toolJson(facts))
  else for (const line of toolSheet(facts, Date.now())) io.print(line)
  return exitCodes.done
}

/** A head for each toolbox, file and server, and its tools below. */
function listLines(io: Io, facts: readonly ToolFacts[]): readonly string[] {
  const width = io.out.isTty ? io.out.width() : Number.POSITIVE_INFINITY
  const rows = tableLines(facts.map(rowOf), { width: width - 2 })
  return facts.flatMap(({ offered: { from } }, at) => {
    const before = facts[at - 1]?.offered.from
    const isFirst = before === undefined || originText(before) !== originText(from)
    const head = [...(at > 0 ? [''] : []), io.out.paint('bold', originText(from))]
    return [...(isFirst ? head : []), `  ${rows[at] ?? ''}`]
  })
}

function rowOf({ offered: { tool }, breaker }: ToolFacts): readonly string[] {
  const approval = tool.approval === 'never' ? '' : `asks ${tool.approval === 'always' ? 'always' : 'first'}`
  const state = breaker.state === 'closed' ? '' : `breaker ${breaker.state}`
  const [summary = ''] = tool.description.split(/(?<=[.!?])\s|\n/, 1)
  return [tool.name, tool.effect, approval, state, summary]
}
