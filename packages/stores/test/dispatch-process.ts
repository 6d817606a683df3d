/**
 * A process of its own that works on sessions until it is killed, or until its input ends: then it closes what it
 * opened, and is expected to end by itself. Prints what it does, line by line.
 */
import { once } from 'node:events'
import { postgresDispatcher, postgresStore } from '../src/postgres/index.ts'

const [url = '', schema = '', leaseMs = '3000'] = process.argv.slice(2)
const store = await postgresStore(url, { schema, key: 'a passphrase', connections: 4, leaseMs: Number(leaseMs) })
const dispatcher = await postgresDispatcher(store, { concurrency: 4, version: '1.0.0' })
const stop = dispatcher.work({
  loops: () => ['react@1'],
  async run(session) {
    const terms = { worker: store.worker, leaseMs: store.leaseMs, now: Date.now() }
    if (!(await store.sessions.acquire(session, terms))) return undefined
    process.stdout.write(`took ${session}\n`)
    return { over: new Promise(() => {}) }
  },
  setAside: async () => {},
})
process.stdout.write('works\n')
await once(process.stdin.resume(), 'end')
await stop()
await dispatcher.close()
await store.close()
process.stdout.write('closed\n')
