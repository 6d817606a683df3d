/**
 * What a child loop does, written down for the loop that runs it.
 *
 * The child's `ctx` is listened to, and what the verbs give is the same on every replay: so is the trace. Its order is
 * that of the calls, branch after branch, whoever was ready first.
 */
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { Message, ToolCall, ToolResult } from '../messages.ts'
import { boundedTrace, below as entriesBelow, traceEntry, traceOf } from '../parsing/trace-text.ts'
import { textOfAnswer } from './answer-text.ts'
import type { LoopContext, LoopEnd, TracedCall } from './context.ts'

/** So much is kept of what a call was given, and of what it gave. */
const longestInput = 4_000
const longestText = 400

function boundedInput(input: Json): Json {
  const text = JSON.stringify(input)
  return text.length <= longestInput ? input : `${text.slice(0, longestInput)}…`
}

export class Trace {
  readonly #parts: (() => readonly string[])[] = []
  readonly #calls: (() => readonly TracedCall[])[] = []

  entries(): readonly string[] {
    return boundedTrace(this.#parts.flatMap((part) => part()))
  }

  /** Every call, however many. */
  calls(): readonly TracedCall[] {
    return this.#calls.flatMap((part) => part())
  }

  /** The same verbs, heard. What a cache computes is not: another time it is only looked up. */
  hear(ctx: LoopContext): LoopContext {
    const heard: Partial<LoopContext> = {
      generate: (messages, options) =>
        this.#note(ctx.generate(messages, options), options?.label ?? 'generate', (reply, who) =>
          traceOf(reply.message, who),
        ),
      generateObject: (schema, messages, options) =>
        this.#note(ctx.generateObject(schema, messages, options), options?.label ?? 'generateObject', (value, who) => [
          traceEntry(who, JSON.stringify(value) ?? ''),
        ]),
      callTools: (calls, options) => {
        const making = ctx.callTools(calls, options)
        this.#noteCalls(ctx, calls, making)
        return this.#note(making, options?.label ?? 'callTools', (results, who) =>
          results.flatMap((result) => traceOf(result, who)),
        )
      },
      askHuman: (question, options) =>
        this.#note(ctx.askHuman(question, options), 'person', (answer, who) => [
          traceEntry('question', question),
          traceEntry(who, answer),
        ]),
      runLoop: (loop, task, options = {}) =>
        this.#runLoop(ctx.runLoop(loop, task, { ...options, traced: true }), options),
      map: (items, work, options) => {
        const branches = items.map(() => new Trace())
        this.#parts.push(() => branches.flatMap((each, index) => branchEntries(each, options?.label ?? 'map', index)))
        this.#calls.push(() => branches.flatMap((each) => each.calls()))
        return ctx.map(
          items,
          (item, branch, index) => work(item, branches[index]?.hear(branch) ?? branch, index),
          options,
        )
      },
    }
    return new Proxy(ctx, { get: (target, verb) => Reflect.get(heard, verb) ?? Reflect.get(target, verb) })
  }

  /** Keeps a place for what comes of a verb, in the order of the calls. The promise stays the kernel's own. */
  #note<T>(verb: Promise<T>, who: string, entriesOf: (value: T, who: string) => readonly string[]): Promise<T> {
    let entries: readonly string[] = []
    this.#parts.push(() => entries)
    verb.then(
      (value) => {
        entries = entriesOf(value, who)
      },
      (error) => {
        if (error instanceof GyreError) entries = [traceEntry(`${who} failed`, error.message)]
      },
    )
    return verb
  }

  /** What became of calls. Those that nobody saw the end of may have been made. */
  #noteCalls({ tools }: LoopContext, calls: readonly ToolCall[], making: Promise<readonly Message[]>): void {
    let results: readonly Message[] = []
    making.then(
      (made) => {
        results = made
      },
      () => {},
    )
    this.#calls.push(() =>
      calls.map(({ tool, input }, index) => {
        const [part] = results[index]?.parts ?? []
        const result = part?.type === 'tool-result' ? part : undefined
        const isFailed = result === undefined || result.error === true
        const { effect = 'once' } = tools.find(({ name }) => name === tool) ?? {}
        const text = (result?.text ?? '').slice(0, longestText)
        const isMade = result?.notMade === undefined
        return { tool, input: boundedInput(input), effect, isMade, isFailed, text, ...fromOf(result) }
      }),
    )
  }

  /** A loop inside of it is shown whole; it is given a trace only if it asked for one. */
  #runLoop(
    running: Promise<LoopEnd>,
    options: { readonly label?: string; readonly traced?: boolean },
  ): Promise<LoopEnd> {
    let calls: readonly TracedCall[] = []
    this.#calls.push(() => calls)
    running.then(
      (end) => {
        calls = end.calls ?? []
      },
      (error) => {
        calls = callsBefore(error)
      },
    )
    const given = running.then(({ trace, calls: made, ...end }) =>
      options.traced && trace ? { ...end, trace, ...(made && { calls: made }) } : end,
    )
    given.catch(() => {})
    this.#note(running, options.label ?? 'runLoop', ({ trace = [], answer, outcome }, who) =>
      entriesBelow(traceEntry(who, outcome), [...trace, traceEntry('answer', textOfAnswer(answer))]),
    ).catch(() => {})
    return given
  }
}

function fromOf(result: ToolResult | undefined): { readonly from?: string } {
  return result?.untrusted ? { from: result.untrusted.from } : {}
}

/** The calls of a loop that failed. */
export function callsBefore(error: unknown): readonly TracedCall[] {
  const calls = error instanceof GyreError ? error.details['calls'] : undefined
  return Array.isArray(calls) ? (calls as readonly TracedCall[]) : []
}

function branchEntries(branch: Trace, label: string, index: number): readonly string[] {
  const entries = branch.entries()
  return entries.length === 0 ? [] : entriesBelow(`[${label} ${index + 1}]`, entries)
}
