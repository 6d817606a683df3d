/** Amounts as people read them. */

/** `340 ms`, `2.1 s`, `3 m 05 s`, `2 h 07 m`. */
export function shownTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${twoDigits(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${twoDigits(Math.floor((seconds % 3600) / 60))} m`
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0')
}

/** `950`, `1.2k`, `34k`, `1.5M`. */
export function shownCount(count: number): string {
  if (count < 1000) return String(count)
  const [value, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M']
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)}${unit}`
}

/** `$0.004`, `$1.25`; `$?` when it is not known. */
export function shownCost(costUsd: number | null): string {
  if (costUsd === null) return '$?'
  if (costUsd === 0) return '$0'
  return costUsd < 0.1 ? `$${Number(costUsd.toPrecision(2))}` : `$${costUsd.toFixed(2)}`
}

/** `2026-11-15 10:41 UTC`. */
export function shownMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
