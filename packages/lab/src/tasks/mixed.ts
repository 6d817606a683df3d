/** Tasks of two families by turns of chance: some easy, some hard, and nobody is told which is which. */
import { hashText, share } from '../world/hash.ts'
import type { TaskFamily } from './task-family.ts'

/** Each task is of the first family with this chance, else of the second. */
export function mixed(first: TaskFamily, second: TaskFamily, chance: number): TaskFamily {
  const name = `${first.name}-or-${second.name}`
  return {
    name,
    task: (seed, index) => {
      const isFirst = share('first', hashText(`${name} ${seed} ${index}`)) < chance
      return (isFirst ? first : second).task(seed, index)
    },
  }
}
