/** The table of the lab on stdout. */
import { type LabReport, labTable } from '@gyre/lab'
import type { Io } from '../io.ts'
import { printTable } from '../output/printed-table.ts'

export function printLab(io: Io, report: LabReport): void {
  io.print(labTable(report).notice)
  io.print('')
  printClaims(io, report)
}

/** What is claimed, and whether it holds. */
export function printClaims(io: Io, report: LabReport): void {
  const { head, rows, right, faults, open, total } = labTable(report)
  printTable(io, [head, ...rows], { right })
  io.print('')
  for (const fault of faults) io.print(`${io.out.paint('red', 'fails')}  ${fault}`)
  for (const each of open) io.print(`${io.out.paint('yellow', 'undecided')}  ${each}`)
  const { pass, undecided } = report.total
  io.print(io.out.paint(!pass ? 'red' : undecided > 0 ? 'yellow' : 'green', total))
}
