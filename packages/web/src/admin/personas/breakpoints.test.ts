import { expect, it } from 'vitest'
import { breakpointOf, kindOfBreakpoint, textOfBreakpoint } from './breakpoints.ts'

it.each([
  [{ before: 'files.*' }, 'before', 'files.*'],
  [{ costUsd: 2 }, 'costUsd', '2'],
  [{ scoreBelow: 0.5 }, 'scoreBelow', '0.5'],
  [{ onGap: true }, 'onGap', ''],
] as const)('%j is written as %s and %j, and made of them again', (breakpoint, kind, text) => {
  expect(kindOfBreakpoint(breakpoint)).toBe(kind)
  expect(textOfBreakpoint(breakpoint)).toBe(text)
  expect(breakpointOf(kind, text)).toEqual(breakpoint)
})
