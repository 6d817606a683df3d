/**
 * Lets a text index forget what was deleted from it.
 *
 * It keeps the words of deleted texts until its parts are merged, which may be never. So after a removal they are, a
 * step at a time: one whole merge of a large index would hold everybody up for seconds. What was deleted is also in the
 * log of the database until that is written over, so it is emptied, unless somebody is just reading it.
 */
import type { StatementSync } from 'node:sqlite'
import type { Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

/** Pages of one step: some milliseconds. */
const stepPages = 40

export class TextMerge {
  readonly #connection: Connection
  readonly #commits: GroupCommit
  readonly #merge: StatementSync
  readonly #changes: StatementSync

  constructor(connection: Connection, commits: GroupCommit, table: 'chunk_text' | 'memory_text') {
    this.#connection = connection
    this.#commits = commits
    this.#merge = connection.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`)
    this.#changes = connection.prepare('SELECT total_changes() AS count')
  }

  /** Costs next to nothing when nothing was deleted since the last time. */
  async run(): Promise<void> {
    // A negative number begins a merge of all parts, others go on with it.
    for (let pages = -stepPages; await this.#step(pages); pages = stepPages);
    await this.#commits.read(() => this.#connection.emptyLog())
  }

  /** Whether there is more to do: a step that did nothing counts as the one change it is itself. */
  #step(pages: number): Promise<boolean> {
    const apply = () => {
      const before = this.#count()
      this.#merge.run(pages)
      return this.#count() - before > 1
    }
    return this.#commits.write({ rows: Number.POSITIVE_INFINITY, isSingle: false, apply })
  }

  #count(): number {
    return Number(this.#changes.get()?.['count'])
  }
}
