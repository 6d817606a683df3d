/**
 * What a loop asks for, compared with what its journal holds.
 *
 * Another request at the same path is *drift*: a prompt was edited, and the session goes on with what
 * was answered then. Another kind of step or another loop is no edit, and where steps ran side by side on one
 * `ctx` an edit cannot be told from two that changed places. Going on there might give the loop the answer to a
 * question it did not ask.
 */
import { requestText } from '../audit/row.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { JournalRow } from '../ports/store.ts'
import type { SessionJournal } from './session-journal.ts'
import type { SessionDefinition } from './session-view.ts'
import type { Verb } from './verb.ts'

/** A request that is not what it was. */
export type Drift = { readonly path: string; readonly was: string | null; readonly now: string | null }

/** The same as a replay collects it, with the request in full: in its text large messages are addresses. */
export type AskedDrift = Drift & { readonly asked: Json }

export type DivergenceOptions = {
  readonly definition: Pick<SessionDefinition, 'fork' | 'strict'>
  readonly journal: Pick<SessionJournal, 'ride'>
  /** Paths whose drift is written down already. */
  readonly known: Set<string>
  /** Where drift is collected when nothing may be written. */
  readonly offline: AskedDrift[] | undefined
  /** The loop cannot go on over this journal. The session has not ended: another version may go on. */
  readonly refuse: (error: GyreError) => void
}

type Asked = Pick<Verb<unknown>, 'path' | 'kind' | 'request'>

export class Divergence {
  readonly #options: DivergenceOptions

  constructor(options: DivergenceOptions) {
    this.#options = options
  }

  /** Throws when the record cannot be that of the step that is asked for. */
  check(asked: Asked, row: JournalRow): void {
    if (row.kind !== asked.kind) throw this.#mismatch(asked, row)
    const now = requestText(asked.request)
    if (row.request === now) return
    const drift: Drift = { path: asked.path, was: row.request, now }
    if (isBeside(row)) throw this.#misplaced(drift, asked)
    if (this.#isInherited(row)) return
    if (asked.kind === 'loop') this.#checkLoop(asked, row)
    this.#differs(drift, asked)
  }

  /** A step that must be in the journal and is not. */
  missing({ path, kind }: Asked): void {
    const message = `The journal has no \`${kind}\` at \`${path}\`.`
    this.#options.refuse(new GyreError('replay-incomplete', message, { path, kind }))
  }

  /** Rows a fork copied: only path and kind must be as they were, and the places of steps side by side. */
  #isInherited(row: JournalRow): boolean {
    const { fork } = this.#options.definition
    return fork !== null && row.seq <= fork.at
  }

  #differs(drift: Drift, { request }: Asked): void {
    const { offline, known, journal, definition } = this.#options
    const { path } = drift
    if (offline) {
      offline.push({ ...drift, asked: request })
      return
    }
    if (definition.strict)
      throw this.#refused(new GyreError('journal-drift', `The request of step \`${path}\` is not what it was.`, drift))
    if (known.has(path)) return
    known.add(path)
    journal.ride([{ type: 'drift', path, data: drift }])
  }

  #mismatch({ path, kind }: Asked, row: JournalRow): GyreError {
    const was = String(row.kind)
    const message = `Step \`${path}\` was a \`${was}\` and is now a \`${kind}\`.`
    return this.#refused(new GyreError('journal-mismatch', message, { path, was, now: kind }))
  }

  /** What one loop came to is not what another would have. */
  #checkLoop({ path, request }: Asked, row: JournalRow): void {
    const [was, now] = [loopIn(JSON.parse(row.request ?? 'null')), loopIn(request)]
    if (was === now) return
    const message = `Step \`${path}\` was the loop \`${was}\` and is now \`${now}\`.`
    throw this.#refused(new GyreError('journal-mismatch', message, { path, was, now }))
  }

  #misplaced(drift: Drift, { request }: Asked): GyreError {
    this.#options.offline?.push({ ...drift, asked: request })
    const message = `Step \`${drift.path}\` ran beside others on one \`ctx\`, and its request is not what it was: it may have changed places with another. Run chains of steps side by side with \`ctx.map\`.`
    return this.#refused(new GyreError('journal-mismatch', message, drift))
  }

  #refused(error: GyreError): GyreError {
    this.#options.refuse(error)
    return error
  }
}

function loopIn(request: Json): string {
  return String((request as JsonObject | null)?.['loop'])
}

function isBeside({ data }: JournalRow): boolean {
  return data !== null && (JSON.parse(data) as JsonObject)['beside'] === true
}
