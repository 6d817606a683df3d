/** What a model is shown, with what it should know of all these documents above it. */
import type { Shelf } from '../ports.ts'

export function withRemark({ remark }: Shelf, text: string): string {
  return remark === undefined ? text : `${remark}\n\n${text}`
}
