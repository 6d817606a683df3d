/** Gain per cycle as bars, the smoothed gain as a line, and the line below which it is too little. */
import { axisOf, gainMarks, heightOf, plot } from './gain-scale.ts'
import { type Cycle, shownMeasure } from './research-picture.ts'

type PlotProps = { readonly cycles: readonly Cycle[]; readonly stopLine: number }

export function GainPlot({ cycles, stopLine }: PlotProps) {
  const { most, step } = axisOf(cycles, stopLine)
  const marks = gainMarks(cycles, most)
  const stopY = heightOf(stopLine, most)
  return (
    <svg
      className="chart lg"
      viewBox={`0 0 ${plot.width} ${plot.height}`}
      role="img"
      aria-label={labelOf(cycles, stopLine)}
    >
      <Axis most={most} step={step} />
      {marks.map(({ number, x, barWidth, barTop }, at) => (
        <g key={number}>
          <rect
            className="gain-bar"
            x={x - barWidth / 2}
            y={barTop}
            width={barWidth}
            height={plot.bottom - barTop}
            rx="3"
          />
          <text className="tx2" x={x} y={168} textAnchor="middle">
            {cycles.length > 8 ? number : `cycle ${number}`}
          </text>
          <text className="tx" x={x} y={valueY(barTop)} textAnchor="middle">
            {shownMeasure(cycles[at]?.gain ?? 0)}
          </text>
        </g>
      ))}
      <line className="stop-line" x1={plot.left} x2={plot.right} y1={stopY} y2={stopY} />
      <text className="stop-text" x={plot.right} y={stopY - 5} textAnchor="end">
        stop line {stopLine}
      </text>
      <polyline className="gain-line" points={marks.map(({ x, lineY }) => `${x},${lineY}`).join(' ')} />
      {marks.map(({ number, x, lineY }) => (
        <circle key={number} className="gain-dot" cx={x} cy={lineY} r="3.4" />
      ))}
      <Smoothed cycles={cycles} mark={marks.at(-1)} stopY={stopY} />
    </svg>
  )
}

/** Inside of a bar that is high enough, else above it. */
function valueY(barTop: number): number {
  return plot.bottom - barTop > 30 ? barTop + 20 : barTop - 6
}

function Axis({ most, step }: { readonly most: number; readonly step: number }) {
  const lines = Array.from({ length: Math.round(most / step) + 1 }, (_, at) => at * step)
  return lines.map((value) => (
    <g key={value}>
      <line
        className={value === 0 ? 'ax' : 'gr'}
        x1={plot.left}
        x2={plot.right}
        y1={heightOf(value, most)}
        y2={heightOf(value, most)}
      />
      <text x={plot.left - 6} y={heightOf(value, most) + 4} textAnchor="end">
        {value.toFixed(step < 0.1 || step === 0.25 ? 2 : 1)}
      </text>
    </g>
  ))
}

type SmoothedProps = {
  readonly cycles: readonly Cycle[]
  readonly mark: { readonly x: number; readonly lineY: number } | undefined
  readonly stopY: number
}

/** Above its line where the words of the stop line would be in the way. */
function Smoothed({ cycles, mark, stopY }: SmoothedProps) {
  if (!mark) return null
  const y = Math.abs(mark.lineY - stopY) < 14 ? mark.lineY - 20 : mark.lineY + 2
  return (
    <text className="smoothed-text" x={mark.x + 14} y={y}>
      smoothed {shownMeasure(cycles.at(-1)?.smoothed ?? 0)}
    </text>
  )
}

function labelOf(cycles: readonly Cycle[], stopLine: number): string {
  const gains = cycles.map(({ gain }) => shownMeasure(gain)).join(', ')
  const last = cycles.at(-1)?.smoothed ?? 0
  const side = last < stopLine ? 'below' : 'not below'
  return `Gain per cycle: ${gains}. Smoothed gain ends at ${shownMeasure(last)}, ${side} the stop line of ${stopLine}.`
}
