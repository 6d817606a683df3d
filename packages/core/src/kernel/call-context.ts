/** What a running tool may do: everything that is a step is one under its path. */
import { matchesGlob } from '../glob.ts'
import type { Message, ToolCall } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { ToolContext, ToolProgress } from '../tools/tool.ts'
import type { AskOptions, GenerateOptions, Labelled, Reply } from './context.ts'
import { generate } from './generate.ts'
import { withTools } from './loop-run.ts'
import type { Scope } from './scope.ts'
import { askHuman } from './small-verbs.ts'

/** Calling tools in turn; given by whoever runs this one, for neither file can import the other. */
export type CallTools = (scope: Scope, calls: readonly ToolCall[], options?: Labelled) => Promise<readonly Message[]>

type CallContextOptions = {
  /** That of the loop which calls. */
  readonly scope: Scope
  readonly path: string
  readonly callTools: CallTools
  readonly inside?: Scope
}

/** Most tools look at none of it, so it is made as they do. */
export class CallContext implements ToolContext {
  readonly #scope: Scope
  readonly path: string
  readonly #callTools: CallTools
  #inside: Scope | undefined

  constructor({ scope, path, callTools, inside }: CallContextOptions) {
    this.#scope = scope
    this.path = path
    this.#callTools = callTools
    this.#inside = inside
  }

  get #own(): Scope {
    this.#inside ??= this.#scope.inside(this.path)
    return this.#inside
  }

  get signal(): AbortSignal {
    return this.#scope.session.signal
  }

  get session(): string {
    return this.#scope.session.id
  }

  get idempotencyKey(): string {
    return `${this.session}/${this.path}`
  }

  get tools(): readonly ToolSpec[] {
    return (this.#inside ?? this.#scope).run.toolSpecs
  }

  now(): number {
    return this.#scope.session.clock.now()
  }

  generate(messages: readonly Message[], options?: GenerateOptions): Promise<Reply> {
    return generate(this.#own, messages, options)
  }

  callTools(calls: readonly ToolCall[], options?: Labelled): Promise<readonly Message[]> {
    return this.#callTools(this.#own, calls, options)
  }

  ask(question: string, options?: AskOptions): Promise<string> {
    return askHuman(this.#own, question, options)
  }

  progress({ done, total, message }: ToolProgress): void {
    const { hub, clock, redact } = this.#scope.session
    if (!hub.active) return
    hub.progress(this.path, clock.now(), {
      done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: redact.text(message) }),
    })
  }

  /** Steps of both are numbered together: they are under one path. */
  limitedTo(patterns: readonly string[]): ToolContext {
    const { run, session } = this.#own
    const tools = [...run.tools.values()].filter(({ name }) => patterns.some((pattern) => matchesGlob(pattern, name)))
    const inside = this.#own.withRun(withTools(run, tools, session))
    return new CallContext({ scope: this.#scope, path: this.path, callTools: this.#callTools, inside })
  }
}
