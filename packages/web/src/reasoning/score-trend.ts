/** The scores of a session, and where they lead. */
import type { Json } from '@gyre/core'
import type { SessionLog } from '../session/session-log.ts'

export type ScorePoint = {
  readonly seq: number
  readonly score: number
  readonly label: string
  readonly quality: string | undefined
}

export type ScoreTrend = {
  /** The last so many, oldest first. */
  readonly points: readonly ScorePoint[]
  /** `stable`, by how much; undefined when the loop says nothing of it. */
  readonly trend: { readonly word: string; readonly slope: number } | undefined
  /** Lines that scores are held against, such as `good` from 3.5. */
  readonly lines: readonly { readonly at: number; readonly word: string }[]
  readonly range: readonly [number, number]
}

const mostPoints = 12

/** Of judges who rate from 1 to 5 and name what they find. */
const named = [
  { at: 3.5, word: 'good' },
  { at: 2, word: 'partial' },
] as const

/** Undefined when nothing was scored. */
export function scoreTrend(log: SessionLog): ScoreTrend | undefined {
  const points = log
    .notesNamed('score')
    .flatMap(({ seq, value }) => pointIn(seq, value))
    .slice(-mostPoints)
  if (points.length === 0) return undefined
  const isNamed = points.some(({ quality }) => quality !== undefined)
  return { points, trend: trendIn(log), lines: isNamed ? named : [], range: isNamed ? [1, 5] : rangeOf(points) }
}

function pointIn(seq: number, value: Json): readonly ScorePoint[] {
  const { score, step, plan, quality } = (value ?? {}) as {
    readonly score?: unknown
    readonly step?: unknown
    readonly plan?: unknown
    readonly quality?: string
  }
  if (typeof score !== 'number') return []
  const label =
    typeof step === 'string' ? step : typeof plan === 'string' || typeof plan === 'number' ? `plan ${plan}` : ''
  return [{ seq, score, label, quality }]
}

function trendIn(log: SessionLog): ScoreTrend['trend'] {
  const { trend, slope } = (log.notesNamed('trend').at(-1)?.value ?? {}) as {
    readonly trend?: string
    readonly slope?: number
  }
  return typeof trend === 'string' && typeof slope === 'number' ? { word: trend.toLowerCase(), slope } : undefined
}

/** Scores of unknown kind: from what is usual, or as far as they go. */
function rangeOf(points: readonly ScorePoint[]): readonly [number, number] {
  const scores = points.map(({ score }) => score)
  const top = Math.max(...scores)
  const above = [1, 5, 10, 100].find((limit) => top <= limit) ?? top
  return [Math.min(0, ...scores), above]
}

/** `Scores of the last 2 evaluations: 1: 4.6, 2: 2.8. Good from 3.5.` */
export function trendText({ points, lines, trend }: ScoreTrend): string {
  const scores = points.map(({ label, score }) => (label === '' ? `${shown(score)}` : `${label}: ${shown(score)}`))
  const rules = lines.map(({ word, at }) => `${word} from ${at}`)
  const parts = [
    `Scores of the last ${points.length === 1 ? 'evaluation' : `${points.length} evaluations`}: ${scores.join(', ')}`,
    ...rules,
    ...(trend ? [`trend ${trend.word}`] : []),
  ]
  return `${parts.join('. ')}.`
}

export function shown(score: number): string {
  return String(Math.round(score * 100) / 100)
}
