/** What people did to a session, with what became of it: it never disappears. */
import { rejectionReason } from '@gyre/core/view'
import type { SentIntervention } from '../api/sessions.ts'
import type { SessionLog } from '../session/session-log.ts'

export type SteeringRow = {
  readonly id: string
  readonly action: string
  /** What was said; or what was done, in words. */
  readonly text: string
  readonly by: string
  readonly state: SentIntervention['state']
  /** `applied at step 4, think`, or why it was rejected. */
  readonly fate: string
  /** Guidance that the session ended before. */
  readonly isTooLate: boolean
  /** Its text can be changed while it is queued. */
  readonly canEdit: boolean
}

const words: Readonly<Record<string, string>> = {
  finish: 'Finish now with what there is',
  abort: 'Abort',
  plan: 'Changed the plan',
  override: 'Gave another result',
  approve: 'Approved',
  reject: 'Rejected',
}

/** Those that stop it and let it go on are seen by its status. */
const left: ReadonlySet<string> = new Set(['pause', 'resume', 'step'])

export function steeringRows(sent: readonly SentIntervention[], log: SessionLog): readonly SteeringRow[] {
  return sent
    .filter(({ action }) => !left.has(action))
    .map((each) => {
      const { id, action, by, state } = each
      return {
        id,
        action,
        by,
        state,
        text: textOf(each),
        fate: fateOf(each, log),
        isTooLate: action === 'steer' && state === 'rejected' && each.why === 'session-ended',
        canEdit: state === 'queued' && typeof bodyOf(each).text === 'string',
      }
    })
}

/** What is still to be said, in one message; undefined for nothing. */
export function tooLate(rows: readonly SteeringRow[]): string | undefined {
  const texts = rows.filter(({ isTooLate }) => isTooLate).map(({ text }) => text)
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

type Body = { readonly text?: unknown; readonly reason?: unknown; readonly file?: { readonly name?: unknown } }

function bodyOf({ body }: Pick<SentIntervention, 'body'>): Body {
  return (body ?? {}) as Body
}

function textOf(sent: SentIntervention): string {
  const { text, reason, file } = bodyOf(sent)
  const said = [text, file?.name, reason].find((each) => typeof each === 'string' && each !== '')
  return typeof said === 'string' ? said : (words[sent.action] ?? sent.action)
}

function fateOf({ state, appliedAt, why }: SentIntervention, log: SessionLog): string {
  if (state === 'queued') return 'queued for the next step'
  if (state === 'rejected') return why === null ? 'rejected' : `rejected: ${rejectionReason(why)}`
  if (state === 'withdrawn') return 'withdrawn'
  const place = log.steps.findIndex(({ path }) => path === appliedAt)
  if (place < 0) return 'applied'
  return `applied at step ${place + 1}, ${log.steps[place]?.name}`
}
