/** Who runs tools: core has a plain runner, the guard of the tools package is the full one. */
import type { Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import type { Tool, ToolContext, ToolOutput } from '../tools/tool.ts'

/** What becomes of a call, before anything runs. */
export type Admission =
  | { readonly kind: 'run'; readonly tool: Tool; readonly input: unknown }
  /** A person is asked first. */
  | { readonly kind: 'ask'; readonly tool: Tool; readonly input: unknown; readonly question: string }
  /** It is not made; the model reads why. */
  | { readonly kind: 'refuse'; readonly text: string }

export type AdmissionFacts = {
  /** The tools of the loop that calls, by name. */
  readonly tools: ReadonlyMap<string, Tool>
  /** Tools a person has approved in this session. */
  readonly approved: ReadonlySet<string>
}

export type ToolRunner = {
  admit(call: ToolCall, facts: AdmissionFacts): Admission
  /** The schema check alone, for arguments a person edited. */
  check(tool: Tool, input: Json): Admission
  /** Never fails because of the tool: a throw, a hang or a bad result is an answer with `error`. */
  execute(tool: Tool, input: unknown, context: ToolContext): Promise<ToolOutput> | ToolOutput
}
