/**
 * A process of its own that opens a store and writes until it is killed. Prints what is durable, line
 * by line. With a row to rest at, it waits there for its input to end.
 */
import { once } from 'node:events'
import { GyreError } from '@gyre/core'
import { sqliteStore } from '../src/sqlite/store.ts'

const [path = '', id = '', goAt = '0', restAt = '0'] = process.argv.slice(2)
while (Date.now() < Number(goAt)) await new Promise((resolve) => setImmediate(resolve))

try {
  const store = sqliteStore(path)
  process.stdout.write(`key ${store.keys.current.id}\n`)
  const lease = await store.sessions.create(
    {
      id,
      owner: 'local',
      mirror: {
        loop: 'react',
        loopVersion: 1,
        provider: null,
        title: id,
        thread: 'thr_1',
        status: 'running',
        persona: null,
        arm: null,
        createdAt: Date.now(),
      },
      facts: [],
    },
    { worker: store.worker, leaseMs: 600_000, now: Date.now() },
  )
  while (lease) {
    const fact = { seq: lease.head.seq + 1, at: Date.now(), type: 'note', data: 'x'.repeat(300) } as const
    await store.journal.append(lease, [fact])
    process.stdout.write(`row ${lease.head.seq}\n`)
    if (lease.head.seq === Number(restAt)) await once(process.stdin.resume(), 'end')
  }
} catch (error) {
  process.stdout.write(`failed ${error instanceof GyreError ? error.code : String(error)}\n`)
}
