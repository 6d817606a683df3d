/** What the thinker and the judge are shown of the task and of the tree. */
import type { Task } from '../../kernel/loop.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { comparable, lineOf, type Node } from './tree.ts'

/** So many thoughts of other lines are shown at most. */
const mostOthers = 12

type Parts = Readonly<Record<string, string | undefined>>

export function requestOf(task: Task, told: string, parts: Parts): readonly Message[] {
  return [system(told), ...task.messages, user(material({ task: task.goal, ...parts }), ...task.files)]
}

/** The steps to a node, numbered; further lines of a step stand below its first. */
export function thoughtLines(node: Node | null): string {
  const steps = node ? lineOf(node) : []
  return steps.map(({ thought }, index) => `${index + 1}. ${thought.replaceAll('\n', '\n   ')}`).join('\n')
}

/** What was thought on other lines, the latest first. Answers may be found again: that they are speaks for them. */
export function otherThoughts(nodes: readonly Node[], node: Node): string | undefined {
  const own = new Set(lineOf(node))
  const shown = new Map<string, string>()
  for (let at = nodes.length - 1; at >= 0 && shown.size < mostOthers; at -= 1) {
    const other = nodes[at]
    if (!other || other.isAnswer || own.has(other)) continue
    shown.set(comparable(other.thought), `- ${other.thought.replaceAll('\n', '\n  ')}`)
  }
  return shown.size === 0 ? undefined : [...shown.values()].join('\n')
}
