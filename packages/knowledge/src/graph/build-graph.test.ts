import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../test/search-shelf.ts'
import { buildGraph } from './build-graph.ts'
import type { EdgeReader } from './chunk-edge.ts'
import { modelReader } from './extract-model.ts'

const passages = ['Maren Holt drew a plan.', 'The mayor asked Holt to wait.', 'Holt built the Long Bridge.']
const shelf = () => shelfOf([{ source: 'holt.md', passages }])
const edge = { from: 'A', relation: 'is', to: 'B', weight: 1 }

/** Reads nothing; does what it is told to before. */
const readerOf = (before: (text: string) => Promise<void> | void, given: Partial<EdgeReader> = {}): EdgeReader => ({
  id: 'test',
  atOnce: 1,
  saveAfter: 1,
  read: async ({ text }) => {
    await before(text)
    return [edge]
  },
  ...given,
})

describe('buildGraph', () => {
  it('reads every chunk with the names of its whole document', async () => {
    const { store, ...rest } = await shelf()
    expect(await buildGraph({ store, ...rest })).toEqual({ reader: 'rules-1', read: 3, edges: 3, failed: [] })
    const edges = await store.edgesOf('me', ['holt'])
    expect(edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`)).toEqual([
      'Holt built Long Bridge',
      'Holt same as Maren Holt',
      'Holt same as Maren Holt',
    ])
  })

  it('reads nothing twice', async () => {
    const opened = await shelf()
    await buildGraph(opened)
    expect(await buildGraph(opened)).toEqual({ reader: 'rules-1', read: 0, edges: 0, failed: [] })
  })

  it('leaves what another read to the rules only when it is told to', async () => {
    const opened = await shelf()
    await buildGraph(opened, { extract: readerOf(() => {}) })
    expect(await buildGraph(opened)).toMatchObject({ read: 0 })
    expect(await opened.store.withoutEdges('test', 'me', 10)).toEqual([])
    expect(await buildGraph(opened, { replace: true })).toMatchObject({ reader: 'rules-1', read: 3 })
    expect(await opened.store.withoutEdges('test', 'me', 10)).toHaveLength(3)
  })

  it('reads with another reader what the rules read', async () => {
    const opened = await shelf()
    await buildGraph(opened)
    expect(await buildGraph(opened, { extract: readerOf(() => {}) })).toMatchObject({ reader: 'test', read: 3 })
  })

  it('tells how far it is', async () => {
    const steps: string[] = []
    await buildGraph(await shelf(), { onProgress: (done, total) => steps.push(`${done}/${total}`) })
    expect(steps).toEqual(['1/3', '2/3', '3/3'])
  })

  it('keeps what was read when it is stopped, and goes on from there', async () => {
    const opened = await shelf()
    const stop = new AbortController()
    const stopped = buildGraph(opened, {
      extract: readerOf(() => {}),
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
    expect(await buildGraph(opened, { extract: readerOf(() => {}) })).toMatchObject({ read: 2 })
  })

  it('saves what was read before it was stopped, even when that is less than it saves at once', async () => {
    const opened = await shelf()
    const stop = new AbortController()
    const extract = readerOf(() => {}, { saveAfter: 64 })
    await buildGraph(opened, { extract, signal: stop.signal, onProgress: () => stop.abort() }).catch(() => {})
    expect(await opened.store.withoutEdges('test', 'me', 10)).toHaveLength(2)
  })

  it('reports chunks that fail, goes on with the others, and tries them again the next time', async () => {
    const opened = await shelf()
    const failing = readerOf((text) => {
      if (text.startsWith('The mayor')) throw new GyreError('model-failed', 'The model coughed.')
    })
    const { read, failed } = await buildGraph(opened, { extract: failing })
    expect(read).toBe(2)
    expect(failed.map(({ error }) => error.message)).toEqual(['The model coughed.'])
    expect(await buildGraph(opened, { extract: readerOf(() => {}) })).toMatchObject({ read: 1, failed: [] })
  })

  it('gives up when ten chunks fail one after the other', async () => {
    const many = await shelfOf([{ source: 'many.md', passages: Array.from({ length: 30 }, (_, at) => `Text ${at}.`) }])
    let calls = 0
    const failing = readerOf(() => {
      calls++
      throw new GyreError('model-auth', 'The key is wrong.')
    })
    await expect(buildGraph(many, { extract: failing })).rejects.toMatchObject({ code: 'model-auth' })
    expect(calls).toBe(10)
  })

  it('asks a model that always fails no more than that and what is under way', async () => {
    const many = await shelfOf([{ source: 'many.md', passages: Array.from({ length: 600 }, (_, at) => `Text ${at}.`) }])
    let calls = 0
    const ask = async (): Promise<string> => {
      calls++
      throw new GyreError('model-failed', 'The model coughed.')
    }
    const extract = modelReader({ ask, model: 'house/small' })
    await expect(buildGraph(many, { extract })).rejects.toMatchObject({ code: 'model-failed' })
    expect(calls).toBeGreaterThanOrEqual(10)
    expect(calls).toBeLessThanOrEqual(13)
  })

  it('reads as many chunks at once as the reader allows', async () => {
    let [now, most] = [0, 0]
    const slow = readerOf(
      async () => {
        most = Math.max(most, ++now)
        await new Promise((done) => setTimeout(done, 5))
        now--
      },
      { atOnce: 2 },
    )
    await buildGraph(await shelf(), { extract: slow })
    expect(most).toBe(2)
  })
})
