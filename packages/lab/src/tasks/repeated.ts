/** A family of which the same few tasks come again and again. */
import type { TaskFamily } from './task-family.ts'

export function repeated(family: TaskFamily, tasks: number): TaskFamily {
  return { name: `${family.name}-again`, task: (seed, index) => family.task(seed, index % tasks) }
}
