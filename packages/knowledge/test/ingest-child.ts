/** A process of its own that reads a folder into a database, and is killed in the middle of it. */
import type { Embedder, KnowledgeStore } from '@gyre/core'
import { sqliteStore } from '@gyre/stores/sqlite'
import { ingest } from '../src/ingest/ingest.ts'

export type ChildOrder = {
  readonly path: string
  readonly folder: string
  /** The write during which it dies; it lives when left out. */
  readonly killAt?: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as ChildOrder
let writes = 0

/** The write is begun and perhaps done: nobody can say. */
function counted(store: KnowledgeStore): KnowledgeStore {
  const write = async (work: () => Promise<void>) => {
    writes += 1
    const done = work()
    if (writes === order.killAt) process.kill(process.pid, 'SIGKILL')
    await done
  }
  return new Proxy(store, {
    get(target, name: keyof KnowledgeStore) {
      if (name === 'put') return (...given: Parameters<typeof store.put>) => write(() => target.put(...given))
      if (name === 'putVectors')
        return (...given: Parameters<typeof store.putVectors>) => write(() => target.putVectors(...given))
      return target[name].bind(target)
    },
  })
}

const embedder: Embedder = {
  id: 'counting',
  embed: async (texts) => texts.map((text) => Float32Array.of(1 + text.length, text.charCodeAt(0))),
}

const nobody = async () => {
  throw new Error('Only plain texts are read here.')
}

const store = sqliteStore(order.path, { key: 'deep' })
const shelf = { store: counted(store.knowledge), embedder, owner: 'ada', clock: { now: () => 0 } }
const { counts } = await ingest(shelf, [order.folder], { read: nobody, fetch: nobody })
await store.close()
process.stdout.write(JSON.stringify({ counts, writes }))
