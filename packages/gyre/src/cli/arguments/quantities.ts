/** Numbers, times and sizes as they are typed. */
import { GyreError } from '@gyre/core'

/** A whole number of at least `least`; undefined when the option was not given. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least = 0,
  most = Number.POSITIVE_INFINITY,
): number | undefined {
  if (text === undefined) return undefined
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  const range = Number.isFinite(most) ? `from ${least} to ${most}` : `of at least ${least}`
  throw new GyreError('usage-invalid', `\`${option} ${text}\`: expected a whole number ${range}.`)
}

/** `2`, `0.5`: seconds, in ms. */
export function secondsInMs(option: string, text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(seconds)) return seconds * 1000
  throw new GyreError('usage-invalid', `\`${option} ${text}\`: expected seconds, such as 2 or 0.5.`)
}

const second = 1000
const timeUnits = { s: second, m: 60 * second, h: 3600 * second, d: 86_400 * second, w: 604_800 * second } as const

/** `30d`, `12h`, `90m`: a time, in ms. */
export function durationInMs(option: string, text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([smhdw])$/.exec(text) ?? []
  if (unit !== '') return Number(count) * timeUnits[unit as keyof typeof timeUnits]
  throw new GyreError('usage-invalid', `\`${option} ${text}\`: expected a time, such as 30d, 12h or 90m.`)
}

const wholeDay = /^\d{4}-\d\d-\d\d$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** `2026-11-17T08:00Z`, a day, or how long from now: `10m`. Without a zone it is the time of this machine. */
export function timeFrom(option: string, text: string, nowMs: number): Date {
  if (/^\d+(?:\.\d+)?\s*[smhdw]$/.test(text)) return new Date(nowMs + durationInMs(option, text))
  const written = wholeDay.test(text) ? `${text}T00:00` : text
  const time = new Date(moment.test(written) ? written : Number.NaN)
  if (!Number.isNaN(time.getTime())) {
    if (isInCalendar(text)) return time
    throw new GyreError('usage-invalid', `\`${option} ${text}\`: there is no such day.`)
  }
  const says = 'expected a time, such as 2026-11-17T08:00Z, or how long from now, such as 10m or 12h.'
  throw new GyreError('usage-invalid', `\`${option} ${text}\`: ${says}`)
}

/** Whether a day is one of its month: JavaScript takes February 31st for March 3rd. */
function isInCalendar(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day)
}

const sizeUnits = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KIB: 1024, MIB: 1024 ** 2, GIB: 1024 ** 3 } as const

/** `500MB`, `2GiB`: a size, in bytes. */
export function sizeInBytes(option: string, text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*((?:[kmg]i?)?b)$/i.exec(text) ?? []
  if (unit !== '') return Number(count) * sizeUnits[unit.toUpperCase() as keyof typeof sizeUnits]
  throw new GyreError('usage-invalid', `\`${option} ${text}\`: expected a size, such as 500MB or 2GB.`)
}

/** `500 MB`, `1.2 kB`. */
export function shownSize(bytes: number): string {
  const [divisor, unit] = bytes < 1e3 ? [1, 'B'] : bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${Number((bytes / divisor).toPrecision(3))} ${unit}`
}

/** How long ago, in one unit: `5 s`, `3 m`, `2 h`, `9 d`. */
export function shownAge(ms: number): string {
  const { s, m, h, d } = timeUnits
  if (ms < m) return `${Math.max(0, Math.floor(ms / s))} s`
  if (ms < h) return `${Math.floor(ms / m)} m`
  return ms < d ? `${Math.floor(ms / h)} h` : `${Math.floor(ms / d)} d`
}
