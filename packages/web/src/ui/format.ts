/** Numbers and times as people read them: units with a space, thousands with a thin one, money with its sign first. */

const thinSpace = '\u2009'

/** `10 214` */
export function count(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, thinSpace)
}

/** `31k`, `1.2M`: for what only its size matters of. */
export function shortCount(value: number): string {
  if (value < 1000) return String(Math.round(value))
  if (value < 10_000) return `${(value / 1000).toFixed(1)}k`
  return value < 1_000_000 ? `${Math.round(value / 1000)}k` : `${(value / 1_000_000).toFixed(1)}M`
}

/** `$0.18`, and of small sums as many places as it takes to see them. */
export function money(usd: number | null | undefined): string {
  if (usd === null || usd === undefined) return 'cost unknown'
  if (usd === 0) return '$0'
  if (usd < 0.01) return `$${usd.toFixed(usd < 0.0001 ? 6 : 4)}`
  const [whole = '', cents = ''] = usd.toFixed(2).split('.')
  return `$${count(Number(whole))}.${cents}`
}

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** How long: `0.4 s`, `46 s`, `3:12`, `1:02:03`. */
export function duration(ms: number): string {
  if (ms < 1) return '0 s'
  if (ms < second) return ms < 100 ? `${Math.round(ms)} ms` : `${(ms / second).toFixed(1)} s`
  if (ms < 10 * second) return `${(ms / second).toFixed(1)} s`
  if (ms < minute) return `${Math.floor(ms / second)} s`
  const [hours, minutes, seconds] = [
    Math.floor(ms / hour),
    Math.floor((ms % hour) / minute),
    Math.floor((ms % minute) / second),
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** `just now`, `2 min ago`, `3 h ago`, `4 d ago`. */
export function ago(at: number, now: number): string {
  const ms = now - at
  if (ms < 10 * second) return 'just now'
  if (ms < minute) return `${Math.floor(ms / second)} s ago`
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`
  if (ms < 24 * hour) return `${Math.floor(ms / hour)} h ago`
  return `${Math.floor(ms / (24 * hour))} d ago`
}

/** A time of this browser's place: `14:05:09`. */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at)
}

/** A day and time of this browser's place: `16 Nov, 14:05`. */
export function moment(at: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
}

/** `1 step`, `3 steps`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}
