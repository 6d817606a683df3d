/** The author's part: the draft, mended as the evidence wants it. */
import type { z } from 'zod'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { applyEdits } from '../../parsing/span-edits.ts'
import { shownTask } from '../shown-task.ts'
import { leftOver, type OpenClaim } from './open-claims.ts'
import { prompts } from './prompts.ts'
import { edits } from './schema.ts'

type Evidence = { readonly draft: string; readonly evidence: string }

/** The new text, and claims that were to be mended and could not be. */
type Revision = { readonly text: string; readonly leftOver: readonly OpenClaim[] }

/** The draft as the evidence wants it; undefined when no revision came that can be used. */
export async function revised(ctx: LoopContext, task: Task, given: Evidence): Promise<Revision | undefined> {
  const { draft } = given
  let last: z.infer<typeof edits> | undefined
  const revision = await ctx.generateObject(edits, request(ctx.prompt(prompts.revise), task, given), {
    name: 'edits',
    label: 'revise',
    check: (value) => {
      last = value
      return faultsOf(draft, value)
    },
    // What can be applied of the last ones is better than nothing.
    fallback: () => last ?? { edits: [] },
  })
  const { text, applied, refused } = applyEdits(draft, revision.edits)
  const isUnusable = last === undefined || text.trim() === '' || (applied.length === 0 && refused.length > 0)
  if (isUnusable) return undefined
  ctx.note(
    'edits',
    applied.map(({ start, end, replacement }) => ({ claim: draft.slice(start, end), replacement })),
  )
  return { text, leftOver: leftOver(draft, refused, 'unmended') }
}

function faultsOf(draft: string, revision: z.infer<typeof edits>): readonly string[] {
  const { text, faults } = applyEdits(draft, revision.edits)
  return faults.length === 0 && text.trim() === '' ? ['edits: they leave nothing of the draft'] : faults
}

/** The same as the paper does it. */
export async function rewritten(ctx: LoopContext, task: Task, given: Evidence): Promise<Revision | undefined> {
  const messages = request(ctx.prompt(prompts.rewrite), task, given)
  const { text } = await ctx.generate(messages, { label: 'revise', aside: true })
  return text.trim() === '' ? undefined : { text: text.trim(), leftOver: [] }
}

function request(prompt: string, task: Task, given: Evidence): readonly Message[] {
  return [system(prompt), user(material({ ...shownTask(task), ...given }), ...task.files)]
}
