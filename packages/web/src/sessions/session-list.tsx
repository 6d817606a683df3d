/** Sessions, newest first: as many as one scrolls to. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type SessionSummary, sessionPagesQuery } from '../api/lists.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { Sideways } from '../ui/sideways.tsx'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { isMeant, isNarrowed, queryOf, type SessionFilter } from './session-filter.ts'
import { SessionRow } from './session-row.tsx'

type SessionListProps = {
  readonly filter: SessionFilter
  readonly onClear: () => void
  readonly bar: ReactNode
}

export function SessionList({ filter, onClear, bar }: SessionListProps) {
  const query = useInfiniteQuery(sessionPagesQuery(queryOf(filter)))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const sessions = query.data?.pages.flatMap((page) => page.sessions.filter((each) => isMeant(filter, each)))
  const more = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  const sub = sessions && (hasNextPage ? `the newest ${sessions.length}` : plural(sessions.length, 'session'))
  return (
    <Card title="All sessions" sub={sub} flush>
      {bar}
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {!sessions && !query.error && <Skeleton lines={8} />}
      {sessions && sessions.length > 0 && <Rows sessions={sessions} onEnd={more} />}
      {sessions?.length === 0 && !hasNextPage && <NoSessions isNarrowed={isNarrowed(filter)} onClear={onClear} />}
      {hasNextPage && <Older isEmpty={sessions?.length === 0} isBusy={isFetchingNextPage} onMore={more} />}
    </Card>
  )
}

type OlderProps = { readonly isEmpty: boolean; readonly isBusy: boolean; readonly onMore: () => void }

/** Where nothing of a page is meant, the next is looked through by itself. */
function Older({ isEmpty, isBusy, onMore }: OlderProps) {
  useEffect(() => {
    if (isEmpty && !isBusy) onMore()
  }, [isEmpty, isBusy, onMore])
  return (
    <div className="row justify-center p-3">
      <Button mini icon="down" busy={isBusy} onClick={onMore}>
        Older sessions
      </Button>
    </div>
  )
}

const rowHeight = 37
const rowsBeyond = 12
/** So many rows before the last the next page is asked for. */
const rowsAhead = 20

type RowsProps = { readonly sessions: readonly SessionSummary[]; readonly onEnd: () => void }

function Rows({ sessions, onEnd }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // What stands above, such as the inbox, comes and goes.
  useLayoutEffect(() => {
    const at = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    setTop((before) => (Math.abs(before - at) > 1 ? at : before))
  })
  const rows = useWindowVirtualizer({
    count: sessions.length,
    estimateSize: () => rowHeight,
    overscan: rowsBeyond,
    scrollMargin: top,
    getItemKey: (at) => sessions[at]?.id ?? at,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= sessions.length - rowsAhead) onEnd()
  }, [last, sessions.length, onEnd])
  const before = (shown[0]?.start ?? top) - top
  const after = rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  return (
    <Sideways label="Sessions">
      <table className="t cards sessions" aria-rowcount={sessions.length + 1}>
        <Head />
        <tbody ref={body}>
          <Space height={before} />
          {shown.map(({ index, key }) => {
            const session = sessions[index]
            return session && <SessionRow key={key} session={session} index={index} measure={rows.measureElement} />
          })}
          <Space height={after} />
        </tbody>
      </table>
    </Sideways>
  )
}

/** The rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return <tr className="space" style={{ height }} />
}

function Head() {
  return (
    <thead>
      <tr>
        <th>Status</th>
        <th>Goal</th>
        <th>Loop</th>
        <th>Persona</th>
        <th className="r" title="Of models">
          Calls
        </th>
        <th className="r">Cost</th>
        <th className="r">Active</th>
        <th className="r">Changed</th>
        <th>
          <span className="vh">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

function NoSessions({ isNarrowed, onClear }: { readonly isNarrowed: boolean; readonly onClear: () => void }) {
  if (isNarrowed) {
    return (
      <Empty
        icon="list"
        title="No session fits these filters"
        action={
          <Button icon="x" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Sessions are looked up by the words of their goal.
      </Empty>
    )
  }
  return (
    <Empty
      icon="list"
      title="No sessions yet"
      action={
        <Link className="btn" to="/welcome">
          See the examples
        </Link>
      }
    >
      Every question you ask, here or by <code>gyre run</code>, becomes a session.
    </Empty>
  )
}
