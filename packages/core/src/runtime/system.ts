/** The real clock and real ids. */
import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from '../ports/clock.ts'

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, call, { keepsAlive = false } = {}) => {
    let timer: NodeJS.Timeout
    const wait = (left: number) => {
      timer = setTimeout(() => (left > longestTimer ? wait(left - longestTimer) : call()), Math.min(left, longestTimer))
      // What must go on is in the store.
      if (!keepsAlive) timer.unref()
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}

/** A longer one would go off at once. */
const longestTimer = 2 ** 31 - 1

/** Ids that sort by the time they were made. */
export const systemIds: Ids = { next: (prefix) => `${prefix}_${uuid7(Date.now())}` }

const idBytes = 10
let pool = Buffer.alloc(0)
let poolAt = 0

/** Random bytes are drawn in bulk: one draw costs as much as hundreds of ids. */
function nextRandom(): Buffer {
  if (poolAt + idBytes > pool.length) {
    pool = randomBytes(idBytes * 256)
    poolAt = 0
  }
  poolAt += idBytes
  return pool.subarray(poolAt - idBytes, poolAt)
}

let lastMs = 0
let counter = 0

/** RFC 9562, version 7. Ids made in one millisecond are kept in order by a counter in the 12 bits after the version. */
function uuid7(ms: number): string {
  const bytes = nextRandom()
  counter = ms > lastMs ? bytes.readUInt16BE(0) & 0x7ff : counter + 1
  if (counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  lastMs = Math.max(ms, lastMs)
  const time = lastMs.toString(16).padStart(12, '0')
  const sequence = counter.toString(16).padStart(3, '0')
  const variant = ((bytes.readUInt8(2) & 0x3f) | 0x80).toString(16)
  const rest = bytes.toString('hex', 3)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`
}
