/** Families of tasks that are read from their goals: whoever knows the goal knows all there is to know. */
import type { Json, Tool } from '@gyre/core'
import { hashText, stir } from '../world/hash.ts'
import type { Course } from './course.ts'
import type { LabTask, TaskFamily } from './task-family.ts'

export type FamilyOptions = {
  readonly name: string
  readonly tools: readonly Tool[]
  /** The goal by a number that is the task's own. */
  goal(from: number): string
  read(id: string, goal: string): Course | undefined
}

export function taskFamily({ name, tools, goal, read }: FamilyOptions): TaskFamily {
  return {
    name,
    task: (seed, index): LabTask => {
      const id = `${name}/n${index}`
      const text = `[${id}] ${goal(stir(hashText(`${name} ${seed} ${index}`)))}`
      const course = read(id, text)
      return {
        id,
        goal: text,
        tools,
        isRight: (answer: Json) => typeof answer === 'string' && course?.isRight(answer) === true,
      }
    },
  }
}
