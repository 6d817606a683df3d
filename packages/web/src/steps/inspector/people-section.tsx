/** What people did at a step, and what failed there. */
import type { InterventionFact, SessionLog, Step } from '../../session/session-log.ts'
import { moment } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { errorOf, failureText, hasFailed, interventionsAt, retriesOf } from '../step-facts.ts'

export function PeopleSection({ log, path }: { readonly log: SessionLog; readonly path: string }) {
  const interventions = interventionsAt(log, path)
  if (interventions.length === 0) return null
  return (
    <section>
      <h3>What people did here</h3>
      {interventions.map((each) => (
        <InterventionLine key={each.id} intervention={each} />
      ))}
    </section>
  )
}

export function InterventionLine({
  intervention: { action, state, at, data },
}: {
  readonly intervention: InterventionFact
}) {
  const said = saidIn(data['body'] ?? data)
  return (
    <div className="grid gap-1 text-[12px]">
      <span className="row">
        <span className="k-human">
          <Icon name="user" small />
        </span>
        <b>{action}</b> {state}, by {String(data['by'] ?? 'a person')}, {moment(at)}
      </span>
      {said !== '' && <div className="code">{said}</div>}
    </div>
  )
}

function saidIn(body: unknown): string {
  const { text, why } = (body ?? {}) as { readonly text?: unknown; readonly why?: unknown }
  if (typeof text === 'string') return text
  return typeof why === 'string' ? why : ''
}

/** What failed, attempts that were made again, and what to do. */
export function FailureSection({ step }: { readonly step: Step }) {
  const retries = retriesOf(step)
  const error = errorOf(step)
  const isFailed = hasFailed(step) && step.kind !== 'tool'
  if (!isFailed && retries.length === 0) return null
  return (
    <section>
      {isFailed && (
        <div className="note bad">
          <Icon name="alert" />
          <div className="grid gap-1">
            <p>{failureText(step) || 'It failed.'}</p>
            {error?.fix !== undefined && <p>{error.fix}</p>}
            {error?.code !== undefined && <code className="xs">{error.code}</code>}
          </div>
        </div>
      )}
      {retries.length > 0 && (
        <ul className="grid gap-1 text-[12px]">
          {retries.map(({ model = '', code = '', message = '' }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was tried does not change.
            <li key={at}>
              Attempt {at + 1} failed: {message || code} <span className="muted">{model}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
