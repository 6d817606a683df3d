/** While the connection is cut, what is shown is how the session stood: since when is said beside it. */
import { Badge } from '../ui/badge.tsx'
import { timeOfDay } from '../ui/format.ts'
import type { LiveSession } from './live-session.ts'

export function AsOf({ live: { connection, log } }: { readonly live: LiveSession }) {
  if (connection.state !== 'cut') return null
  return (
    <Badge tone="wait" icon="wifi">
      <span>
        <span className="desk">connection lost, </span>as of {timeOfDay(log.updatedAt)}
      </span>
    </Badge>
  )
}
