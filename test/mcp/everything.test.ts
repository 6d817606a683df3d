/** The server that has one of everything, as a process of ours. */
import { describe, expect, it, vi } from 'vitest'
import { everythingBehaves } from './support/everything-behaves.ts'
import { env, everything } from './support/peers.ts'
import { ServersUnderTest } from './support/servers-under-test.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 })

describe('everything over stdio', () => {
  everythingBehaves('stdio', async () => ({ config: everything, stop: async () => {} }))
})

it('gives a server that runs here no key of ours', async () => {
  const here = new ServersUnderTest({ e: { ...everything, env: { MINE: 'yes' } } })
  const { text } = await here.call('e.get-env')
  await here.close()
  expect(Object.keys(JSON.parse(text) as object).sort()).toEqual(['HOME', 'MINE', 'PATH'])
  expect(text).not.toContain(env.GYRE_SECRET)
})
