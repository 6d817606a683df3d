/** The verbs, bound to a scope: what a loop is handed as `ctx`. */
import { workAhead } from './ahead.ts'
import { cache } from './cache.ts'
import { beginCall, callTools } from './call-tools.ts'
import { type LoopCard, type LoopContext, type OfferedTool, taskOf } from './context.ts'
import { generate } from './generate.ts'
import { generateObject } from './generate-object.ts'
import { offeredLoops } from './loop-config.ts'
import { mapBranches } from './map.ts'
import { recall, remember } from './memory-verbs.ts'
import { type PromptTemplate, renderPrompt } from './prompt-template.ts'
import { runChild } from './run-loop.ts'
import type { Scope } from './scope.ts'
import { askHuman, embed, note, now, phase, plan, propose, random, spent, useReserve } from './small-verbs.ts'

/**
 * A verb is bound when it is asked for, so that a loop may take `ctx` apart: `const { generate } = ctx`.
 * Bound beforehand, each `ctx` would hold as many functions as there are verbs.
 */
class ScopedContext implements LoopContext {
  readonly #scope: Scope

  constructor(scope: Scope) {
    this.#scope = scope
  }

  get tools(): readonly OfferedTool[] {
    return this.#scope.run.toolSpecs
  }

  get path(): string {
    return this.#scope.run.path
  }

  get loops(): readonly LoopCard[] {
    const { session, run } = this.#scope
    return offeredLoops(session.ports.loops(), run.loop, session.definition)
  }

  get prompt(): LoopContext['prompt'] {
    return (template, ...[values]) => promptText(this.#scope, template, values ?? {})
  }

  get generate(): LoopContext['generate'] {
    return (messages, options) => handled(generate(this.#scope, messages, options))
  }

  get generateObject(): LoopContext['generateObject'] {
    return (schema, messages, options) => handled(generateObject(this.#scope, schema, messages, options))
  }

  get callTools(): LoopContext['callTools'] {
    return (calls, options) => handled(callTools(this.#scope, calls, options))
  }

  get begin(): LoopContext['begin'] {
    return (call) => handled(beginCall(this.#scope, call))
  }

  get ahead(): LoopContext['ahead'] {
    return (work) => workAhead(this.#scope, contextOf, work)
  }

  get runLoop(): LoopContext['runLoop'] {
    return (loop, task, options = {}) =>
      handled(runChild(this.#scope, contextOf, { loop, task: taskOf(task), options }))
  }

  get map(): LoopContext['map'] {
    return (items, each, options) => handled(mapBranches(this.#scope, items, { contextOf, each }, options))
  }

  get embed(): LoopContext['embed'] {
    return (texts, options) => handled(embed(this.#scope, texts, options))
  }

  get recall(): LoopContext['recall'] {
    return (query, options) => handled(recall(this.#scope, query, options))
  }

  get remember(): LoopContext['remember'] {
    return (memory, options) => handled(remember(this.#scope, memory, options))
  }

  get cache(): LoopContext['cache'] {
    return (key, compute, options) => handled(cache(this.#scope, contextOf, { key, compute }, options))
  }

  get askHuman(): LoopContext['askHuman'] {
    return (question, options) => handled(askHuman(this.#scope, question, options))
  }

  get useReserve(): LoopContext['useReserve'] {
    return () => useReserve(this.#scope)
  }

  get propose(): LoopContext['propose'] {
    return (answer, score) => propose(this.#scope, answer, score)
  }

  get plan(): LoopContext['plan'] {
    return (steps, options) => handled(plan(this.#scope, steps, options))
  }

  get note(): LoopContext['note'] {
    return (name, data) => note(this.#scope, name, data)
  }

  get phase(): LoopContext['phase'] {
    return (name) => phase(this.#scope, name)
  }

  get now(): LoopContext['now'] {
    return (options) => handled(now(this.#scope, options))
  }

  get spent(): LoopContext['spent'] {
    return (options) => handled(spent(this.#scope, options))
  }

  get random(): LoopContext['random'] {
    return (options) => handled(random(this.#scope, options))
  }
}

/** In the words a person gave it when the session was begun, else in the loop's own. */
function promptText({ session, run }: Scope, { name, text }: PromptTemplate, values: Record<string, string>): string {
  const own = session.definition.promptTexts?.[`${run.loop.name}.${name}`]
  return renderPrompt(own?.text ?? text, values)
}

export function contextOf(scope: Scope): LoopContext {
  return new ScopedContext(scope)
}

/** A loop that does not wait for a verb must not take the process down when it fails: other sessions run in it. */
function handled<T>(verb: Promise<T>): Promise<T> {
  verb.catch(() => {})
  return verb
}
