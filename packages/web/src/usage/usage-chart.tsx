/** Sums as bars. The table beside it says the same; this chunk is loaded when it is first looked at. */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { money, shortCount } from '../ui/format.ts'

export type UsageBar = { readonly name: string; readonly value: number }

type UsageChartProps = {
  readonly bars: readonly UsageBar[]
  readonly word: string
  readonly isMoney: boolean
  /** Names lie side by side, as days do; others stand below each other. */
  readonly isOverTime: boolean
}

const barHeight = 34
const leastHeight = 150
const dayHeight = 240

export function UsageChart({ bars, word, isMoney, isOverTime }: UsageChartProps) {
  const shown = isMoney ? money : shortCount
  const height = isOverTime ? dayHeight : Math.max(leastHeight, bars.length * barHeight + 40)
  const told = bars
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => `${name} ${shown(value)}`)
    .join(', ')
  const tick = { fill: 'var(--ink-3)', fontSize: 11 }
  const names = { dataKey: 'name', tick, stroke: 'var(--line-2)', tickLine: false }
  const values = { tick, tickFormatter: shown, stroke: 'var(--line-2)', tickLine: false }
  return (
    <div className="chart-frame" role="img" aria-label={`${word}: ${told || 'nothing'}`}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          data={[...bars]}
          layout={isOverTime ? 'horizontal' : 'vertical'}
          accessibilityLayer={false}
          margin={{ top: 6, right: 12, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke="var(--line)" strokeDasharray="2 4" vertical={!isOverTime} horizontal={isOverTime} />
          {isOverTime ? <XAxis {...names} minTickGap={24} /> : <XAxis {...values} type="number" />}
          {isOverTime ? <YAxis {...values} width={56} /> : <YAxis {...names} type="category" width={130} />}
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            content={({ active, payload }) => {
              const bar = payload?.[0]?.payload as UsageBar | undefined
              return active && bar ? <div className="chart-tip">{`${bar.name}: ${shown(bar.value)}`}</div> : null
            }}
          />
          <Bar dataKey="value" fill="var(--seq-4)" maxBarSize={26} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
