/** `--seed`: which run of chance it is. */
import { wholeNumber } from '../arguments/quantities.ts'
import type { CommandCall } from '../command.ts'

const defaultSeed = 1
const mostSeed = 2 ** 32 - 1

export function readSeed(options: CommandCall['options']): number {
  return wholeNumber('--seed', options.text('seed'), 0, mostSeed) ?? defaultSeed
}
