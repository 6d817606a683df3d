/** Days and times as models write them. */
import { GyreError } from '@gyre/core'

const form = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/

/** In ms; a day begins at midnight UTC. */
export function timeOf(argument: string, written: string): number {
  const [whole, year, month = '01', day = '01'] = form.exec(written.trim()) ?? []
  const time = isDay(Number(year), Number(month), Number(day)) ? Date.parse(whole ?? '') : Number.NaN
  if (!Number.isNaN(time)) return time
  const message = `\`${argument}\` is a day such as 2026-01-31 or a time such as 2026-01-31T08:00:00Z; "${written}" is neither.`
  throw new GyreError('argument-invalid', message, { argument })
}

/** `Date.parse` takes the 31st of February for a day of March. */
function isDay(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}
