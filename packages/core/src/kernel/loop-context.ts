/** The verbs, bound to a scope: what a loop is handed as `ctx`. */
import type { z } from 'zod'
import type { Json } from '../json.ts'
import type { Message, ToolCall } from '../messages.ts'
import type { NewMemory } from '../ports/memory.ts'
import type { ToolSpec } from '../ports/model.ts'
import { callTools } from './call-tools.ts'
import {
  type AskOptions,
  type GenerateObjectOptions,
  type GenerateOptions,
  type Labelled,
  type LoopContext,
  type MapOptions,
  type PlanOptions,
  type PlanStep,
  type RunLoopOptions,
  taskOf,
} from './context.ts'
import { generate } from './generate.ts'
import { generateObject } from './generate-object.ts'
import type { Loop, Task } from './loop.ts'
import { mapBranches } from './map.ts'
import { runChild } from './run-loop.ts'
import type { Scope } from './scope.ts'
import { askHuman, cache, embed, note, now, phase, plan, propose, random, recall, remember } from './small-verbs.ts'

class ScopedContext implements LoopContext {
  readonly #scope: Scope

  constructor(scope: Scope) {
    this.#scope = scope
  }

  get tools(): readonly ToolSpec[] {
    return this.#scope.run.toolSpecs
  }

  generate(messages: readonly Message[], options?: GenerateOptions) {
    return generate(this.#scope, messages, options)
  }

  generateObject<T>(schema: z.ZodType<T>, messages: readonly Message[], options?: GenerateObjectOptions<T>) {
    return generateObject(this.#scope, schema, messages, options)
  }

  callTools(calls: readonly ToolCall[], options?: Labelled) {
    return callTools(this.#scope, calls, options)
  }

  runLoop<C extends z.ZodType>(loop: Loop<C>, task: Task | string, options: RunLoopOptions<z.input<C>> = {}) {
    return runChild(this.#scope, contextOf, { loop, task: taskOf(task), options })
  }

  map<T, R>(items: readonly T[], work: (item: T, ctx: LoopContext, index: number) => Promise<R>, options?: MapOptions) {
    return mapBranches(this.#scope, items, { contextOf, each: work }, options)
  }

  embed(texts: readonly string[], options?: Labelled) {
    return embed(this.#scope, texts, options)
  }

  recall(query: string, options?: Labelled & { readonly limit?: number }) {
    return recall(this.#scope, query, options)
  }

  remember(memory: NewMemory, options?: Labelled) {
    return remember(this.#scope, memory, options)
  }

  cache<T extends Json>(
    key: string,
    compute: (ctx: LoopContext) => Promise<T>,
    options?: Labelled & { readonly ttlMs?: number },
  ) {
    return cache(this.#scope, contextOf, { key, compute }, options)
  }

  askHuman(question: string, options?: AskOptions) {
    return askHuman(this.#scope, question, options)
  }

  propose(answer: Json, score?: number) {
    propose(this.#scope, answer, score)
  }

  plan<S extends PlanStep>(steps: readonly S[], options?: PlanOptions<S>) {
    return plan(this.#scope, steps, options)
  }

  note(name: string, data: Json) {
    note(this.#scope, name, data)
  }

  phase(name: string) {
    phase(this.#scope, name)
  }

  now(options?: Labelled) {
    return now(this.#scope, options)
  }

  random(options?: Labelled) {
    return random(this.#scope, options)
  }
}

export function contextOf(scope: Scope): LoopContext {
  return new ScopedContext(scope)
}
