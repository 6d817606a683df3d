/** The tables of a run over synthetic webs on stdout. */
import { labNotice } from '@gyre/lab'
import type { TextTable, WebReport } from '@gyre/lab/web'
import type { Io } from '../io.ts'
import { printTable } from '../output/printed-table.ts'
import { printClaims } from './lab-report.ts'

/** The figures first, then what is claimed of them. */
export async function printWebLab(io: Io, report: WebReport): Promise<void> {
  const { armTable, inventionTable, verifierLine } = await import('@gyre/lab/web')
  io.print(labNotice)
  printSpaced(io, armTable(report))
  printSpaced(io, inventionTable(report))
  io.print('')
  io.print(verifierLine(report.claims))
  io.print('')
  printClaims(io, report)
}

function printSpaced(io: Io, { rows, right }: TextTable): void {
  io.print('')
  printTable(io, rows, { right })
}
