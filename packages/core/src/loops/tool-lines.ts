/** The tools a model may choose from, one a line. */
import type { LoopContext } from '../kernel/context.ts'
import { formOf } from '../parsing/tool-input.ts'

/** With what each is for, and the form of its input. */
export function toolLines(tools: LoopContext['tools']): string {
  return tools
    .map((tool) => `- ${tool.name}: ${tool.description.replace(/\s+/g, ' ')} Input: ${formOf(tool)}`)
    .join('\n')
}
