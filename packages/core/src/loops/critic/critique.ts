/** The judge's part: which claims of a text are to be checked, and how. */
import type { LoopContext } from '../../kernel/context.ts'
import { system, user } from '../../messages.ts'
import { type Check, checksOf } from '../../parsing/claim-checks.ts'
import { claimsGrammar, readClaims } from '../../parsing/claims.ts'
import { material } from '../../parsing/material.ts'
import type { Read } from '../../parsing/prose-grammar.ts'
import { formOf } from '../../parsing/tool-input.ts'
import { prompts } from './prompts.ts'

/** What is to be checked in the text; nothing when the judge says that it is verified. */
export async function checksFor(ctx: LoopContext, task: string, text: string): Promise<Read<readonly Check[]>> {
  const messages = [
    system(ctx.prompt(prompts.check, { form: claimsGrammar.preamble([]) })),
    user(material({ task, draft: text, tools: toolLines(ctx.tools) })),
  ]
  const asked = { grammar: claimsGrammar, role: 'judge', temperature: 0, label: 'check', turn: true } as const
  const reply = await ctx.generate(messages, asked)
  const critique = readClaims(reply.text)
  if (reply.fault !== undefined) return { ok: false, fault: reply.fault }
  if (!critique.ok) return critique
  const { claims, incomplete } = critique.value
  const { checks, dropped } = checksOf(text, claims, ctx.tools)
  ctx.note('claims', { checked: checks.map(({ claim }) => claim), notInDraft: dropped, withoutTool: incomplete })
  if (checks.length === 0 && claims.length > 0) return { ok: false, fault: 'none of the claims is in the draft' }
  return { ok: true, value: checks }
}

function toolLines(tools: LoopContext['tools']): string {
  return tools
    .map((tool) => `- ${tool.name}: ${tool.description.replace(/\s+/g, ' ')} Input: ${formOf(tool)}`)
    .join('\n')
}
