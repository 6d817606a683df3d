/** Going back: calls that failed in a row leave a trajectory, and what they taught stays. */
import { shownText } from '../fence.ts'
import type { GenerateOptions, LoopContext } from '../kernel/context.ts'
import { definePrompts } from '../kernel/prompt-template.ts'
import { type Message, type Part, user } from '../messages.ts'
import { boundedTrace, traceOf } from '../parsing/trace-text.ts'
import { modelFailure } from './model-failure.ts'

export const backtrackingPrompts = definePrompts({
  summarise:
    'Your last {failures} calls failed and are about to be taken out of this conversation. Write down in a few short lines what was tried, with the arguments that matter, and why each call failed, so that it is not tried again. Use no tool.',

  wentBack:
    'Calls that failed were taken out of this conversation. What was tried, and why it failed:\n\n{summary}\n\nDo not try it again: go another way, or answer from what you have seen.',
})

/** Who has gone back so often is lost for another reason. */
const maxBacktracks = 3

/** The longest list of failed calls that stands in for a summary. */
const longestList = 4_000

type Options = {
  readonly isOn: boolean
  /** Failed calls in a row before they leave. */
  readonly maxFailures: number
  /** How the conversation is shown to the model. */
  readonly spoken: GenerateOptions
}

export class Backtracking {
  readonly #options: Options
  /** What stands before this place is the task. */
  readonly #from: number
  #count = 0

  constructor(trajectory: readonly Message[], options: Options) {
    this.#options = options
    this.#from = trajectory.length
  }

  /** How often it went back, where it did: for a loop's details. */
  get details(): { readonly backtracks?: number } {
    return this.#count > 0 ? { backtracks: this.#count } : {}
  }

  /** Takes the calls at the end out of the trajectory when enough of them failed in a row. */
  async settle(ctx: LoopContext, trajectory: Message[]): Promise<void> {
    const { isOn, maxFailures, spoken } = this.#options
    if (!isOn || this.#count === maxBacktracks) return
    const { start, failures } = failedBranch(trajectory, this.#from)
    if (failures < maxFailures) return
    const asked = user(ctx.prompt(backtrackingPrompts.summarise, { failures: String(failures) }))
    const options = { ...spoken, role: 'utility', label: 'summarise' } as const
    const reply = await ctx.generate([...trajectory, asked], options).catch(modelFailure)
    const failed = trajectory.splice(start)
    const summary = ('text' in reply && told(reply.text.trim(), failed)) || listed(failed)
    trajectory.push(user(ctx.prompt(backtrackingPrompts.wentBack, { summary })))
    this.#count += 1
  }
}

export type FailedBranch = { readonly start: number; readonly failures: number }

/**
 * The turns at the end, none before `from`, whose calls all failed. One that could not be read is no success. What was
 * learned by going back earlier stands before them, right behind a success or the task.
 */
export function failedBranch(trajectory: readonly Message[], from: number): FailedBranch {
  let branch = { start: trajectory.length, failures: 0 }
  let failures = 0
  for (let index = trajectory.length - 1; index >= from; index--) {
    const message = trajectory[index]
    if (!message || message.parts.some(isSuccess)) break
    if (message.role === 'tool') failures += 1
    if (message.role === 'assistant') branch = { start: index, failures }
  }
  return branch
}

function isSuccess(part: Part): boolean {
  return part.type === 'tool-result' && !part.error
}

/** A summary of what came from outside stays in a fence: a page must not speak through it. */
function told(summary: string, failed: readonly Message[]): string {
  const isFromOutside = failed.some(({ parts }) => parts.some((part) => part.type === 'tool-result' && part.untrusted))
  return summary !== '' && isFromOutside ? shownText({ text: summary, untrusted: { from: 'failed calls' } }) : summary
}

/** The bare calls and errors, where no summary came. */
function listed(failed: readonly Message[]): string {
  const entries = failed.flatMap((message) => traceOf(message, message.role === 'user' ? 'note' : 'thought'))
  return boundedTrace(entries, longestList).join('\n')
}
