/** Attempts at a model that failed and were made again, and models that answered in place of others. */
import { isFact, type Json, type SessionDefinition, type SessionEvent } from '@gyre/core'
import { shownTime } from '../output/amounts.ts'
import { stepName } from './finished-step.ts'
import { oneLine } from './one-line.ts'

export type RetryNews = {
  /** The step. */
  readonly name: string
  readonly said: string
  /** What is done about it: `again in 2 s`. */
  readonly next: string
}

type Fault = { readonly message?: string; readonly code?: string; readonly status?: number }

export class Retries {
  /** How many attempts of a step under way were told of, by path. */
  readonly #told = new Map<string, number>()
  #answering: string | undefined

  /** What an event tells of them: as it happens, or with the step's record what was missed. */
  newsIn(event: SessionEvent, definition: SessionDefinition | undefined): readonly RetryNews[] {
    const { type, path = '', data } = event
    if (!isFact(event)) return type === 'step.started' ? this.#startedAgain(path, data) : []
    if (data['kind'] !== 'generate' || (type !== 'step.finished' && type !== 'step.failed')) return []
    const name = stepName(path, data)
    const retries = (data['retries'] ?? []) as readonly (Fault & { readonly waitMs?: number })[]
    const missed = retries.slice(this.#told.get(path) ?? 0).map((retry) => news(name, retry, retry.waitMs))
    this.#told.delete(path)
    return [...missed, ...this.#fallback(name, data['model'], definition)]
  }

  #startedAgain(path: string, data: SessionEvent['data']): readonly RetryNews[] {
    const { attempt, error, waitMs } = data
    if (typeof attempt !== 'number' || !error) return []
    this.#told.set(path, attempt - 1)
    return [news(stepName(path, data), error as Fault, Number(waitMs))]
  }

  /** Told once for each change. */
  #fallback(name: string, model: Json | undefined, definition: SessionDefinition | undefined): readonly RetryNews[] {
    if (typeof model !== 'string' || !definition?.models) return []
    const other = Object.values(definition.models).includes(model) ? undefined : model
    const isNew = other !== this.#answering
    this.#answering = other
    return other && isNew ? [{ name, said: `${other} answers instead`, next: '' }] : []
  }
}

function news(name: string, { message, code, status }: Fault, waitMs = 0): RetryNews {
  const said = oneLine(message ?? code ?? 'failed')
  const isTold = status === undefined || said.includes(String(status))
  return {
    name,
    said: isTold ? said : `${status} ${said}`,
    next: waitMs > 0 ? `again in ${shownTime(waitMs)}` : 'again',
  }
}
