/** Follows what grows at the end of a conversation; who scrolled away is told how much is new. */
import { useEffect, useState } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { Button } from '../ui/button.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

type JumpToLatestProps = {
  readonly live: LiveSession
  /** How many turns there are. */
  readonly turns: number
  /** The turn that is shown first; the end when left out. */
  readonly start: string | undefined
}

export function JumpToLatest({ live, turns, start }: JumpToLatestProps) {
  const { log, version } = live
  const { end, isAway, jump } = useStickToEnd({ grown: `${turns} ${version}`, last: log.id, start })
  const steps = log.steps.length
  const [seen, setSeen] = useState(steps)
  useEffect(() => {
    if (!isAway) setSeen(steps)
  }, [isAway, steps])
  const fresh = steps - seen
  return (
    <>
      <div ref={end} className="log-end" />
      {isAway && (
        <div className="jump">
          <Button mini icon="down" onClick={jump}>
            Jump to latest{fresh > 0 && `, ${fresh} new`}
          </Button>
        </div>
      )}
    </>
  )
}
