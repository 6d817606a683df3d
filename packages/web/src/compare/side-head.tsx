/** Who stands on one side of a comparison. */
import { Link } from '@tanstack/react-router'
import { keptStep } from '../session/fork-origin.ts'
import type { SessionLog } from '../session/session-log.ts'
import { StandingTag } from '../session/standing-badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { heardGuidance } from './heard-guidance.ts'

type SideHeadProps = { readonly log: SessionLog; readonly side: 'A' | 'B'; readonly other: SessionLog }

export function SideHead({ log, side, other }: SideHeadProps) {
  const { definition, status, outcome } = log.view
  const isFork = definition?.fork?.session === other.id
  const alone = side === 'A' ? { b: other.id } : { a: other.id }
  return (
    <div>
      <div className="row">
        <span className={`badge sq ${isFork ? 'hold' : 'line'}`}>
          {isFork && <Icon name="fork" />}
          {side}
        </span>
        <Link className="m5 trunc step-link" to="/sessions/$session" params={{ session: log.id }}>
          {definition?.task.goal ?? log.id}
        </Link>
        <span className="sp" />
        <Link className="btn ghost mini ico" to="/compare" search={alone} aria-label={`Choose another for ${side}`}>
          <Icon name="x" />
        </Link>
      </div>
      <div className="x row wrap">
        <StandingTag status={status} outcome={outcome} />
        <span>{definition?.loop}</span>
        <span>{definition?.models.author}</span>
        {isFork && <span>{`fork at ${keptStep(log) || 'its beginning'}`}</span>}
        {isFork && heardGuidance(log).map((text) => <span key={text}>{`“${text}”`}</span>)}
      </div>
    </div>
  )
}
