/** How well several arms did the same tasks, against what that took. */
import { lazy, type ReactNode, Suspense } from 'react'
import type { Arm, EvalResult } from '../api/lab.ts'
import { Card } from '../ui/card.tsx'
import { count, duration, moment, money, plural, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Sideways } from '../ui/sideways.tsx'
import { Skeleton } from '../ui/states.tsx'
import { type Prices, pricePoints } from './price-points.ts'

const PriceChart = lazy(async () => ({ default: (await import('./lab-charts.tsx')).PriceChart }))

export function EvalReport({ result, picker }: { readonly result: EvalResult; readonly picker: ReactNode }) {
  const { title, at, report } = result
  const prices = pricePoints(report.arms)
  const { ended, open } = report.sessions
  const told = `${title}, ${moment(Date.parse(at))}, ${plural(ended, 'session')}, bars are 95 % Wilson`
  return (
    <>
      {!report.isWhole && (
        <p className="note wait">
          <Icon name="half" />
          <span>{`${plural(open, 'session')} of ${title} had not ended. The same command goes on with them.`}</span>
        </p>
      )}
      <div className="cols lab-two">
        <Card title="Accuracy against cost" sub={<span className="desk">{told}</span>} actions={picker}>
          {prices.points.length > 0 ? (
            <Suspense fallback={<Skeleton lines={6} room={300} />}>
              <PriceChart prices={prices} />
            </Suspense>
          ) : (
            <p className="sm muted">No arm has both a verdict and a known cost.</p>
          )}
          <div className="legend">
            <span>
              <span className="acc">
                <Icon name="dot" small />
              </span>
              best for its price
            </span>
            <span>
              <Icon name="ring" small />
              another is better and cheaper
            </span>
          </div>
        </Card>
        <Card title="Arms" sub={<span className="desk">calls, tokens and cost are per session</span>} flush>
          <ArmTable arms={report.arms} prices={prices} />
        </Card>
      </div>
      {report.pairs.length > 0 && <Pairs pairs={report.pairs} />}
    </>
  )
}

function ArmTable({ arms, prices }: { readonly arms: readonly Arm[]; readonly prices: Prices }) {
  const best = new Set(prices.points.filter(({ isBest }) => isBest).map(({ name }) => name))
  const sorted = arms.toSorted((one, other) => (other.accuracy ?? -1) - (one.accuracy ?? -1))
  return (
    <Sideways label="Arms">
      <table className="t tight lab-table rows-named first-stays">
        <thead>
          <tr>
            <th>Arm</th>
            <th className="r">Accuracy</th>
            <th className="r">Right</th>
            <th className="r">Calls</th>
            <th className="r">Tokens</th>
            <th className="r">Cost</th>
            <th className="r">Time</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((arm) => (
            <ArmRow key={arm.name} arm={arm} isBest={best.has(arm.name)} />
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

/** Sums for one session are small: what tells arms apart is behind the second place. */
const costText = (usd: number) => (usd < 1 && usd > 0 ? `$${usd.toFixed(4)}` : money(usd))

const perCent = (share: number) => `${Math.round(share * 100)}%`

function ArmRow({ arm, isBest }: { readonly arm: Arm; readonly isBest: boolean }) {
  const { name, accuracy, interval, right, count: scored, unjudged, mean, medianMs } = arm
  return (
    <tr>
      <th scope="row">
        <span className="row gap-1.5">
          <span className={isBest ? 'acc' : 'muted'}>
            <Icon name={isBest ? 'dot' : 'ring'} small />
          </span>
          {name}
          {isBest && <span className="vh">, best for its price</span>}
        </span>
      </th>
      <td className="r">
        {accuracy === null ? '–' : perCent(accuracy)}{' '}
        <span className="muted xs">{`${perCent(interval.low)}–${perCent(interval.high)}`}</span>
      </td>
      <td className="r">
        {`${count(right)} of ${count(scored)}`}
        {unjudged > 0 && <span className="xs muted block">{`${unjudged} unjudged`}</span>}
      </td>
      <td className="r">{`${mean.modelCalls.toFixed(1)} + ${mean.toolCalls.toFixed(1)}`}</td>
      <td className="r">{shortCount(mean.tokens)}</td>
      <td className="r">{mean.costUsd === null ? 'unknown' : costText(mean.costUsd)}</td>
      <td className="r">{medianMs === null ? '–' : duration(medianMs)}</td>
    </tr>
  )
}

/** Below this, chance alone seldom makes such a difference. */
const seldom = 0.05

function Pairs({ pairs }: { readonly pairs: EvalResult['report']['pairs'] }) {
  return (
    <Card title="On the same tasks" sub={<span className="desk">p by McNemar’s exact test</span>} flush>
      <Sideways label="Pairs of arms">
        <table className="t tight lab-table rows-named first-stays">
          <thead>
            <tr>
              <th>Arms</th>
              <th className="r">Both right</th>
              <th className="r">Only the first</th>
              <th className="r">Only the second</th>
              <th className="r">Neither</th>
              <th className="r">p</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ one, other, both, onlyOne, onlyOther, neither, p }) => (
              <tr key={`${one} ${other}`}>
                <th scope="row">{`${one} · ${other}`}</th>
                <td className="r">{both}</td>
                <td className="r">{onlyOne}</td>
                <td className="r">{onlyOther}</td>
                <td className="r">{neither}</td>
                <td className="r">{p === null ? '–' : p < seldom ? <b>{p.toFixed(3)}</b> : p.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </Card>
  )
}
