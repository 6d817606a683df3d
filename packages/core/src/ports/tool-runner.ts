/** Who runs tools: core has a plain runner, the guard of the tools package is the full one. */
import type { Json, JsonObject } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import type { Tool, ToolContext, ToolOutput } from '../tools/tool.ts'

/** What becomes of a call, before anything runs. */
export type Admission =
  | Clearance
  /** A person is asked first. */
  | { readonly kind: 'ask'; readonly tool: Tool; readonly question: string }

/** Whether a call may be made now, with the input it is made with. */
export type Clearance =
  | { readonly kind: 'run'; readonly tool: Tool; readonly input: unknown }
  /** It is not made; the model reads why. */
  | Refusal

/** Why a call is not made. The text is what the model is told. */
export type Refusal = {
  readonly kind: 'refuse'
  /** The check that said no, such as `allow-list` or `input`. */
  readonly by: string
  readonly text: string
}

/** What is known when a call is asked for: the tools offered, those approved, and the rights it has. */
export type AdmissionFacts = {
  readonly session: string
  /** The tools of the loop that calls, by name. */
  readonly tools: ReadonlyMap<string, Tool>
  /** Tools a person has approved in this session. */
  readonly approved: ReadonlySet<string>
  /** What the runner granted the loop that calls. */
  readonly token: string | undefined
}

/** The tools that a session, or a loop inside of one, is to have rights to. */
export type GrantRequest = {
  readonly session: string
  readonly tools: readonly Tool[]
  /** The token of the loop around it, which it may not exceed. */
  readonly within: string | undefined
}

/** What came of a call. */
export type Execution = {
  readonly output: ToolOutput
  /** What the step's record says of the way the call took. */
  readonly record?: JsonObject
  /** What else happened, each a fact of its own. */
  readonly notes?: readonly ToolNote[]
  /** The runner refused it, and the tool was not begun: the output says why. */
  readonly notMade?: true
}

/** Something a runner has to say of a call, written into the journal. */
export type ToolNote = { readonly name: string; readonly value: Json }

/** A call that was begun before its time. */
export type Foreseen = {
  /** What it gives, for foreseeing others; undefined when it failed. */
  readonly output: Promise<ToolOutput | undefined>
  /** The tool, which gives what was begun when it is run; what failed is run again. */
  readonly standIn: Tool
}

/** Who runs tools. Implement it to put checks of your own around every call. */
export type ToolRunner = {
  /** What the calls of a loop, or of a tool that calls others, may do; handed back with each of them and never journaled. */
  grant?(request: GrantRequest): string
  admit(call: ToolCall, facts: AdmissionFacts): Admission
  /**
   * Begins a call that may come, if it would be admitted now and nobody could tell: it counts nothing and asks nobody.
   * Undefined where it has to wait for its time. When it is made, it is admitted and executed as any other.
   */
  foresee?(call: ToolCall, facts: AdmissionFacts, context: ToolContext): Foreseen | undefined
  /** The rest of the checks once a person has approved, for the arguments as they left them. */
  clear(tool: Tool, input: Json, facts: AdmissionFacts): Clearance
  /** Never fails because of the tool: a throw, a hang or a bad result is an answer with `error`. */
  execute(tool: Tool, input: unknown, context: ToolContext): Promise<Execution> | Execution
}
