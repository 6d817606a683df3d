/** Where in a loop's structure a verb is called: it gives steps their paths. */
import { GyreError } from '../errors.ts'
import { DuplicateGuard } from '../guards/duplicate.ts'
import type { Json } from '../json.ts'
import type { Message } from '../messages.ts'
import type { Model, Role, ToolSpec } from '../ports/model.ts'
import type { Tool } from '../tools/tool.ts'
import type { Account } from './account.ts'
import { Branch } from './branch.ts'
import type { GenerateOptions } from './context.ts'
import type { LiveSession } from './live-session.ts'
import type { Loop } from './loop.ts'
import { PromptLine } from './prompt-log.ts'
import type { WrapUp } from './wrap-up.ts'

/** One run of a loop: the session's own, or a child's. What a child inherits unless given its own. */
export type LoopRun = {
  readonly loop: Loop
  /** Path of its steps, '' for the session's own; an account of the same path is its own. */
  readonly path: string
  readonly account: Account
  readonly models: Readonly<Record<Role, Model>>
  readonly tools: ReadonlyMap<string, Tool>
  readonly toolSpecs: readonly ToolSpec[]
  /** Said to the author in every request. */
  readonly instructions: Message | undefined
  /** The branch the run itself is on. */
  readonly home: Branch
  /** The best answer so far. */
  best: { readonly answer: Json; readonly score: number } | undefined
  /** The last request of the run's own branch, made or only tried: what a forced answer starts from. */
  lastRequest: LastRequest | undefined
  /** What the author said last. */
  lastText: string
  /** Ends the loop, whatever its code is doing: the last answer is asked for. */
  cut: (how: WrapUp) => void
  /** Ends the run at once, the last answer included. */
  abort: () => void
}

/** The first messages of the loop's array, which may have grown since, and how they are shown to the model. */
export type LastRequest = {
  readonly messages: readonly Message[]
  readonly length: number
  readonly spoken: Pick<GenerateOptions, 'grammar' | 'protocol'>
}

const labelForm = /^[A-Za-z][A-Za-z0-9_.-]*$/

export class Scope {
  readonly session: LiveSession
  readonly run: LoopRun
  readonly branch: Branch
  /** '' or a path and '/'. */
  readonly prefix: string
  /** How many steps are in flight around the verbs called here: a tool that asks a model is one. */
  readonly hosts: number
  readonly line: PromptLine
  readonly #counters = new Map<string, number>()
  readonly #around: Scope | undefined
  #duplicates: DuplicateGuard | undefined

  constructor(options: Pick<Scope, 'session' | 'run' | 'branch' | 'prefix' | 'hosts'>, around?: Scope) {
    this.session = options.session
    this.run = options.run
    this.branch = options.branch
    this.prefix = options.prefix
    this.hosts = options.hosts
    this.line = new PromptLine(around?.line)
    this.#around = around
  }

  /** Calls made so far: of this loop run, and of this branch of it. */
  get duplicates(): DuplicateGuard {
    this.#duplicates ??= this.#guard()
    return this.#duplicates
  }

  #guard(): DuplicateGuard {
    const around = this.#around
    if (around?.run !== this.run) return new DuplicateGuard()
    return around.branch === this.branch ? around.duplicates : new DuplicateGuard(around.duplicates)
  }

  /** Whether it is that of the loop itself: not of a branch, a tool or a value being computed. */
  get isOwn(): boolean {
    const { path } = this.run
    return this.prefix.length === (path === '' ? 0 : path.length + 1)
  }

  /** The path of the next use of this name here. Taken before anything is awaited: the order of calls decides. */
  next(name: string): string {
    const used = this.#counters.get(name)
    if (used === undefined && !labelForm.test(name)) {
      throw new GyreError('label-invalid', `\`${name}\` cannot be a label.`)
    }
    const n = (used ?? 0) + 1
    this.#counters.set(name, n)
    return `${this.prefix}${name}#${n}`
  }

  /** The scope of steps below a path, on the same branch. */
  below(path: string, run: LoopRun = this.run): Scope {
    return new Scope({ ...this.#parts(), run, prefix: `${path}/` }, this)
  }

  /** The scope of steps that a running effect makes. */
  inside(path: string): Scope {
    return new Scope({ ...this.#parts(), hosts: this.hosts + 1, prefix: `${path}/` }, this)
  }

  /** The scope of one branch of a `map`. */
  branchAt(path: string): Scope {
    const branch = new Branch(path, this.branch)
    return new Scope({ ...this.#parts(), branch, prefix: `${path}/` }, this)
  }

  #parts(): Pick<Scope, 'session' | 'run' | 'branch' | 'prefix' | 'hosts'> {
    const { session, run, branch, prefix, hosts } = this
    return { session, run, branch, prefix, hosts }
  }
}
