/** The judge's part: which claims of a text are to be checked, and how. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { system, user } from '../../messages.ts'
import { type Check, checksOf, claimsGrammarFor } from '../../parsing/claim-checks.ts'
import { readClaims } from '../../parsing/claims.ts'
import { material } from '../../parsing/material.ts'
import type { Read } from '../../parsing/prose-grammar.ts'
import { modelFailure } from '../model-failure.ts'
import { shownTask } from '../shown-task.ts'
import { toolLines } from '../tool-lines.ts'
import type { Hindrance } from './ends.ts'
import { checkersOf } from './evidence.ts'
import { leftOver, type OpenClaim } from './open-claims.ts'
import { prompts } from './prompts.ts'

/** What is to be checked in a text, nothing when it is verified, and claims that cannot be. */
type Critique = { readonly checks: readonly Check[]; readonly leftOver: readonly OpenClaim[] }

type Critiqued = Extract<Read<Critique>, { ok: true }> | Hindrance

export async function critiqueOf(ctx: LoopContext, task: Task, text: string): Promise<Critiqued> {
  const critique = await readCritique(ctx, task, text).catch(modelFailure)
  if (critique instanceof GyreError) {
    const gap = `The answer was not checked, for the judge failed: ${critique.message}`
    return { ok: false, stop: 'check-failed', gap }
  }
  return critique.ok ? critique : { ...critique, stop: 'unreadable', gap: unreadable }
}

const unreadable = 'The answer was not checked: the judge named no claims that could be read.'

async function readCritique(ctx: LoopContext, task: Task, text: string): Promise<Read<Critique>> {
  const grammar = claimsGrammarFor(text)
  const checkers = checkersOf(ctx)
  const given = material({ ...shownTask(task), draft: text, tools: toolLines(checkers) })
  const messages = [system(ctx.prompt(prompts.check, { form: grammar.preamble([]) })), user(given, ...task.files)]
  const reply = await ctx.generate(messages, { grammar, role: 'judge', temperature: 0, label: 'check', turn: true })
  if (reply.fault !== undefined) return { ok: false, fault: reply.fault }
  const read = readClaims(reply.text)
  if (!read.ok) return read
  const { claims, incomplete } = read.value
  const { checks, dropped } = checksOf(text, claims, checkers)
  ctx.note('claims', { checked: checks.map(({ claim }) => claim), notInDraft: dropped, withoutTool: incomplete })
  const open = [...leftOver(text, dropped, 'unquoted'), ...leftOver(text, incomplete, 'toolless')]
  return { ok: true, value: { checks, leftOver: open } }
}
