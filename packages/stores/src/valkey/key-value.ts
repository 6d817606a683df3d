/** The key-value port on a Valkey or Redis server. Values are JSON texts, so a counter is a number there too. */
import type { Json, KeyValue } from '@gyre/core'
import { aboveZero, checkField, checkOptions, text } from '../store-options.ts'
import { ValkeyConnection } from './connection.ts'
import { type ServerAddress, serverAddress, serverUrl } from './server-address.ts'

/** What keys begin with, and how long a command may take. */
export type ValkeyKeyValueOptions = {
  /** What every key begins with on the server; `gyre:` by default. */
  readonly prefix?: string
  /** How long connecting may take, and each command; 5 s by default. */
  readonly timeoutMs?: number
}

/** The key-value port on Valkey. Close it when done. */
export type ValkeyKeyValue = KeyValue & {
  /** Ends the connection, when what was sent is done. */
  close(): Promise<void>
}

/** Another program's value under one of our keys. */
const notJson = Symbol('not JSON')

const rules = { prefix: text, timeoutMs: aboveZero }

/**
 * Adds in one go on the server. A time is set only with a new counter; what is no number counts as 0.
 * 17 digits give every double back as it was.
 */
const add = `
  local before = redis.call('GET', KEYS[1])
  local sum = (tonumber(before or '') or 0) + tonumber(ARGV[1])
  local after = string.format('%.17g', sum)
  if before then redis.call('SET', KEYS[1], after, 'KEEPTTL')
  elseif ARGV[2] == '' then redis.call('SET', KEYS[1], after)
  elseif tonumber(ARGV[2]) > 0 then redis.call('SET', KEYS[1], after, 'PX', ARGV[2])
  end
  return after`

/** Values on the server at this URL: `valkey:`, `redis:`, or with TLS `valkeys:`, `rediss:`. It is asked when first used. */
export function valkeyKeyValue(url: string, options: ValkeyKeyValueOptions = {}): ValkeyKeyValue {
  checkField('url', url, serverUrl)
  checkOptions(options, rules)
  const { prefix = 'gyre:', timeoutMs = 5_000 } = options
  const connection = new ValkeyConnection(serverAddress(url) as ServerAddress, timeoutMs)
  return {
    async get(key) {
      const found = await connection.send((client) => client.get(prefix + key))
      const value = found === null ? undefined : parse(found)
      if (value === notJson) throw connection.failure(`${prefix}${key} holds no JSON`)
      return value
    },
    async set(key, value, ttlMs) {
      const [name, stored, lifeMs] = [prefix + key, JSON.stringify(value), wholeMs(ttlMs)]
      await connection.send<unknown>((client) => {
        if (lifeMs === undefined) return client.set(name, stored)
        return lifeMs > 0 ? client.set(name, stored, 'PX', lifeMs) : client.del(name)
      })
    },
    async increment(key, by, ttlMs) {
      const lifeMs = wholeMs(ttlMs) ?? ''
      return Number(await connection.send((client) => client.eval(add, 1, prefix + key, JSON.stringify(by), lifeMs)))
    },
    async delete(key) {
      await connection.send((client) => client.del(prefix + key))
    },
    close: () => connection.close(),
  }
}

/** The server takes whole milliseconds only. A time beyond all clocks is for good. */
function wholeMs(ttlMs: number | undefined): number | undefined {
  return ttlMs === undefined || ttlMs > Number.MAX_SAFE_INTEGER ? undefined : Math.ceil(ttlMs)
}

function parse(found: string): Json | typeof notJson {
  try {
    return JSON.parse(found) as Json
  } catch {
    return notJson
  }
}
