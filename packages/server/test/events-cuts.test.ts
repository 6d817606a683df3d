/** Streams of events that are cut anywhere, and taken up again. */
import { modelOf, says } from '@gyre/core/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notingLoop, patient, watchWithCuts } from './support/cut-watcher.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ model: modelOf(() => says('')), loops: [notingLoop], server: patient })
})

afterAll(() => server.close())

const cutsEach = 20

/** Both properties make 200 cuts; the long tier makes a thousand. */
const runs = { numRuns: 5 }

/** Bytes between two cuts: less than a message, or some of them, so that the stream outlasts the cuts. */
const cuts = fc.array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 200, max: 1000 })), {
  minLength: cutsEach,
  maxLength: cutsEach,
})

describe('a stream of events', () => {
  it('of a session that has ended loses and repeats no fact, wherever it is cut', async () => {
    const session = await server.runtime.start('noting', 'Count.')
    await session.outcome
    const { rows } = await server.runtime.read(session.id)
    const all = rows.map(({ seq }) => seq)
    expect(all.length).toBeGreaterThan(50)
    const property = fc.asyncProperty(cuts, async (bytes) => {
      expect(await watchWithCuts(server, session.id, bytes)).toEqual(all)
    })
    await fc.assert(property, runs)
  })

  it('of a session at work loses and repeats no fact either', async () => {
    const property = fc.asyncProperty(cuts, async (bytes) => {
      const session = await server.runtime.start('noting', 'Count.')
      const seqs = await watchWithCuts(server, session.id, bytes)
      const { rows } = await server.runtime.read(session.id)
      expect(seqs).toEqual(rows.map(({ seq }) => seq))
    })
    await fc.assert(property, runs)
  })
})
