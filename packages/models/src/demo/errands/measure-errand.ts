/** Units and dates: one call of the tool that knows. */
import { readToolQuestion } from '../measures/tool-question.ts'
import { toolTaking } from '../reading/offered-tools.ts'
import { saidByTool } from '../rules/author-measures.ts'
import { slug } from '../stays/slug.ts'
import { type Errand, isPlanned, nothingNext } from './errand.ts'

export function measureErrand(task: string): Errand | undefined {
  const asked = readToolQuestion(task)
  if (!asked) return undefined
  const { name, input } = asked
  const id = slug(Object.values(input).join(' '))
  return {
    next: (scene) => {
      const tool = toolTaking(scene.tools, name, Object.keys(input))
      if (!tool || isPlanned(id, scene)) return nothingNext
      return {
        calls: [{ id, tool: tool.name, args: input }],
        aims: [`the answer to “${task}”`],
      }
    },
    answer: (results) => {
      const found = results.get(id)
      if (!found) return undefined
      const { tool, status, text } = found
      return saidByTool(task, { tool, input, observation: { text, isError: status !== 'ok' } })
    },
  }
}
