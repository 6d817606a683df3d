/** The claims of a draft, as they are asked for, and the calls that check them. */
import { canonicalJson } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'
import { type Claim, claimsGrammar, readClaims } from './claims.ts'
import type { Grammar } from './grammar.ts'
import { material } from './material.ts'
import { spansIn } from './span-edits.ts'
import { readInput } from './tool-input.ts'
import { readToolName } from './tool-name.ts'

/** A claim in the exact words of the draft, and the call that checks it; equal calls have the same key. */
export type Check = { readonly claim: string; readonly call: ToolCall; readonly key: string }

const notQuoted = 'no claim is quoted in the exact words of the draft'

/** The form of claims, for this draft: a judge who quotes nothing of it is shown it once more. */
export function claimsGrammarFor(draft: string): Grammar {
  return {
    ...claimsGrammar,
    parse: (text, tools) => {
      const parsed = claimsGrammar.parse(text, tools)
      const isUnfounded = parsed.kind === 'answer' && !quotes(draft, parsed.text)
      return isUnfounded ? { kind: 'fault', fault: notQuoted, salvage: '' } : parsed
    },
    repair: (fault, tools) => {
      const prompt = claimsGrammar.repair(fault, tools)
      return fault === notQuoted ? `${prompt}\n\n${material({ draft })}` : prompt
    },
  }
}

/** Whether any of the claims, if there are some, has words of the draft. */
function quotes(draft: string, text: string): boolean {
  const read = readClaims(text)
  const claims = read.ok ? read.value.claims : []
  const find = spansIn(draft)
  return claims.length === 0 || claims.some(({ claim }) => find(claim).length > 0)
}

/** The checks of these claims. One whose words the draft does not have is dropped: nothing could be mended by it. */
export function checksOf(
  draft: string,
  claims: readonly Claim[],
  tools: readonly ToolSpec[],
): { readonly checks: readonly Check[]; readonly dropped: readonly string[] } {
  const checks: Check[] = []
  const dropped: string[] = []
  const find = spansIn(draft)
  for (const { claim, tool, input } of claims) {
    const [span] = find(claim)
    const call = callOf(`claim:${checks.length}`, tool, input, tools)
    if (span) checks.push({ claim: draft.slice(span.start, span.end), call, key: keyOf(call) })
    else dropped.push(claim)
  }
  return { checks, dropped }
}

/** A tool that is not there, or an input that cannot be read, is told by the call itself. */
function callOf(id: string, written: string, input: string, tools: readonly ToolSpec[]): ToolCall {
  const named = readToolName(written, tools)
  const tool = named?.name ?? written.trim().slice(0, 64)
  const read = readInput(input, named?.tool)
  const given = read.ok ? { input: read.input } : { input: input.trim(), fault: read.fault }
  return { type: 'tool-call', id, tool, ...given }
}

function keyOf({ tool, input }: ToolCall): string {
  return `${tool} ${canonicalJson(input)}`
}
