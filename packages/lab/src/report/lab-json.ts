/** The report for programs. It begins with what it does not measure, as the table does. */
import type { LabReport } from '../run-lab.ts'
import { labNotice } from './lab-table.ts'

export function labJson(report: LabReport): { readonly notice: string } & LabReport {
  return { notice: labNotice, ...report }
}
