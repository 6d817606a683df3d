/** Prompts as they are shown, to those who may use their loops. */
import { GyreError, type PromptEntry } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { mayUse } from '../../auth/caller.ts'
import type { Asker } from '../../session/begin-session.ts'
import { list } from '../operation.ts'

export const promptParams = z.object({ id: z.string().min(1).describe('`loop.prompt`, such as `react.system`.') })

export const promptSchema = z
  .object({
    id: z.string(),
    loop: z.string(),
    name: z.string(),
    defaultText: z.string(),
    text: z.string().describe('The text in use.'),
    placeholders: list(z.string()),
    version: z.int().nullable(),
    isDefault: z.boolean(),
    fault: z.string().nullable().describe('Why the saved text is not used.'),
  })
  .openapi('Prompt')

export async function visiblePrompts({ caller, tenant }: Asker): Promise<readonly PromptEntry[]> {
  return (await tenant.runtime.prompts.list()).filter(({ loop }) => mayUse(caller, loop))
}

/** Fails with `prompt-unknown`. A prompt of a loop that a caller may not use is not there for them. */
export async function visiblePrompt(asker: Asker, id: string): Promise<PromptEntry> {
  // Who may use all has other names for some, and is told which there are.
  if (asker.caller.personas === null) return asker.tenant.runtime.prompts.get(id)
  const found = (await visiblePrompts(asker)).find((each) => each.id === id)
  if (found) return found
  throw new GyreError('prompt-unknown', `There is no prompt \`${id}\`.`, { id })
}
