/** What the lab claims of the loops, and whether it holds. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Claim, LabResult } from '../api/lab.ts'
import { Badge, Tag, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { count, moment } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Sideways } from '../ui/sideways.tsx'
import { Skeleton } from '../ui/states.tsx'
import { amountOf, byLoop, claimPoints, claimsOf, expectedOf, type LoopTotal, loopsIn } from './claim-points.ts'

const ClaimsChart = lazy(async () => ({ default: (await import('./lab-charts.tsx')).ClaimsChart }))

export function ClaimsReport({ result, picker }: { readonly result: LabResult; readonly picker: ReactNode }) {
  const { title, at, report } = result
  const [loop, setLoop] = useState('')
  const rows = claimsOf(report.rows, loop)
  const told = `${title}, ${count(report.n)} tasks an arm, seed ${report.seed}, ${moment(Date.parse(at))}`
  return (
    <>
      <p className="note acc">
        <Icon name="judge" />
        <span>{report.notice}</span>
      </p>
      <div className="cols lab-two">
        <Card title="Success against arithmetic" sub={<span className="desk">{told}</span>} actions={picker}>
          <Suspense fallback={<Skeleton lines={6} room={340} />}>
            <ClaimsChart points={claimPoints(rows)} />
          </Suspense>
          <div className="legend">
            <span>
              <span className="acc">
                <Icon name="dot" small />
              </span>
              holds
            </span>
            <span>
              <span className="bad">
                <Icon name="plus" small />
              </span>
              fails or is undecided
            </span>
            <span>on the dashed line both are equal; bars are 95 % intervals</span>
          </div>
        </Card>
        <Card title="By loop" sub={<Total total={report.total} />} flush>
          <LoopTotals totals={byLoop(report.rows)} />
        </Card>
      </div>
      <Card title="Claims" sub={count(rows.length)} actions={<LoopChoice {...{ report, loop, setLoop }} />} flush>
        <ClaimTable key={loop} rows={rows} />
      </Card>
    </>
  )
}

function Total({ total }: { readonly total: LabResult['report']['total'] }) {
  const { pass, claims, failed, undecided, chiSquared, cells, limit } = total
  const sum = cells > 0 ? `, Σz² ${chiSquared.toFixed(1)} over ${cells} cells, limit ${limit.toFixed(1)}` : ''
  return (
    <span className="row wrap">
      <Badge tone={pass ? 'ok' : 'bad'} icon={pass ? 'done' : 'failed'}>
        {pass ? 'holds' : 'does not hold'}
      </Badge>
      <span>{`${claims - failed - undecided} of ${claims} hold, ${failed} fail, ${undecided} undecided${sum}`}</span>
    </span>
  )
}

type LoopChoiceProps = {
  readonly report: LabResult['report']
  readonly loop: string
  readonly setLoop: (loop: string) => void
}

function LoopChoice({ report, loop, setLoop }: LoopChoiceProps) {
  return (
    <select className="btn mini" aria-label="Loop" value={loop} onChange={(event) => setLoop(event.target.value)}>
      <option value="">All loops</option>
      {loopsIn(report.rows).map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

function LoopTotals({ totals }: { readonly totals: readonly LoopTotal[] }) {
  return (
    <Sideways label="Loops">
      <table className="t tight lab-table rows-named first-stays">
        <thead>
          <tr>
            <th>Loop</th>
            <th className="r">Claims</th>
            <th className="r">Hold</th>
            <th className="r">Fail</th>
            <th className="r">Farthest, in σ</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ loop, claims, holding, failing, farthest }) => (
            <tr key={loop}>
              <th scope="row">{loop}</th>
              <td className="r">{claims}</td>
              <td className="r">{holding}</td>
              <td className={`r ${failing > 0 ? 'bad' : ''}`}>{failing}</td>
              <td className="r">{farthest === null ? 'exact' : farthest.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

const rowsAtOnce = 25

function ClaimTable({ rows }: { readonly rows: readonly Claim[] }) {
  const [most, setMost] = useState(rowsAtOnce)
  return (
    <>
      <Sideways label="Claims">
        <table className="t tight lab-table first-stays">
          <thead>
            <tr>
              <th>Loop</th>
              <th>Claim</th>
              <th className="r">Measured</th>
              <th className="r">Arithmetic</th>
              <th className="r">z</th>
              <th className="r">Calls</th>
              <th>Verdict</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <ClaimRow key={`${row.loop} ${row.claim} ${row.of} ${row.arm} ${row.over}`} row={row} />
            ))}
          </tbody>
        </table>
      </Sideways>
      {rows.length > most && (
        <div className="row justify-center p-3">
          <Button mini icon="down" onClick={() => setMost(rows.length)}>
            {`Show all ${rows.length}`}
          </Button>
        </div>
      )}
    </>
  )
}

const verdicts: Readonly<Record<Claim['verdict'], readonly [Tone, IconName]>> = {
  holds: ['ok', 'done'],
  fails: ['bad', 'failed'],
  undecided: ['wait', 'half'],
}

function ClaimRow({ row }: { readonly row: Claim }) {
  const { loop, claim, measured, of, z, calls, overCalls, verdict, why } = row
  const [tone, icon] = verdicts[verdict]
  return (
    <tr>
      <td className="m5">{loop}</td>
      <td className="soft claim">{claim}</td>
      <td className="r">{amountOf(measured, of)}</td>
      <td className="r">{expectedOf(row)}</td>
      <td className="r">{z === undefined ? 'exact' : signed(z)}</td>
      <td className="r">
        {Number(calls.toFixed(2))}
        {overCalls !== undefined && <span className="xs muted block">{`against ${Number(overCalls.toFixed(2))}`}</span>}
      </td>
      <td>
        <Tag tone={tone} icon={icon}>
          {verdict}
        </Tag>
        {why !== undefined && <span className="xs muted block">{why}</span>}
      </td>
    </tr>
  )
}
