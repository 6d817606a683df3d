/** Pictures of the lab's results. Each has a table beside it; this chunk is loaded when it is first looked at. */
import {
  CartesianGrid,
  ErrorBar,
  LabelList,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { shortCount } from '../ui/format.ts'
import type { ClaimPoint } from './claim-points.ts'
import { logDomain, logTicks, type PricePoint, type Prices, shareDomain } from './price-points.ts'

const tick = { fill: 'var(--ink-3)', fontSize: 11 }
const axis = { tick, stroke: 'var(--line-2)', tickLine: false }
const margin = { top: 14, right: 18, bottom: 22, left: 4 }
const grid = <CartesianGrid stroke="var(--line)" strokeDasharray="2 4" />
/** Of small sums as many places as they have. */
const dollars = (usd: number) => `$${Number(usd.toPrecision(3))}`
const perCent = (share: number) => `${Math.round(share * 100)}%`

function Tip<P>({ told }: { readonly told: (point: P) => string }) {
  return (
    <Tooltip
      cursor={false}
      content={({ active, payload }) => {
        const point = payload?.[0]?.payload as P | undefined
        return active && point ? <div className="chart-tip">{told(point)}</div> : null
      }}
    />
  )
}

const deviation = { dataKey: 'error', direction: 'y', width: 0, isAnimationActive: false } as const

/** What was measured over what must come out: on the line where both are the same. */
export function ClaimsChart({ points }: { readonly points: readonly ClaimPoint[] }) {
  const [holding, others] = [
    points.filter(({ verdict }) => verdict === 'holds'),
    points.filter(({ verdict }) => verdict !== 'holds'),
  ]
  const label = `${points.length} shares of success, measured over what arithmetic says; ${holding.length} agree`
  return (
    <div className="chart-frame" role="img" aria-label={`${label}. The table says the same.`}>
      <ResponsiveContainer width="100%" height={340}>
        <ScatterChart accessibilityLayer={false} margin={margin}>
          {grid}
          <XAxis
            {...axis}
            type="number"
            dataKey="expected"
            domain={[0, 1]}
            tickFormatter={perCent}
            label={{ value: 'what arithmetic says', position: 'insideBottom', offset: -12, ...tick }}
          />
          <YAxis {...axis} type="number" dataKey="measured" domain={[0, 1]} tickFormatter={perCent} width={46} />
          <ReferenceLine
            segment={[
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ]}
            stroke="var(--control)"
            strokeDasharray="4 4"
          />
          <Tip<ClaimPoint>
            told={({ loop, claim, measured, expected }) =>
              `${loop}: ${claim}: ${measured.toFixed(4)} of ${expected.toFixed(4)}`
            }
          />
          <Scatter data={[...holding]} fill="var(--accent)" isAnimationActive={false}>
            <ErrorBar {...deviation} stroke="var(--accent)" opacity={0.5} />
          </Scatter>
          <Scatter data={[...others]} fill="var(--bad)" shape="cross" isAnimationActive={false}>
            <ErrorBar {...deviation} stroke="var(--bad)" opacity={0.6} />
          </Scatter>
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  )
}

type Labelled = { readonly x?: unknown; readonly y?: unknown; readonly value?: unknown; readonly index?: number }

const [firstBelow, lineHeight, lines] = [24, 13, 3]

/** Names below their points, in turn on several lines: neighbours do not write over each other. */
function loweredName({ x, y, value, index = 0 }: Labelled) {
  return (
    <text className="tx2" x={Number(x)} y={Number(y) + firstBelow + (index % lines) * lineHeight} textAnchor="middle">
      {String(value)}
    </text>
  )
}

/** How often each arm is right over what a session of it takes. */
export function PriceChart({ prices: { unit, points } }: { readonly prices: Prices }) {
  const [best, others] = [points.filter(({ isBest }) => isBest), points.filter(({ isBest }) => !isBest)]
  const shown = unit === 'usd' ? dollars : shortCount
  const ticks = logTicks(points.map(({ price }) => price))
  const label = `cost of a session${unit === 'usd' ? '' : ' in tokens'}, log scale`
  const told = points.map(({ name, accuracy, price }) => `${name} ${perCent(accuracy)} at ${shown(price)}`).join(', ')
  return (
    <div className="chart-frame" role="img" aria-label={`Accuracy against cost: ${told}. The table says the same.`}>
      <ResponsiveContainer width="100%" height={300}>
        <ScatterChart accessibilityLayer={false} margin={margin}>
          {grid}
          <XAxis
            {...axis}
            type="number"
            dataKey="price"
            scale="log"
            domain={[...logDomain(ticks)]}
            ticks={[...ticks]}
            tickFormatter={shown}
            label={{ value: label, position: 'insideBottom', offset: -12, ...tick }}
          />
          <YAxis
            {...axis}
            type="number"
            dataKey="accuracy"
            domain={[...shareDomain(points)]}
            tickFormatter={perCent}
            width={46}
          />
          <Tip<PricePoint> told={({ name, accuracy, price }) => `${name}: ${perCent(accuracy)}, ${shown(price)}`} />
          <Scatter
            data={[...best]}
            fill="var(--accent)"
            line={{ stroke: 'var(--accent)', strokeOpacity: 0.55 }}
            isAnimationActive={false}
          >
            <ErrorBar {...deviation} stroke="var(--accent)" opacity={0.45} />
            <LabelList dataKey="name" position="top" className="tx tb" />
          </Scatter>
          <Scatter
            data={[...others]}
            fill="var(--surface)"
            stroke="var(--control)"
            shape="square"
            isAnimationActive={false}
          >
            <ErrorBar {...deviation} stroke="var(--control)" opacity={0.45} />
            <LabelList dataKey="name" content={loweredName} />
          </Scatter>
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  )
}
