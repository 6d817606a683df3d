import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { KnowledgeStore } from '@gyre/core'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { opened, temporaryFolder, temporaryPath } from '../../test/temporary-store.ts'
import { memoryStore } from '../memory/store.ts'
import { QueryThread } from './query-thread.ts'
import { sqliteStore } from './store.ts'

const options = { owner: 'local', limit: 3 }

afterEach(() => {
  vi.restoreAllMocks()
})

/** Documents of a hundred chunks each: every chunk has words and a vector of its own. */
async function fill(knowledge: KnowledgeStore, documents: number): Promise<void> {
  for (let number = 0; number < documents; number++) await save(knowledge, number)
}

async function save(knowledge: KnowledgeStore, number: number): Promise<void> {
  const id = `d${number}`
  const lines = Array.from({ length: 100 }, (_, line) => `the${line % 7} w${number}x${line} `)
  const text = lines.join('')
  let start = 0
  const chunks = lines.map((line, index) => {
    const chunk = { id: `${id}/${index}`, document: id, start, end: start + line.length, headings: [] }
    start = chunk.end
    return chunk
  })
  const about = { owner: 'local', source: id, title: id, mediaType: 'text/plain', hash: '', at: number, data: null }
  const vectors = chunks.map((chunk, line) => ({ chunk: chunk.id, vector: Float32Array.from([number, line, 1]) }))
  await knowledge.put({ ...about, id, text }, chunks)
  await knowledge.putVectors('e', vectors)
}

const questions: Readonly<Record<string, (knowledge: KnowledgeStore) => Promise<unknown>>> = {
  rankByText: (knowledge) => knowledge.rankByText('w3x7 the2', options).then(rounded),
  rankByVector: (knowledge) => knowledge.rankByVector('e', Float32Array.from([3, 50, 1]), options),
  'rankByVector with a filter': (knowledge) =>
    knowledge.rankByVector('e', Float32Array.from([3, 50, 1]), {
      ...options,
      filter: { since: 9, sources: ['d9', 'd20'] },
    }),
  withoutVector: (knowledge) => knowledge.withoutVector('other', 'local', 4),
  withoutEdges: (knowledge) => knowledge.withoutEdges('r', 'local', 4),
  overview: (knowledge) => knowledge.overview('local'),
  names: (knowledge) => knowledge.names('local', 3),
}

describe('a large index', () => {
  it('is asked in another thread, and answers as a small one does', async () => {
    const asked = vi.spyOn(QueryThread.prototype, 'ask')
    const [large, small] = [opened(temporaryPath()).knowledge, memoryStore().knowledge]
    for (const knowledge of [large, small]) {
      await fill(knowledge, 51)
      await knowledge.putEdges('q', [{ chunk: 'd1/1', edges: [{ from: 'a', relation: 'r', to: 'b', weight: 1 }] }])
    }
    for (const [name, ask] of Object.entries(questions))
      expect([name, await ask(large)]).toEqual([name, await ask(small)])
    expect(asked.mock.calls.map(([name]) => name)).toEqual(Object.keys(questions).map((name) => name.split(' ')[0]))
  })

  it('answers with what was written just before', async () => {
    const { knowledge } = opened(temporaryPath())
    await fill(knowledge, 51)
    expect(await knowledge.rankByText('w51x1', options)).toEqual([])
    void save(knowledge, 51)
    expect(await knowledge.rankByText('w51x1', options)).toHaveLength(1)
    await knowledge.remove(['d51'])
    expect(await knowledge.rankByText('w51x1', options)).toEqual([])
  })

  it('is given up when the store closes, and the file is left alone', async () => {
    const path = temporaryPath()
    const store = sqliteStore(path)
    await fill(store.knowledge, 51)
    const asking = [1, 2, 3].map(() => store.knowledge.rankByText('the1', options))
    const settled = Promise.allSettled(asking)
    await new Promise(setImmediate)
    await store.close()
    for (const each of await settled) {
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'store-failed', message: /is closed/ } })
    }
    // The last connection to be closed takes it away.
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})

describe('a small index', () => {
  it('is asked in this thread', async () => {
    const asked = vi.spyOn(QueryThread.prototype, 'ask')
    const { knowledge } = opened(temporaryPath())
    await fill(knowledge, 2)
    for (const ask of Object.values(questions)) await ask(knowledge)
    expect(asked).not.toHaveBeenCalled()
  })

  it('is one in memory, whatever its size', async () => {
    const asked = vi.spyOn(QueryThread.prototype, 'ask')
    const { knowledge } = opened(':memory:')
    await fill(knowledge, 51)
    expect(await knowledge.rankByText('w50x1', options)).toHaveLength(1)
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('a query thread', () => {
  /** A thread that does as the query says. */
  function thread(): QueryThread {
    const file = join(temporaryFolder(), 'thread.mjs')
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads'
       let count = 0
       parentPort.on('message', ({ asked: [query] }) => {
         if (query === 'exit') process.exit(3)
         if (query === 'throw') throw new Error('broken')
         if (query === 'refuse') parentPort.postMessage({ error: { code: 'store-corrupt', message: 'is damaged' } })
         if (query === 'count') parentPort.postMessage({ value: ++count })
       })`,
    )
    const made = new QueryThread('/a/gyre.db', pathToFileURL(file))
    onTestFinished(() => made.close())
    return made
  }
  const ask = (asked: QueryThread, query: string): Promise<unknown> => asked.ask('rankByText', query, options)

  it('answers one question after the other', async () => {
    const asked = thread()
    expect(await Promise.all(['count', 'count', 'count'].map((query) => ask(asked, query)))).toEqual([1, 2, 3])
  })

  it('fails the question it dies of, and another answers the next', async () => {
    const asked = thread()
    const answers = await Promise.allSettled(
      ['count', 'exit', 'count', 'throw', 'count'].map((query) => ask(asked, query)),
    )
    const failed = (message: RegExp) => ({ status: 'rejected', reason: { code: 'store-failed', message } })
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: 1 },
      failed(/^The store \/a\/gyre\.db was not read, its thread ended\.$/),
      { status: 'fulfilled', value: 1 },
      failed(/its thread ended: broken\.$/),
      { status: 'fulfilled', value: 1 },
    ])
  })

  it('passes on what the store says of a question', async () => {
    const refused = { name: 'GyreError', code: 'store-corrupt', message: 'is damaged' }
    await expect(ask(thread(), 'refuse')).rejects.toMatchObject(refused)
  })

  it('answers nothing once it is closed', async () => {
    const asked = thread()
    const waiting = ask(asked, 'never')
    const given = expect(waiting).rejects.toMatchObject({ code: 'store-failed', message: /is closed/ })
    await asked.close()
    await given
    await expect(ask(asked, 'count')).rejects.toMatchObject({ message: 'The store /a/gyre.db is closed.' })
  })
})

/** Logarithms may differ in their last digit. */
function rounded(found: readonly { readonly chunk: string; readonly score: number }[]): unknown {
  return found.map(({ chunk, score }) => [chunk, score.toPrecision(9)])
}
