/** Who stands on one side of a comparison. */
import { Link } from '@tanstack/react-router'
import type { SessionLog } from '../session/session-log.ts'
import { StandingTag } from '../session/standing-badge.tsx'
import { Icon } from '../ui/icon.tsx'

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
        {isFork && <span>{`fork at ${forkedAt(log)}`}</span>}
        {isFork && guidance(log).map((text) => <span key={text}>{`“${text}”`}</span>)}
      </div>
    </div>
  )
}

/** The last step it took over. */
function forkedAt({ view, steps }: SessionLog): string {
  const at = view.definition?.fork?.at ?? 0
  return steps.findLast(({ seq }) => seq <= at)?.path ?? 'its beginning'
}

/** What the fork was told. */
function guidance({ interventions }: SessionLog): readonly string[] {
  return [...interventions.values()].flatMap(({ action, data }) => {
    const { text } = (data['body'] ?? {}) as { readonly text?: unknown }
    return action === 'steer' && typeof text === 'string' ? [text] : []
  })
}
