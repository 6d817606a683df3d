/** `gyre lab capacity`: what so many sessions a day need, by simulation. */
import { type CapacityOptions, capacityTable, simulateCapacity } from '@gyre/lab'
import { wholeNumber } from '../arguments/quantities.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

const longestMinutes = 24 * 60
const mostShards = 1000

export const labCapacity: CommandRun = async (call) => {
  const rows = simulateCapacity(optionsOf(call))
  if (call.io.output === 'text') call.io.print(capacityTable(rows).trimEnd())
  else call.io.printJson(rows)
  return exitCodes.done
}

function optionsOf({ options }: CommandCall): CapacityOptions {
  const number = (name: string, least: number, most?: number) =>
    wholeNumber(`--${name}`, options.text(name), least, most)
  const [workers, concurrency] = [number('workers', 1), number('concurrency', 1)]
  const shards = number('shards', 1, mostShards)
  const [minutes, seed] = [number('minutes', 1, longestMinutes), number('seed', 0)]
  const load = number('sessions', 1)
  return {
    ...(load !== undefined && { sessionsPerDay: [load] }),
    ...(minutes !== undefined && { minutes }),
    ...(seed !== undefined && { seed }),
    fleet: {
      ...(workers !== undefined && { workers }),
      ...(concurrency !== undefined && { concurrency }),
      ...(shards !== undefined && { shards }),
    },
  }
}
