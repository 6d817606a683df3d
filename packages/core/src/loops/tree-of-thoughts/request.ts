/** What the thinker and the judge are shown of the task and of the tree. */
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { prompts } from './prompts.ts'
import { lineOf, type Node } from './tree.ts'

type Parts = Readonly<Record<string, string | undefined>>

export function requestOf(task: Task, told: string, parts: Parts): readonly Message[] {
  return [system(told), ...task.messages, user(material({ task: task.goal, ...parts }), ...task.files)]
}

/** The steps to a node, numbered; further lines of a step stand below its first. Undefined when there are none. */
export function thoughtLines(node: Node | null): string | undefined {
  const steps = node ? lineOf(node) : []
  if (steps.length === 0) return undefined
  return steps.map(({ thought }, index) => `${index + 1}. ${thought.replaceAll('\n', '\n   ')}`).join('\n')
}

/** The line to this thought is to be answered from. */
export function answerRequest(ctx: LoopContext, task: Task, node: Node): readonly Message[] {
  return requestOf(task, ctx.prompt(prompts.answer), { thoughts: thoughtLines(node) })
}
