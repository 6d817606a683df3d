/** How long a provider asks to wait before the next call. */

export function retryAfterMs(headers: Readonly<Record<string, string>>, body: string): number | undefined {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (
    wait(Number(named['retry-after-ms'] ?? Number.NaN)) ??
    wait(Number(named['retry-after'] ?? Number.NaN) * 1000) ??
    untilDate(named['retry-after'], named['date']) ??
    // Google says it in the body.
    wait(Number(/"retryDelay"\s*:\s*"([\d.]+)s"/.exec(body)?.[1] ?? Number.NaN) * 1000)
  )
}

/** Both by the provider's clock, which may differ from ours. */
function untilDate(until: string | undefined, now: string | undefined): number | undefined {
  return until === undefined || now === undefined ? undefined : wait(Date.parse(until) - Date.parse(now))
}

function wait(ms: number): number | undefined {
  return Number.isFinite(ms) && ms >= 0 ? Math.ceil(ms) : undefined
}
