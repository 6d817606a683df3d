/** `gyre tools` and `gyre tools show`: the tools there are, and all of one. */
import { factsOf, type ToolFacts, toolJson } from '../../tools-told/tool-facts.ts'
import { originText } from '../../wiring/offered-tool.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../terminal/one-line.ts'
import { foundTools } from '../tools/found-tool.ts'
import { toolRows } from '../tools/tool-rows.ts'
import { noRules, unfitRules } from '../tools/tool-rules.ts'
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
  const { rules = noRules } = place
  for (const line of unfitRules(
    rules,
    facts.map(({ offered: { tool } }) => tool),
  ))
    io.report(line)
  return exitCodes.done
}

export const showTool: CommandRun = async ({ args: [name = ''], io, place: open }) => {
  const place = await open()
  const all = await factsOf(place, await foundTools(place, name))
  const one = all.find(({ offered: { tool } }) => tool.name === name)
  if (io.output !== 'text') io.printJson(one ? toolJson(one) : all.map(toolJson))
  else for (const line of one ? sheetLines(io, one) : listLines(io, all)) io.print(line)
  return exitCodes.done
}

function sheetLines(io: Io, facts: ToolFacts): readonly string[] {
  return toolSheet(facts, { nowMs: Date.now(), width: io.out.width() })
}

/** A head for each toolbox, file and server, and its tools below. */
function listLines(io: Io, facts: readonly ToolFacts[]): readonly string[] {
  const tools = toolRows(facts, io.out.isTty ? io.out.width() : Number.POSITIVE_INFINITY)
  return facts.flatMap(({ offered: { from } }, at) => {
    const before = facts[at - 1]?.offered.from
    const isFirst = before === undefined || originText(before) !== originText(from)
    const head = [...(at > 0 ? [''] : []), io.out.paint('bold', oneLine(originText(from)))]
    return [...(isFirst ? head : []), ...(tools[at] ?? [])]
  })
}
