/** What a running tool may do: everything that is a step is one under its path. */
import { GyreError } from '../errors.ts'
import { matchesGlob } from '../glob.ts'
import type { Message, ToolCall } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { ToolContext, ToolProgress } from '../tools/tool.ts'
import type { GenerateOptions, Labelled, Reply, ToolAskOptions } from './context.ts'
import { generate } from './generate.ts'
import { withTools } from './loop-run.ts'
import type { Scope } from './scope.ts'
import { askClient, askHuman } from './small-verbs.ts'

/** Calling tools in turn; given by whoever runs this one, for neither file can import the other. */
export type CallTools = (scope: Scope, calls: readonly ToolCall[], options?: Labelled) => Promise<readonly Message[]>

type CallContextOptions = {
  /** That of the loop which calls. */
  readonly scope: Scope
  readonly path: string
  readonly timeoutMs?: number | undefined
  readonly callTools: CallTools
}

/** Labels of steps that the kernel makes of a call itself. */
const reserved: ReadonlySet<string> = new Set(['approve', 'uncertain', 'fork', 'budget', 'note'])

/** Most tools look at none of it, so it is made as they do. */
export class CallContext implements ToolContext {
  readonly #options: CallContextOptions
  readonly path: string
  /** Where its own steps are: with fewer tools, when it was limited to some. */
  #inside: Scope | undefined
  /** The same with the rights of one who is called, and calls in turn. */
  #calling: Scope | undefined
  /** The one it was made from, whose call it is. */
  readonly #whole: CallContext | undefined
  #isOver = false

  constructor(options: CallContextOptions, narrowed?: { readonly whole: CallContext; readonly inside: Scope }) {
    this.#options = options
    this.path = options.path
    this.#whole = narrowed?.whole
    this.#inside = narrowed?.inside
    this.#calling = narrowed?.inside
  }

  /** The call has ended, whether or not its code has: it can do nothing more. */
  close(): void {
    this.#isOver = true
  }

  get #scope(): Scope {
    return this.#options.scope
  }

  get #own(): Scope {
    this.#inside ??= this.#scope.inside(this.path)
    return this.#inside
  }

  /** The place of a step under this call, for one of its verbs. */
  #place({ label }: Labelled = {}): Scope {
    if (this.#hasEnded) {
      throw new GyreError('tool-failed', 'This call has ended: its code can do nothing more in its name.')
    }
    if (label !== undefined && reserved.has(label)) {
      throw new GyreError('label-invalid', `\`${label}\` is the label of a step that the kernel makes itself.`)
    }
    return this.#own
  }

  get #hasEnded(): boolean {
    return (this.#whole ?? this).#isOver
  }

  get signal(): AbortSignal {
    return this.#scope.session.signal
  }

  get timeoutMs(): number | undefined {
    return this.#options.timeoutMs
  }

  get session(): string {
    return this.#scope.session.id
  }

  get owner(): string {
    return this.#scope.session.owner
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

  async generate(messages: readonly Message[], options?: GenerateOptions): Promise<Reply> {
    return generate(this.#place(options), messages, options)
  }

  async callTools(calls: readonly ToolCall[], options?: Labelled): Promise<readonly Message[]> {
    const { run, session } = this.#place(options)
    this.#calling ??= this.#own.withRun(withTools(run, [...run.tools.values()], session))
    return this.#options.callTools(this.#calling, calls, options)
  }

  async ask(question: string, { clientCall, ...options }: ToolAskOptions = {}): Promise<string> {
    const place = this.#place(options)
    if (!clientCall) return askHuman(place, question, options)
    return askClient(place, question, { ...clientCall, call: this.path })
  }

  progress({ done, total, message }: ToolProgress): void {
    const { hub, clock, redact } = this.#scope.session
    if (!hub.active || this.#hasEnded) return
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
    return new CallContext(this.#options, { whole: this.#whole ?? this, inside })
  }
}
