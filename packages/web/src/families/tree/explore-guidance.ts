/** What the thinkers of a new session are told, so that they take a line that was left. */
import { lineTo, type Thought } from './tree-picture.ts'

export function guidanceFor(thought: Pick<Thought, 'key'>, thoughts: readonly Thought[]): string {
  const texts = new Map(thoughts.map(({ key, text }) => [key, text]))
  const line = lineTo(thoughts, thought.key).map((key, index) => `${index + 1}. ${texts.get(key) ?? ''}`)
  return `Leave the steps taken so far. Go on from this line instead, and take its next step:\n${line.join('\n')}`
}
