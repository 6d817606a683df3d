/** A key-value table in memory. Values are kept as text, so that nobody's later change of an object reaches them. */
import type { Json, KeyValue } from '@gyre/core'

type Value = { text: string; readonly expiresAt: number }

/** How many writes go by before what has expired is thrown out. */
const sweepEvery = 256

export class MemoryKeyValue implements KeyValue {
  readonly #values = new Map<string, Value>()
  #writes = 0

  async get(key: string): Promise<Json | undefined> {
    const value = this.#live(key)
    return value && (JSON.parse(value.text) as Json)
  }

  async set(key: string, value: Json, ttlMs?: number): Promise<void> {
    this.#sweep()
    this.#values.set(key, { text: JSON.stringify(value), expiresAt: expiry(ttlMs) })
  }

  async increment(key: string, by: number, ttlMs?: number): Promise<number> {
    this.#sweep()
    const value = this.#live(key)
    const before: unknown = value && JSON.parse(value.text)
    const after = (typeof before === 'number' ? before : 0) + by
    if (value) value.text = String(after)
    else this.#values.set(key, { text: String(after), expiresAt: expiry(ttlMs) })
    return after
  }

  async delete(key: string): Promise<void> {
    this.#values.delete(key)
  }

  #live(key: string): Value | undefined {
    const value = this.#values.get(key)
    return value && value.expiresAt > Date.now() ? value : undefined
  }

  #sweep(): void {
    if (++this.#writes % sweepEvery !== 0) return
    const now = Date.now()
    for (const [key, { expiresAt }] of this.#values) if (expiresAt <= now) this.#values.delete(key)
  }
}

function expiry(ttlMs: number | undefined): number {
  return ttlMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + ttlMs
}
