/** Sending interventions: checked, redacted, queued in the store, for a session in any process. */
import type { Redactor } from '../audit/redaction.ts'
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import { type Action, readIntervention } from '../kernel/intervention.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { Intervention, Interventions } from '../ports/store.ts'

/** Who sends an intervention, and a key under which it is queued once. */
export type SendOptions = {
  /** Who sends it; the owner when left out. */
  readonly by?: string
  /** Sent twice with the same key it counts once. */
  readonly key?: string
}

type MailboxOptions = {
  readonly interventions: Interventions
  readonly redact: Redactor
  readonly clock: Clock
  readonly ids: Ids
  readonly owner: string
}

export class Mailbox {
  readonly #options: MailboxOptions

  constructor(options: MailboxOptions) {
    this.#options = options
  }

  send(session: string, action: Action, body: Json, { by, key }: SendOptions): Promise<Intervention> {
    const { interventions, redact, clock, ids, owner } = this.#options
    const checked = readIntervention(action, body)
    return interventions.add({
      id: ids.next('itv'),
      session,
      action: checked.action,
      body: redact.json(checked.body),
      by: redact.text(by ?? owner),
      at: clock.now(),
      key: key === undefined ? null : redact.text(key),
    })
  }

  async edit(session: string, id: string, body: Json): Promise<void> {
    const { interventions, redact } = this.#options
    const { action } = await this.#find(session, id)
    const checked = readIntervention(action, body)
    if (!(await interventions.edit(id, redact.json(checked.body)))) throw settledAlready(id)
  }

  async withdraw(session: string, id: string): Promise<void> {
    await this.#find(session, id)
    if (!(await this.#options.interventions.withdraw(id))) throw settledAlready(id)
  }

  async #find(session: string, id: string): Promise<Intervention> {
    const found = (await this.#options.interventions.list(session)).find((each) => each.id === id)
    if (found) return found
    throw new GyreError('intervention-unknown', `Session \`${session}\` has no intervention \`${id}\`.`, { id })
  }
}

function settledAlready(id: string): GyreError {
  return new GyreError('intervention-settled', `Intervention \`${id}\` was settled already.`, { id })
}
