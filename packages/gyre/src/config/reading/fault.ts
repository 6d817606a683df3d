/** What is wrong with a file that people wrote, and where: `personas/careful.yaml:4:18: config.maxIterations: …`. */
import { type ErrorCode, GyreError, type Issue, issuesError } from '@gyre/core'

/** Lines and columns count from 1. */
export type Position = { readonly line: number; readonly column: number }

export type Fault = Issue & { readonly file: string; readonly at?: Position | undefined }

/** More lines than these help nobody. */
const mostLines = 20

/** The error that tells of faults, one line each. */
export function faultsError(code: ErrorCode, faults: readonly Fault[], cause?: unknown): GyreError {
  const lines = faults.slice(0, mostLines).map((fault) => issuesError(code, placeOf(fault), [fault]).message)
  const more = faults.length - mostLines
  if (more > 0) lines.push(`And ${more} more.`)
  return new GyreError(code, lines.join('\n'), { faults, ...(cause !== undefined && { cause }) })
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** `personas/careful.yaml:4:18`. */
export function placeOf({ file, at }: Pick<Fault, 'file' | 'at'>): string {
  return at ? `${file}:${at.line}:${at.column}` : file
}
