/** What a loop is doing now; and when it does nothing, what it waits for. */
import type { ReactNode } from 'react'
import type { SessionLog } from '../../session/session-log.ts'
import { Badge } from '../../ui/badge.tsx'

type NowProps = { readonly log: SessionLog; readonly base: string; readonly children: ReactNode }

export function NowBadge({ log: { view }, base, children }: NowProps) {
  const isAsked = [...view.questions.keys()].some((path) => path.startsWith(base))
  if (isAsked) {
    return (
      <Badge tone="wait" icon="ask">
        waits for you: {children}
      </Badge>
    )
  }
  if (view.status === 'paused') {
    return (
      <Badge tone="hold" icon="pause">
        paused: {children}
      </Badge>
    )
  }
  return (
    <Badge tone="acc" icon="gyre" spins>
      {children}
    </Badge>
  )
}
