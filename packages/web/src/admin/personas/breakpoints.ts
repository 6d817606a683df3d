/** Break-points as they are written: where a session stops and waits for a person. */

export type Breakpoint = Readonly<Record<string, unknown>>

export const breakpointKinds = {
  before: 'before a tool',
  costUsd: 'when it has cost, in USD',
  scoreBelow: 'when a score is below',
  onGap: 'when something is missing',
} as const

export type BreakpointKind = keyof typeof breakpointKinds

export function kindOfBreakpoint(breakpoint: Breakpoint): BreakpointKind {
  const kinds = Object.keys(breakpointKinds) as BreakpointKind[]
  return kinds.find((kind) => kind in breakpoint) ?? 'before'
}

/** A number for those that are about one; a gap needs no value. */
export function breakpointOf(kind: BreakpointKind, text: string): Breakpoint {
  if (kind === 'onGap') return { onGap: true }
  if (kind === 'before') return { before: text }
  return { [kind]: Number(text) }
}

/** What stands in its field. */
export function textOfBreakpoint(breakpoint: Breakpoint): string {
  const value = breakpoint[kindOfBreakpoint(breakpoint)]
  return value === true || value === undefined ? '' : String(value)
}
