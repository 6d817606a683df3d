/** The tools that a client offers, as far as they can be read. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import { readAs } from '../faults/issues.ts'
import { plainCopy } from '../json.ts'
import type { ClientTool } from '../tools/client-tool.ts'
import { isToolName } from '../tools/tool.ts'

/** As many as a request to OpenAI may have. */
const mostTools = 128
/** As long as OpenAI lets a name be. */
const longestName = 64

const clientToolsSchema = z
  .array(
    z.strictObject({
      name: z.string().max(longestName).refine(isToolName, 'is not a tool name such as `calculate` or `web.search`'),
      description: z.string(),
      input: z.record(z.string(), z.unknown()),
    }),
  )
  .max(mostTools)

export function readClientTools(given: unknown): readonly ClientTool[] {
  const tools = plainCopy(readAs(clientToolsSchema, given, 'tool-invalid', 'Client tools')) as readonly ClientTool[]
  const twice = tools.find(({ name }, index) => tools.findIndex((each) => each.name === name) !== index)
  if (!twice) return tools
  throw new GyreError('tool-invalid', `Two client tools are called \`${twice.name}\`.`, { tool: twice.name })
}
