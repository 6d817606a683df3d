/** The report for programs. It begins with what it does not measure, as the table does. */
import type { LabReport } from '../run-lab.ts'
import { labNotice } from './lab-table.ts'

/** The report for programs, with a notice of what it does not measure. */
export function labJson(report: LabReport): { readonly notice: string } & LabReport {
  return { notice: labNotice, ...report }
}
