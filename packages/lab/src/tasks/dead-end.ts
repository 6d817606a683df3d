/** Plans that may lead nowhere: only a tool shows which gate is open, and all that follows hangs on it. */
import { stir } from '../world/hash.ts'
import { doorTool, gates, gateTool, openGate, walledGate } from '../world/vault.ts'
import { type Course, courseOfQuestions, inOrder } from './course.ts'
import { taskFamily } from './family-of-courses.ts'
import type { TaskFamily } from './task-family.ts'

/** A gate, and so many doors behind it. */
export function deadEnd({ doors }: { readonly doors: number }): TaskFamily {
  return taskFamily({
    name: `dead-end-${doors}`,
    tools: [gateTool, doorTool],
    read: readDeadEnd,
    goal: (from) => goalOf(from, doors),
  })
}

function goalOf(from: number, doors: number): string {
  return `Of the gates of vault ${stir(from)} (${gates.join(', ')}) one is open. Behind it a word stands, and each word opens the next of ${doors} doors. Which word does the last of them answer with?`
}

const written = /Of the gates of vault (\d+) \([^)]*\) one is open\. .* of (\d+) doors\./

export function readDeadEnd(id: string, goal: string): Course | undefined {
  const [, number, doors] = written.exec(goal) ?? []
  if (number === undefined || doors === undefined) return undefined
  const vault = Number(number)
  const behind = (gate: string) => `What is written behind the ${gate} gate of vault ${vault}?`
  return courseOfQuestions({
    id,
    length: 1 + Number(doors),
    errs: 'memory',
    needs: inOrder,
    question: (part, known) =>
      part === 0 ? behind(openGate(vault)) : `What does the door answer to ${known(part - 1)}?`,
    answer: (values) => `The word is ${values[Number(doors)]}.`,
    misplanned: (share) => ({ part: 0, question: () => behind(walledGate(vault, share)) }),
  })
}
