/** One goal done in several ways, as each of them goes on. */
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { recordQuery } from '../api/compare.ts'
import { StandingTag } from '../session/standing-badge.tsx'
import { Card } from '../ui/card.tsx'
import { count, duration, money, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Sideways } from '../ui/sideways.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { type WayRow, waysCompared } from './ways-compared.ts'

export function LoopsTable({ sessions }: { readonly sessions: readonly string[] }) {
  const queries = useQueries({ queries: sessions.map(recordQuery) })
  const records = queries.flatMap(({ data }) => data ?? [])
  const failed = queries.find(({ error }) => error)
  const rows = waysCompared(records)
  const running = rows.filter(({ outcome }) => outcome === null).length
  return (
    <>
      {failed && <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      <Card
        title="Loops on one question"
        sub={<span className="wrap-anywhere">{records[0] && `“${records[0].goal}”`}</span>}
        flush
      >
        {rows.length === 0 && !failed && <Skeleton lines={sessions.length} />}
        {rows.length > 0 && <Table rows={rows} />}
        <p className="al-foot sm muted" role="status">
          {running === 0 ? 'All have come to an end.' : `${running} of ${sessions.length} still under way.`} Which
          answer is right nobody has judged: <code>gyre eval</code> does, over a data set.
        </p>
      </Card>
    </>
  )
}

function Table({ rows }: { readonly rows: readonly WayRow[] }) {
  const first = rows[0]?.session
  return (
    <Sideways label="Loops">
      <table className="t tight ways-table first-stays">
        <thead>
          <tr>
            <th>Loop</th>
            <th>Status</th>
            <th>Answer</th>
            <th className="r">Calls</th>
            <th className="r">Tokens</th>
            <th className="r">Cost</th>
            <th className="r">Time</th>
            <th>
              <span className="vh">Compare</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.session} row={row} first={first} />
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

function Row({ row, first }: { readonly row: WayRow; readonly first: string | undefined }) {
  const { session, name, status, outcome, answer, agreeing } = row
  return (
    <tr>
      <td>
        <Link className="m5 step-link" to="/sessions/$session" params={{ session }}>
          {name}
        </Link>
      </td>
      <td>
        <StandingTag status={status} outcome={outcome} />
      </td>
      <td className="soft">
        <span className="clamp wrap-anywhere">{answer ?? '–'}</span>
        {agreeing > 0 && <span className="xs muted">{`${agreeing} other${agreeing > 1 ? 's' : ''} say the same`}</span>}
      </td>
      <Amount text={count(row.calls)} isBest={row.isFewestCalls} why="fewest calls" />
      <Amount text={shortCount(row.tokens)} />
      <Amount text={row.costUsd === null ? 'unknown' : money(row.costUsd)} isBest={row.isCheapest} why="cheapest" />
      <Amount text={duration(row.activeMs)} isBest={row.isFastest} why="fastest" />
      <td className="r">
        {first !== undefined && first !== session && (
          <Link className="btn ghost mini" to="/compare" search={{ a: first, b: session }}>
            <Icon name="compare" />
            With the first
          </Link>
        )}
      </td>
    </tr>
  )
}

type AmountProps = { readonly text: string; readonly isBest?: boolean; readonly why?: string }

function Amount({ text, isBest = false, why }: AmountProps) {
  return (
    <td className="r">
      {isBest ? (
        <b className="ok">
          {text}
          <span className="xs block">{why}</span>
        </b>
      ) : (
        text
      )}
    </td>
  )
}
