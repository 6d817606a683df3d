/** The author's part: the draft, mended as the evidence wants it. */
import type { LoopContext } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { applyEdits } from '../../parsing/span-edits.ts'
import { prompts } from './prompts.ts'
import { edits } from './schema.ts'

const unreadable = { edits: [] }

type Evidence = { readonly task: string; readonly draft: string; readonly evidence: string }

/** The draft as the evidence wants it; undefined when no revision came that can be used. */
export async function revised(ctx: LoopContext, given: Evidence): Promise<string | undefined> {
  const { draft } = given
  const revision = await ctx.generateObject(edits, [system(ctx.prompt(prompts.revise)), user(material(given))], {
    name: 'edits',
    label: 'revise',
    check: (value) => applyEdits(draft, value.edits).faults,
    fallback: () => unreadable,
  })
  if (revision === unreadable) return undefined
  const { text, applied } = applyEdits(draft, revision.edits)
  const changes = applied.map(({ start, end, replacement }) => ({ claim: draft.slice(start, end), replacement }))
  ctx.note('edits', changes)
  return text
}

/** The same as the paper does it. */
export async function rewritten(ctx: LoopContext, given: Evidence): Promise<string | undefined> {
  const messages = [system(ctx.prompt(prompts.rewrite)), user(material(given))]
  const { text } = await ctx.generate(messages, { label: 'revise' })
  return text.trim() || undefined
}
