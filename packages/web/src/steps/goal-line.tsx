/** The goal as it was written, and what the session is in figures. */
import { ForkedFrom } from '../session/forked-from.tsx'
import type { SessionLog } from '../session/session-log.ts'
import { count, duration, money } from '../ui/format.ts'

export function GoalLine({ log }: { readonly log: SessionLog }) {
  const { definition, usage, steps } = log.view
  const persona = definition?.persona
  return (
    <div className="goal">
      <p className="q wrap-anywhere whitespace-pre-wrap">{definition?.task.goal ?? ''}</p>
      <div className="meta">
        {persona && (
          <span>
            Persona{' '}
            <b>
              {persona.name}
              {persona.version === null ? '' : ` v${persona.version}`}
            </b>
          </span>
        )}
        {definition && (
          <span>
            Loop <b>{definition.loop}</b>
          </span>
        )}
        <span className="num">
          <b>{count(steps)}</b> {steps === 1 ? 'step' : 'steps'}
        </span>
        <span className="num">
          <b>{duration(usage.activeMs)}</b> active
        </span>
        <b className="num">{money(usage.costUsd)}</b>
        <ForkedFrom log={log} />
      </div>
    </div>
  )
}
