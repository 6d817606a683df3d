/** Cells of the tables: a figure with its range, and what it is to the floor and to Gyre. */
import { ratioTo, withRange } from '../figures.ts'
import type { Series, Subject } from './entrant.ts'

/** The row that others are compared with: on a store, the one without more said of it. */
function baseOf(series: Series, name: string): readonly number[] | undefined {
  for (const [{ peer, way }, values] of series) {
    if (peer.name === name && (way === undefined || !way.name.includes(','))) return values
  }
  return undefined
}

export function figureOf(series: Series, subject: Subject, digits = 1): string {
  const values = series.get(subject)
  return values ? withRange(values, digits) : '–'
}

export function ratiosOf(series: Series, subject: Subject): readonly [toRaw: string, toGyre: string] {
  const values = series.get(subject)
  if (!values) return ['–', '–']
  return [ratioTo(baseOf(series, 'raw'), values), ratioTo(baseOf(series, 'gyre'), values)]
}

/** The same figures in another unit, or what is left of them. */
export function mapped(series: Series, map: (value: number) => number): Series {
  return new Map([...series].map(([subject, values]) => [subject, values.map(map)]))
}
