/** The course of a session: the newest stands last, and grows. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMe } from '../api/me.ts'
import { interventionsQuery } from '../api/sessions.ts'
import { Clock } from '../session/clock.tsx'
import type { LiveSession } from '../session/live-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { duration, plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Empty } from '../ui/states.tsx'
import { type TimelineRow, timelineOf } from './timeline-rows.ts'

const [fewRows, mostRows] = [40, 600]

export function Timeline({ live }: { readonly live: LiveSession }) {
  const [isWhole, setIsWhole] = useState(false)
  const { rows, earlier } = useTimeline(live, isWhole ? mostRows : fewRows)
  const session = live.log.id
  return (
    <Card
      id="timeline"
      title="Timeline"
      sub={plural(live.log.view.steps, 'step')}
      flush
      actions={
        <Link className="btn ghost mini" to="/sessions/$session/steps" params={{ session }}>
          <Icon name="list" />
          All steps
        </Link>
      }
    >
      {rows.length === 0 && <Empty title="Nothing has happened yet">Each step is told here when it is made.</Empty>}
      {earlier > 0 && (
        <p className="row sm muted px-4 pt-2">
          {plural(earlier, 'earlier row')} not shown.
          {!isWhole && (
            <Button look="ghost" mini icon="up" onClick={() => setIsWhole(true)}>
              Show earlier
            </Button>
          )}
        </p>
      )}
      <ol className="tl py-1.5">
        {rows.map((row) => (
          <Row key={row.key} row={row} session={session} />
        ))}
      </ol>
    </Card>
  )
}

function useTimeline(live: LiveSession, most: number) {
  const { log, version } = live
  const { data: sent } = useQuery(interventionsQuery(log.id))
  const { name: reader } = useMe()
  const told = useMemo(() => ({ said: new Map(sent?.map(({ id, body }) => [id, body])), reader }), [sent, reader])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is one that grows; its version tells that it did.
  return useMemo(() => timelineOf(log, most, told), [log, version, most, told])
}

const looks = { plain: '', person: 'hum', now: 'now', failed: 'fail', 'not-made': 'unmade' } as const

type RowProps = { readonly row: TimelineRow; readonly session: string }

function Row({ row, session }: RowProps) {
  const { icon, colour, title, detail, ms, since, path, look, depth } = row
  return (
    <li className={looks[look]}>
      <span className={`k ${colour}`}>
        <Icon name={icon} />
      </span>
      <span className="min-w-0 wrap-anywhere" style={{ paddingLeft: Math.min(depth, 4) * 8 }}>
        {path === undefined ? (
          <span className="m5">{title}</span>
        ) : (
          <Link className="m5 to-step" to="/sessions/$session/steps" params={{ session }} search={{ step: path }}>
            {title}
          </Link>
        )}
        {detail !== '' && (
          <span className="x" title={detail}>
            {detail}
          </span>
        )}
      </span>
      <span className="tt">{since !== undefined ? <Clock since={since} /> : ms !== undefined && duration(ms)}</span>
    </li>
  )
}
