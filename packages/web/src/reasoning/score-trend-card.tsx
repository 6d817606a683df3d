/** The scores of a session as a line, and as a table. */
import type { LiveSession } from '../session/live-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { type ScoreTrend, scoreTrend, shown, trendText } from './score-trend.ts'

export function ScoreTrendCard({ live }: { readonly live: LiveSession }) {
  const picture = scoreTrend(live.log)
  if (!picture) return null
  const { trend } = picture
  const sign = trend && trend.slope > 0 ? '+' : ''
  return (
    <Card
      title="Score trend"
      actions={
        trend && (
          <Badge icon={trend.slope > 0.3 ? 'up' : trend.slope < -0.3 ? 'down' : 'arrow'}>
            {trend.word}, {sign}
            {shown(trend.slope)}
          </Badge>
        )
      }
    >
      <Chart picture={picture} />
      <ScoreTable picture={picture} />
    </Card>
  )
}

const [left, right, top, bottom] = [34, 266, 22, 96]

function Chart({ picture }: { readonly picture: ScoreTrend }) {
  const { points, lines, range } = picture
  const [low, high] = range
  const y = (score: number) => bottom - ((score - low) / (high - low || 1)) * (bottom - top)
  const x = (index: number) => left + (points.length === 1 ? 0 : (index * (right - left)) / (points.length - 1))
  return (
    <svg className="chart" viewBox="0 0 330 124" role="img" aria-label={trendText(picture)}>
      {[low, high].map((score) => (
        <g key={score}>
          <line className="gr" x1="24" x2="290" y1={y(score)} y2={y(score)} />
          <text x="18" y={y(score) + 4} textAnchor="end">
            {shown(score)}
          </text>
        </g>
      ))}
      {lines.map(({ at, word }) => (
        <g key={word}>
          <line className="ax" x1="24" x2="290" y1={y(at)} y2={y(at)} />
          <text x="18" y={y(at) + 4} textAnchor="end">
            {at}
          </text>
          <text x="294" y={y(at) + 4}>
            {word}
          </text>
        </g>
      ))}
      <polyline
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.8"
        points={points.map(({ score }, index) => `${x(index)},${y(score)}`).join(' ')}
      />
      {points.map(({ seq, score, label }, index) => (
        <g key={seq}>
          <circle cx={x(index)} cy={y(score)} r="3.6" fill="var(--surface)" stroke="var(--accent)" strokeWidth="1.8" />
          <text className="tx tb" x={x(index)} y={y(score) - 9} textAnchor="middle">
            {shown(score)}
          </text>
          <text x={x(index)} y="117" textAnchor="middle">
            {label.slice(0, 8)}
          </text>
        </g>
      ))}
    </svg>
  )
}

function ScoreTable({ picture }: { readonly picture: ScoreTrend }) {
  return (
    <details className="sm">
      <summary>As a table</summary>
      <table className="t mt-1">
        <thead>
          <tr>
            <th>Step</th>
            <th>Score</th>
            <th>Quality</th>
          </tr>
        </thead>
        <tbody>
          {picture.points.map(({ seq, label, score, quality }) => (
            <tr key={seq}>
              <td>{label || 'unnamed'}</td>
              <td className="num">{shown(score)}</td>
              <td>{quality ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
