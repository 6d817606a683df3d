/** The course of a session: the newest stands last, and grows. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMe } from '../api/me.ts'
import { interventionsQuery, type SentIntervention } from '../api/sessions.ts'
import { Clock } from '../session/clock.tsx'
import type { LiveSession } from '../session/live-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { duration, plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Empty } from '../ui/states.tsx'
import { rowAt, type TimelineRow, timelineOf } from './timeline-rows.ts'

const [fewRows, mostRows] = [40, 600]

export function Timeline({ live }: { readonly live: LiveSession }) {
  const { step } = useSearch({ strict: false })
  // Who comes from a step finds it here, however long ago it was.
  const [isWhole, setIsWhole] = useState(step !== undefined)
  const { rows, earlier } = useTimeline(live, isWhole ? mostRows : fewRows)
  const session = live.log.id
  const at = rowAt(rows, live.log.stepByPath.get(step ?? ''))
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
          <Row key={row.key} row={row} session={session} isAt={row === at} />
        ))}
      </ol>
    </Card>
  )
}

function useTimeline(live: LiveSession, most: number) {
  const { log, version } = live
  const { name: reader } = useMe()
  const { data: sent = none } = useQuery(interventionsQuery(log.id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is one that grows; its version tells that it did.
  return useMemo(() => timelineOf(log, most, { reader, sent }), [log, version, most, reader, sent])
}

const none: readonly SentIntervention[] = []

const looks = { plain: '', person: 'hum', now: 'now', failed: 'fail', 'not-made': 'unmade' } as const

type RowProps = {
  readonly row: TimelineRow
  readonly session: string
  /** The step that is looked at. */
  readonly isAt: boolean
}

function Row({ row, session, isAt }: RowProps) {
  const own = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isAt) return
    // After the page has been put where it was left.
    const soon = requestAnimationFrame(() => own.current?.scrollIntoView({ block: 'center' }))
    return () => cancelAnimationFrame(soon)
  }, [isAt])
  const { icon, colour, title, detail, ms, since, path, look, depth } = row
  return (
    <li ref={own} className={`${looks[look]} ${isAt ? 'on' : ''}`} aria-current={isAt ? 'step' : undefined}>
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
