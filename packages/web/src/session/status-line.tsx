/** What happens now, in one line. */
import { Icon } from '../ui/icon.tsx'
import { Clock } from './clock.tsx'
import type { LiveSession } from './live-session.ts'
import { standingOf } from './standing.ts'
import { statusPicture } from './status-line-picture.ts'

export function StatusLine({ live }: { readonly live: LiveSession }) {
  const { view } = live.log
  const { word, what, since, isBusy } = statusPicture(live.log)
  const { icon, tone } = standingOf(view.status, view.outcome)
  return (
    <div className="live">
      <Icon name={isBusy ? 'gyre' : icon} spins={isBusy} className={isBusy ? '' : tone} />
      <span className="trunc">
        <b className="m5 text-ink">{word}.</b> {what}
      </span>
      <span className="sp" />
      {since !== null && (
        <span className="num sm muted">
          <Clock since={since} />
        </span>
      )}
    </div>
  )
}
