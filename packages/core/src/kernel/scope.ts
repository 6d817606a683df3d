/** Where in a loop's structure a verb is called: it gives steps their paths. */
import { GyreError } from '../errors.ts'
import { DuplicateGuard } from '../guards/duplicate.ts'
import type { Ahead } from './ahead.ts'
import { Branch } from './branch.ts'
import type { LiveSession } from './live-session.ts'
import type { LoopRun } from './loop-run.ts'
import { PromptLine } from './prompt-log.ts'
import { SideBySide } from './side-by-side.ts'

const labelForm = /^[A-Za-z][A-Za-z0-9_.-]*$/

type Place = Pick<Scope, 'session' | 'run' | 'branch' | 'prefix' | 'hosts'> & { readonly ahead?: Ahead | undefined }

export class Scope {
  readonly session: LiveSession
  readonly run: LoopRun
  readonly branch: Branch
  /** '' or a path and '/'. */
  readonly prefix: string
  /** How many steps are in flight around the verbs called here: a tool that asks a model is one. */
  readonly hosts: number
  /** The work beside the loop that makes the steps here. */
  readonly ahead: Ahead | undefined
  readonly line: PromptLine
  readonly steps: SideBySide
  readonly #counters: Map<string, number>
  readonly #around: Scope | undefined
  #duplicates: DuplicateGuard | undefined

  constructor(options: Place, around?: Scope, counters = new Map<string, number>()) {
    this.session = options.session
    this.run = options.run
    this.branch = options.branch
    this.prefix = options.prefix
    this.hosts = options.hosts
    this.ahead = options.ahead
    this.line = new PromptLine(around?.line)
    this.steps = new SideBySide(around?.steps.isMarked(options.prefix) ?? false)
    this.#around = around
    this.#counters = counters
  }

  /** Calls made so far: of this loop run, and of this branch of it. */
  get duplicates(): DuplicateGuard {
    this.#duplicates ??= this.#guard()
    return this.#duplicates
  }

  #guard(): DuplicateGuard {
    const around = this.#around
    // What a tool calls is not gone over again once the tool has its record: it counts for the tool alone.
    if (around?.run !== this.run || around.hosts !== this.hosts) return new DuplicateGuard()
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
      throw new GyreError(
        'label-invalid',
        `\`${name}\` cannot be a label: a letter, then letters, digits, \`_\`, \`-\` and \`.\`.`,
      )
    }
    const n = (used ?? 0) + 1
    this.#counters.set(name, n)
    const path = `${this.prefix}${name}#${n}`
    this.steps.called(path)
    return path
  }

  /** The scope of steps below a path, on the same branch. */
  below(path: string, run: LoopRun = this.run): Scope {
    return new Scope({ ...this.#parts(), run, prefix: `${path}/` }, this)
  }

  /** The scope of steps that a running effect makes. */
  inside(path: string): Scope {
    return new Scope({ ...this.#parts(), hosts: this.hosts + 1, prefix: `${path}/` }, this)
  }

  /** The same place with another run: names are counted on. */
  withRun(run: LoopRun): Scope {
    return new Scope({ ...this.#parts(), run }, this, this.#counters)
  }

  /** The scope of one branch of a `map`. */
  branchAt(path: string): Scope {
    const branch = new Branch(path, this.branch)
    return new Scope({ ...this.#parts(), branch, prefix: `${path}/` }, this)
  }

  /** The scope of work beside the loop: a branch that nobody waits for. */
  aheadAt(path: string, ahead: Ahead): Scope {
    const branch = new Branch(path, this.branch)
    return new Scope({ ...this.#parts(), branch, ahead, prefix: `${path}/` }, this)
  }

  #parts(): Place {
    const { session, run, branch, prefix, hosts, ahead } = this
    return { session, run, branch, prefix, hosts, ahead }
  }
}
