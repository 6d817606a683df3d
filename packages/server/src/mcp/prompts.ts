/** The prompts of loops that people can put into other words, with their texts as they are now. */
import { type EditablePrompt, type Loop, promptsOf, renderPrompt } from '@gyre/core'
import { z } from 'zod'
import { mayUse } from '../auth/caller.ts'
import type { Desk } from './desk.ts'

type Described = Pick<EditablePrompt, 'id'> & {
  readonly description: string
  readonly argsSchema: z.ZodObject<Record<string, z.ZodString>>
}

/** Described once: over HTTP every request has a server of its own. */
const described = new WeakMap<Loop, readonly Described[]>()

export function registerPrompts({ server, asker: { caller, tenant } }: Desk): void {
  const { prompts, loops } = tenant.runtime
  for (const { id, description, argsSchema } of loops.filter(({ name }) => mayUse(caller, name)).flatMap(promptsIn)) {
    server.registerPrompt(id, { title: id, description, argsSchema }, async (values) => {
      const { text } = await prompts.get(id)
      return { description, messages: [{ role: 'user', content: { type: 'text', text: renderPrompt(text, values) } }] }
    })
  }
}

function promptsIn(loop: Loop): readonly Described[] {
  const known = described.get(loop) ?? promptsOf(loop).map(describedPrompt)
  described.set(loop, known)
  return known
}

function describedPrompt({ id, loop, name, placeholders }: EditablePrompt): Described {
  const argsSchema = z.object(Object.fromEntries(placeholders.map((each) => [each, z.string()])))
  return { id, description: `The prompt \`${name}\` of the loop \`${loop}\`.`, argsSchema }
}
