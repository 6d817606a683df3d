/** Slots with constraints: of all numbers below 35 exactly one leaves two given remainders. */
import { defineTool } from '@gyre/core'
import { z } from 'zod'

export type Slot = { readonly byFive: number; readonly bySeven: number }

const numbers = 35

export function slotText({ byFive, bySeven }: Slot): string {
  return `the number below ${numbers} that leaves ${byFive} when divided by 5 and ${bySeven} when divided by 7`
}

const written = /below 35 that leaves (\d) when divided by 5 and (\d) when divided by 7/

export function readSlot(text: string): Slot | undefined {
  const [, byFive, bySeven] = written.exec(text) ?? []
  return byFive === undefined ? undefined : { byFive: Number(byFive), bySeven: Number(bySeven) }
}

/** 21 leaves 1 by five and 0 by seven, 15 the other way round. */
export function numberFor({ byFive, bySeven }: Slot): number {
  return (21 * byFive + 15 * bySeven) % numbers
}

export function fits({ byFive, bySeven }: Slot, value: number): boolean {
  return value >= 0 && value < numbers && value % 5 === byFive && value % 7 === bySeven
}

/** Any of the other numbers. */
export function wrongNumber(right: number, share: number): number {
  return (right + 1 + Math.floor(share * (numbers - 1))) % numbers
}

/** Checks one slot. */
export const slotTool = defineTool({
  name: 'check_slot',
  description: 'Says whether a value fits a slot, given as in the task.',
  input: z.object({ slot: z.string(), value: z.number() }),
  effect: 'pure',
  trusted: true,
  run: ({ slot, value }) => {
    const read = readSlot(slot)
    if (!read) return `“${slot}” is no slot.`
    return fits(read, value) ? `${value} fits.` : `${value} does not fit.`
  },
})
