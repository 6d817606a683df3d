/** People who look on from processes that run nothing: what they saw of a session, from its first fact to its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFact, type JournalRow, type Runtime } from '@gyre/core'

export type Sight = {
  readonly session: string
  /** Which of them looked. */
  readonly by: string
  /** Facts in the order they were shown. */
  readonly facts: readonly string[]
}

type Looking = Sight & { readonly facts: string[]; seq: number }

export class Watchers {
  readonly #runtimes: ReadonlyMap<string, Runtime>
  readonly #looking: Looking[] = []
  readonly #under = new Set<Promise<void>>()
  readonly #over = new AbortController()
  /** How often they were told that nothing can be seen now, and began again where they were. */
  breaks = 0

  constructor(runtimes: ReadonlyMap<string, Runtime>) {
    this.#runtimes = runtimes
  }

  watch(session: string): void {
    for (const [by, runtime] of this.#runtimes) {
      const looking = { session, by, facts: [], seq: 0 }
      this.#looking.push(looking)
      const under = this.#look(runtime, looking).finally(() => this.#under.delete(under))
      this.#under.add(under)
    }
  }

  /** What all of them saw, once each has seen the end; whoever has not by then sees no more. */
  async sights(deadline: number): Promise<readonly Sight[]> {
    while (this.#under.size > 0 && Date.now() < deadline) await sleep(50)
    await this.end()
    return this.#looking
  }

  async end(): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#under)
  }

  async #look(runtime: Runtime, looking: Looking): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      try {
        for await (const event of runtime.events(looking.session, looking.seq, { signal })) {
          if (!isFact(event)) continue
          looking.facts.push(named(event))
          looking.seq = event.seq
        }
        return
      } catch {
        // A server that is away for long; it is there again later.
        this.breaks += 1
        await sleep(100)
      }
    }
  }
}

type Named = Pick<JournalRow, 'seq' | 'type'> & { readonly path?: string | null }

function named({ seq, type, path }: Named): string {
  return `${seq} ${type} ${path ?? ''}`.trim()
}

/** Every fact of the journal, once and in order. */
export function sightFaults(journal: readonly JournalRow[], sights: readonly Sight[]): readonly string[] {
  const written = journal.map(named)
  return sights.flatMap(({ session, by, facts }) => {
    const at = written.findIndex((fact, place) => facts[place] !== fact)
    if (at < 0 && facts.length === written.length) return []
    const place = at < 0 ? written.length : at
    const saw = facts[place] ?? 'nothing more'
    return [`${by} of ${session} saw ${saw} in the place of ${written[place] ?? 'the end'}`]
  })
}
