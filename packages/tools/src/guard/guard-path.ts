/** The path of a call: checks that may refuse it, the call itself, and what is done to its answer. */
import type {
  Admission,
  AdmissionFacts,
  Clearance,
  Execution,
  Json,
  JsonObject,
  Refusal,
  Tool,
  ToolCall,
  ToolContext,
  ToolNote,
  ToolOutput,
  ToolRunner,
} from '@gyre/core'

/** A check before anybody is asked. Undefined lets the call go on. */
export type FrontCheck = (call: ToolCall, facts: AdmissionFacts) => Admission | undefined

/** A check of every call that is about to be made. */
export type Check = {
  look(tool: Tool, facts: AdmissionFacts): Refusal | undefined
  /** Whether calls of this tool are counted or have to wait for each other: none is begun before its time. */
  counts?(tool: Tool): boolean
  /** Counts a call that all checks let pass: one that another check refuses takes nothing from those that come. */
  take?(tool: Tool): void
}

/** What the arguments are as the tool reads them, or why it cannot. */
export type InputCheck = (tool: Tool, input: Json) => Clearance

/** What a tool answered, on its way to the model. */
export type Answer = {
  readonly output: ToolOutput
  readonly notes: readonly ToolNote[] | undefined
  /** What is missing from it, a line each. They are put below the text when that is clean. */
  readonly leftOut: readonly string[]
  /** What the step's record says of it. */
  readonly record: JsonObject | undefined
  /** It is the guard's own: the tool was not begun. */
  readonly notMade?: true | undefined
}

export type Run = (tool: Tool, input: unknown, context: ToolContext) => Promise<Answer> | Answer

/** Something that is done to an answer; at once where it can be. */
export type Finish = (tool: Tool, answer: Answer) => Promise<Answer> | Answer

/** Puts the parts one behind the other. Whatever is synchronous in all of them stays so. */
export function guardPath(
  front: readonly FrontCheck[],
  checks: readonly Check[],
  fit: InputCheck,
  [run, ...finishes]: readonly [Run, ...Finish[]],
): Pick<Required<ToolRunner>, 'admit' | 'clear' | 'execute'> & { readonly foreseen: FrontCheck } {
  function look(tool: Tool, input: Json, facts: AdmissionFacts): Clearance {
    for (const check of checks) {
      const refused = check.look(tool, facts)
      if (refused) return refused
    }
    return fit(tool, input)
  }

  function clear(tool: Tool, input: Json, facts: AdmissionFacts): Clearance {
    const clearance = look(tool, input, facts)
    if (clearance.kind === 'run') for (const check of checks) check.take?.(tool)
    return clearance
  }

  /** What would become of a call now, without anything being counted; undefined where that could be told. */
  function foreseen(call: ToolCall, facts: AdmissionFacts): Admission | undefined {
    for (const check of front) {
      const admission = check(call, facts)
      if (admission) return admission
    }
    const tool = facts.tools.get(call.tool) as Tool
    return checks.some((check) => check.counts?.(tool)) ? undefined : look(tool, call.input, facts)
  }

  function admit(call: ToolCall, facts: AdmissionFacts): Admission {
    for (const check of front) {
      const admission = check(call, facts)
      if (admission) return admission
    }
    // One of the checks has made sure of it.
    return clear(facts.tools.get(call.tool) as Tool, call.input, facts)
  }

  function execute(tool: Tool, input: unknown, context: ToolContext): Promise<Execution> | Execution {
    let answer = run(tool, input, context)
    for (const finish of finishes) {
      answer = answer instanceof Promise ? answer.then((later) => finish(tool, later)) : finish(tool, answer)
    }
    return answer instanceof Promise ? answer.then(executionOf) : executionOf(answer)
  }

  return { admit, clear, execute, foreseen }
}

function executionOf({ output, notes, record, notMade }: Answer): Execution {
  if (!notes && !record && !notMade) return { output }
  return {
    output,
    ...(record && { record: { guard: record } }),
    ...(notes && { notes }),
    ...(notMade && { notMade }),
  }
}
