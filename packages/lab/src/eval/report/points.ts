/** The points of a plot. Each stands where its figures put it; arms with the same figures are one point. */
import type { ArmSummary } from '../summary.ts'
import { type Mark, markAt } from './marks.ts'

export type Point = {
  /** The arms that stand here. */
  readonly names: readonly string[]
  readonly mark: Mark
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  /** The sizes of its mark and of the ends of its interval, from zero on: others than those of its neighbours. */
  readonly around: number
  readonly width: number
  readonly told: readonly string[]
}

export type Scale = { readonly xOf: (arm: ArmSummary) => number; readonly yOf: (share: number) => number }

type Place = Pick<Point, 'x' | 'y' | 'low' | 'high'>

/** Marks nearer than this lie over each other, and so do the ends of intervals. */
const nearest = 10

export function pointsOf(arms: readonly ArmSummary[], scale: Scale): readonly Point[] {
  const groups = Map.groupBy(arms, (arm) => JSON.stringify(placeOf(arm, scale)))
  const points: Point[] = []
  for (const [place, all] of groups) {
    const { x, y, low, high } = JSON.parse(place) as Place
    const beside = points.filter((other) => Math.abs(other.x - x) < nearest)
    const meeting = beside.filter((other) => Math.abs(other.y - y) < nearest)
    points.push({
      names: all.map(({ name }) => name),
      mark: markAt(points.length),
      ...{ x, y, low, high },
      around: firstFree(meeting.map(({ around }) => around)),
      width: firstFree(beside.map((other) => other.width)),
      told: all.map(({ name, right, count }) => `${name}: ${right} of ${count} right`),
    })
  }
  return points
}

function placeOf(arm: ArmSummary, { xOf, yOf }: Scale): Place {
  const { accuracy, interval } = arm
  return { x: xOf(arm), y: yOf(accuracy ?? 0), low: yOf(interval.low), high: yOf(interval.high) }
}

/** The smallest that no neighbour has, so that nothing grows along a row of them. */
function firstFree(taken: readonly number[]): number {
  let free = 0
  while (taken.includes(free)) free++
  return free
}
