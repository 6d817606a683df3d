/** One question to a search provider over HTTP, asked a second time when the provider is busy. */
import { type Clock, GyreError, systemClock } from '@gyre/core'
import type { z } from 'zod'
import type { SafeFetch } from '../../../net/safe-fetch-options.ts'

export type ProviderQuestion<T> = {
  /** For people. */
  readonly provider: string
  readonly fetch: SafeFetch
  readonly clock?: Clock | undefined
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; without it the question is a GET. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly schema: z.ZodType<T>
  /** What a status of this provider means, where that is not plain. */
  readonly meanings?: Readonly<Record<number, string>>
  readonly signal: AbortSignal
}

const longestWaitMs = 5_000

export async function askProvider<T>(question: ProviderQuestion<T>): Promise<T> {
  const { provider, clock = systemClock, schema, signal } = question
  let response = await ask(question)
  if (isBusy(response)) {
    await response.body?.cancel()
    await pause(clock, waitOf(response), signal)
    response = await ask(question)
  }
  const text = await response.text()
  if (!response.ok) throw refused(question, response.status)
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) {
    throw new GyreError('search-failed', `${provider} answered with something that is no list of results.`, {
      provider,
    })
  }
  return parsed.data
}

/** A key follows no redirect: a provider that has moved is a matter for people. */
function ask({ fetch, url, headers = {}, body, signal }: ProviderQuestion<unknown>): Promise<Response> {
  const accept = { accept: 'application/json', ...headers }
  if (!body) return fetch(url, { headers: accept, redirect: 'manual', signal })
  return fetch(url, {
    method: 'POST',
    headers: { ...accept, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  })
}

function isBusy({ status }: Response): boolean {
  return status === 429 || status >= 500
}

function waitOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, longestWaitMs) : 1_000
}

/** The signal may outlive many searches: nothing of this one stays with it. */
async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = clock.after(ms, resolve, { keepsAlive: true })
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    await promise
  } finally {
    stop()
    signal.removeEventListener('abort', leave)
  }
}

/** A provider that refuses the very question would answer another one. */
const ofTheQuestion: ReadonlySet<number> = new Set([400, 413, 414, 422])

function refused({ provider, meanings = {} }: ProviderQuestion<unknown>, status: number): GyreError {
  const meaning = meanings[status] ?? meaningOf(status)
  const code = ofTheQuestion.has(status) ? 'argument-invalid' : 'search-failed'
  return new GyreError(code, `${provider} did not search: ${meaning} (status ${status}).`, { provider, status })
}

function meaningOf(status: number): string {
  if (status === 401 || status === 403) return 'it does not accept the key'
  if (status === 402) return 'the account has no credit left'
  if (status === 429) return 'the quota is used up'
  if (status >= 500) return 'it has a fault of its own'
  if (ofTheQuestion.has(status)) return 'it does not take such a question; change `query`, `language` or `country`'
  return status >= 300 && status < 400 ? 'it sends us to another address, which a key does not follow' : 'it refused'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
