/** `gyre tools breaker`: tools that failed too often, and letting one run again. */
import { GyreError } from '@gyre/core'
import type { BreakerReport } from '@gyre/tools/guard'
import { breakerJson } from '../../tools-told/breaker-json.ts'
import { audited } from '../audited.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { printTable } from '../output/printed-table.ts'
import type { Place } from '../place.ts'
import { breakerText } from '../tools/breaker-words.ts'
import { foundTool } from '../tools/found-tool.ts'

export const breaker: CommandRun = async ({ args, io, place }) => {
  const [first, second] = args
  if (first === 'reset') return reset(io, await place(), second)
  if (second !== undefined) {
    throw new GyreError(
      'usage-invalid',
      `\`gyre tools breaker\` takes no \`${second}\`. To let a tool run again: gyre tools breaker reset ${first}`,
    )
  }
  return first === undefined ? list(io, await place()) : show(io, await place(), first)
}

/** Those that are not closed; all of them for programs. */
async function list(io: Io, { room, guard }: Place): Promise<number> {
  const names = (await room.all()).map(({ tool }) => tool.name)
  const reports = await guard.breakers.list(names)
  if (io.output !== 'text') {
    io.printJson(reports.map(breakerJson))
    return exitCodes.done
  }
  const rows = reports
    .filter(({ state }) => state !== 'closed')
    .map((report) => [report.tool, String(report.failures), breakerText(report, Date.now())])
  if (rows.length === 0) io.print('No breaker is open.')
  else {
    printTable(io, [['TOOL', 'FAILURES', 'BREAKER'], ...rows], { right: [1] })
    io.report('Let one run again: gyre tools breaker reset NAME')
  }
  return exitCodes.done
}

async function show(io: Io, place: Place, name: string): Promise<number> {
  const report = await reportOf(place, name)
  if (io.output === 'text') io.print(`${name}: ${breakerText(report, Date.now())}`)
  else io.printJson(breakerJson(report))
  return exitCodes.done
}

async function reset(io: Io, place: Place, name: string | undefined): Promise<number> {
  if (name === undefined) {
    throw new GyreError('usage-invalid', '`gyre tools breaker reset` needs NAME. Write: gyre tools breaker reset NAME')
  }
  const before = await reportOf(place, name)
  await place.guard.breakers.reset(name)
  await audited(place, 'breaker.reset', name)
  const after = await reportOf(place, name)
  if (io.output !== 'text') io.printJson(breakerJson(after))
  else io.print(before.state === 'closed' ? `${name}: was closed already` : `${name}: closed`)
  return exitCodes.done
}

/** The name is that of a tool; of one whose server is gone there may still be a breaker. */
async function reportOf(place: Place, name: string): Promise<BreakerReport> {
  const [report] = await place.guard.breakers.list([name])
  if (report && report.state !== 'closed') return report
  const { tool } = await foundTool(place, name)
  return report ?? { tool: tool.name, state: 'closed', failures: 0, since: 0, until: 0 }
}
