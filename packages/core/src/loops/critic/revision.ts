/** The author's part: the draft, mended as the evidence wants it. */
import type { z } from 'zod'
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { applyEdits } from '../../parsing/span-edits.ts'
import { isPiece } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { shownTask } from '../shown-task.ts'
import type { Hindrance } from './ends.ts'
import { leftOver, type OpenClaim } from './open-claims.ts'
import { prompts } from './prompts.ts'
import { edits } from './schema.ts'

type Evidence = { readonly draft: string; readonly evidence: string }

/** The new text, and claims that were to be mended and could not be. */
type Revision = { readonly text: string; readonly leftOver: readonly OpenClaim[] }

type Revised = { readonly ok: true; readonly value: Revision } | Hindrance

/** The draft as the evidence wants it: edited where it is wrong, or written again. */
export async function revisionOf(ctx: LoopContext, task: Task, given: Evidence, spanEdits: boolean): Promise<Revised> {
  const revision = await (spanEdits ? revised : rewritten)(ctx, task, given).catch(modelFailure)
  if (revision instanceof GyreError) {
    const gap = `Claims were checked, but their revision failed: ${revision.message}`
    return { ok: false, stop: 'revision-failed', gap }
  }
  return revision ? { ok: true, value: revision } : { ok: false, stop: 'unreadable', gap: unusable }
}

const unusable = 'Claims were checked, but no revision came that can be used.'

/** Undefined when no revision came that can be used. */
async function revised(ctx: LoopContext, task: Task, given: Evidence): Promise<Revision | undefined> {
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
async function rewritten(ctx: LoopContext, task: Task, given: Evidence): Promise<Revision | undefined> {
  const messages = request(ctx.prompt(prompts.rewrite), task, given)
  const reply = await ctx.generate(messages, { label: 'revise', aside: true })
  const text = reply.text.trim()
  // Half a text must not take the place of a whole one.
  return text === '' || isPiece(reply) ? undefined : { text, leftOver: [] }
}

function request(prompt: string, task: Task, given: Evidence): readonly Message[] {
  return [system(prompt), user(material({ ...shownTask(task), ...given }), ...task.files)]
}
