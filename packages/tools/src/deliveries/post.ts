/** One attempt over HTTP, and what its answer means for the next. */
import { type Clock, type DeliveryAttempt, type DeliveryFailure, GyreError, systemClock } from '@gyre/core'
import type { SafeFetch } from '../net/safe-fetch-options.ts'

export type Post = {
  readonly fetch: SafeFetch
  readonly clock?: Clock | undefined
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
  readonly attempt: DeliveryAttempt
  /** What the service tells of a refusal in its answer; whole, as half a secret is not known as one. */
  readonly readRefusal?: (answer: unknown) => Refusal
}

export type Refusal = { readonly why?: string | undefined; readonly retryAfterS?: number | undefined }

/** Statuses of a request that may well be taken later. */
const passing: ReadonlySet<number> = new Set([408, 429])

/** How long the words of a refusal may take. */
const wordsMs = 2000

/** The status alone says whether it has arrived, or may later: whatever becomes of the rest of the answer. */
export async function post({ fetch, clock = systemClock, url, headers, body, attempt, readRefusal }: Post) {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': attempt.key, ...headers },
      body,
      // What is signed, or has its token in the address, follows nobody elsewhere.
      redirect: 'manual',
      signal: attempt.signal,
      isStatusEnough: true,
    })
  } catch (error) {
    return unsent(error)
  }
  if (response.ok || !readRefusal) {
    await response.body?.cancel().catch(() => {})
    return response.ok ? undefined : refusedBy(response, {}, clock.now())
  }
  return refusedBy(response, readRefusal(jsonOf(await wordsOf(response, clock))), clock.now())
}

/** The text of an answer; empty when it is too long, takes too long, or breaks off. */
async function wordsOf({ body }: Response, clock: Clock): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return ''
  const stop = clock.after(wordsMs, () => void reader.cancel().catch(() => {}))
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text
      text += value
    }
  } catch {
    return ''
  } finally {
    stop()
  }
}

/** An address that may not be fetched is for the operator to change. */
function unsent(error: unknown): DeliveryFailure {
  if (!(error instanceof GyreError) || error.code === 'fetch-failed') throw error
  const { remedy, host } = error.details
  if (remedy !== 'allowLoopback') return { error: error.message, isFinal: true }
  return {
    error: `\`${String(host)}\` is this machine: \`allowLoopback\` of the delivery would allow it.`,
    isFinal: true,
  }
}

function refusedBy({ status, headers }: Response, { why, retryAfterS }: Refusal, now: number): DeliveryFailure {
  const error = `status ${status}${why ? `: ${why}` : ''}`
  if (status < 500 && !passing.has(status)) return { error: `${error}${status < 400 ? redirected : ''}`, isFinal: true }
  const asked = Math.round(Math.max((retryAfterS ?? 0) * 1000, retryAfter(headers.get('retry-after'), now)))
  return { error, ...(asked > 0 && { retryAfterMs: asked }) }
}

const redirected = ', which leads elsewhere and is not followed'

/** Seconds, or a date. */
function retryAfter(value: string | null, now: number): number {
  if (value === null) return 0
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
