/** Steps and subagents of a run: what is open, and who does what. */
import type { Moment } from '../narration/moment.ts'
import { idInThread } from '../session/client-thread.ts'
import { type AguiEvent, nothing, type Owner } from './agui-event.ts'

type StepBegun = Extract<Moment, { readonly type: 'step-begun' }>
type StepEnded = Extract<Moment, { readonly type: 'step-ended' }>

type Open = { readonly name: string; readonly isSubagent: boolean; readonly owner: Owner }

/** Loops that a loop runs are its subagents; any other step is a step. Both are named by their paths: these are unique. */
export class Scopes {
  readonly #session: string
  readonly #open = new Map<string, Open>()

  constructor(session: string) {
    this.#session = session
  }

  /** Who does what is at a path: the innermost subagent above it. */
  ownerOf(path: string): Owner {
    let innermost = ''
    for (const [above, { isSubagent }] of this.#open) {
      if (isSubagent && above.length > innermost.length && path.startsWith(`${above}/`)) innermost = above
    }
    return innermost === '' ? {} : { subagentRunId: this.#idOf(innermost) }
  }

  begin({ path, name, kind }: StepBegun): readonly AguiEvent[] {
    if (this.#open.has(path)) return nothing
    const open = { name, isSubagent: kind === 'loop', owner: this.ownerOf(path) }
    this.#open.set(path, open)
    return [this.#started(path, open)]
  }

  end({ path, hasFailed, said }: StepEnded): readonly AguiEvent[] {
    const open = this.#open.get(path)
    if (!open) return nothing
    const inside = [...this.#open.keys()].filter((each) => each.startsWith(`${path}/`))
    const ended = [...inside.toReversed().flatMap((each) => this.#close(each)), ...this.#close(path)]
    if (!open.isSubagent || !hasFailed) return ended
    return [...ended.slice(0, -1), { type: 'SUBAGENT_ERROR', subagentRunId: this.#idOf(path), message: said }]
  }

  /** What an earlier run left open is open in this one as well. */
  reopen(): readonly AguiEvent[] {
    return [...this.#open].map(([path, open]) => this.#started(path, open))
  }

  /** Everything that is open, closed from inside out; with interrupts, subagents are suspended by those below them. */
  closeAll(interrupts: readonly string[] = []): readonly AguiEvent[] {
    return [...this.#open.keys()].toReversed().flatMap((path) => this.#close(path, interrupts))
  }

  #close(path: string, interrupts: readonly string[] = []): readonly AguiEvent[] {
    const open = this.#open.get(path)
    this.#open.delete(path)
    if (!open) return nothing
    if (!open.isSubagent) return [{ type: 'STEP_FINISHED', stepName: path, ...open.owner }]
    const interruptIds = interrupts.filter((each) => each.startsWith(`${path}/`)).map((each) => this.#idOf(each))
    const outcome = interruptIds.length > 0 ? { type: 'suspended', interruptIds } : { type: 'success' }
    return [{ type: 'SUBAGENT_FINISHED', subagentRunId: this.#idOf(path), outcome }]
  }

  #started(path: string, { name, isSubagent, owner }: Open): AguiEvent {
    if (!isSubagent) return { type: 'STEP_STARTED', stepName: path, metadata: { name }, ...owner }
    const parent = owner.subagentRunId
    return {
      type: 'SUBAGENT_STARTED',
      subagentRunId: this.#idOf(path),
      name,
      ...(parent !== undefined && { parentSubagentRunId: parent }),
    }
  }

  #idOf(path: string): string {
    return idInThread(this.#session, path)
  }
}
