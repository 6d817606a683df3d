/** A thousand cuts of a stream of events. */
import { modelOf, says } from '@gyre/core/testing'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { notingLoop, patient, watchWithCuts } from '../../packages/server/test/support/cut-watcher.ts'
import { testServer } from '../../packages/server/test/support/test-server.ts'

it('loses and repeats no fact over 1 000 cuts', async () => {
  const server = await testServer({ model: modelOf(() => says('')), loops: [notingLoop], server: patient })
  onTestFinished(() => server.close())
  const cuts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 20, maxLength: 20 })
  const property = fc.asyncProperty(cuts, async (bytes) => {
    const session = await server.runtime.start('noting', 'Count.')
    const seqs = await watchWithCuts(server, session.id, bytes)
    const { rows } = await server.runtime.read(session.id)
    expect(seqs).toEqual(rows.map(({ seq }) => seq))
  })
  await fc.assert(property, { numRuns: 50 })
})
