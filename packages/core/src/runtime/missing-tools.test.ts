import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopOf, turns, world } from '../../../../test/support/kernel.ts'
import { sharedQueue } from '../../../../test/support/shared-workers.ts'
import type { Dispatcher } from '../ports/dispatcher.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool, type Tool } from '../tools/tool.ts'

const nap = defineTool({
  name: 'nap',
  description: 'Sleeps.',
  input: z.object({}),
  effect: 'pure',
  run: () => 'Slept.',
})
const model = modelOf(() => says('x'))

const naps = loopOf('naps', async (ctx) => {
  const [message] = await ctx.callTools([{ type: 'tool-call', id: '1', tool: 'nap', input: {} }])
  const [result] = message?.parts ?? []
  return result?.type === 'tool-result' ? result.text : ''
})

const shared = { loops: [naps], models: [model], toolSource: async () => [] }

/** A session that needs the tool `nap`, begun where nothing is run. */
async function server() {
  const queue = sharedQueue()
  const here = world({ ...shared, tools: [nap as Tool], dispatcher: queue.dispatcher(0) })
  const worker = (tools: readonly Tool[], isToolAway?: (name: string) => boolean) =>
    here.another({ tools, dispatcher: queue.dispatcher(), ...(isToolAway && { isToolAway }) })
  const session = await here.runtime.start('naps', 'Go.', { model: model.id, tools: [nap as Tool] })
  return { ...here, session, worker, offer: () => queue.dispatcher(0).offer(session.id) }
}

describe('where the dispatcher is shared, a session that needs a tool', () => {
  it('is left by a worker that does not have it to one that does', async () => {
    const { session, worker, offer } = await server()
    worker([])
    worker([nap as Tool])
    await offer()
    expect(await session.outcome).toMatchObject({ answer: 'Slept.' })
  })

  it('waits while no worker has it, and none has taken it', async () => {
    const { session, store, another } = await server()
    const failures: unknown[] = []
    const asking: Dispatcher = {
      isShared: true,
      offer: async () => {},
      work: (worker) => {
        setImmediate(() => void worker.run(session.id).catch((error) => failures.push(error)))
        return async () => {}
      },
    }
    another({ tools: [], dispatcher: asking })
    await turns()
    expect(failures).toMatchObject([
      { code: 'tool-unknown', message: 'The session needs the tool `nap`, which is not here.' },
    ])
    expect(await store.sessions.get(session.id)).toMatchObject({ state: 'queued', token: 0 })
  })

  it('is taken where the server of the tool is away for now, and is told when it calls it', async () => {
    const { session, worker, offer } = await server()
    worker([], (name) => name === 'nap')
    await offer()
    expect(await session.outcome).toMatchObject({
      answer: '`nap` failed: `nap` is not here now: its server is gone or does not answer.',
    })
  })
})
