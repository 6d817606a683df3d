/** The word that an intent is written may come late: by then the session may be another's. */
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gate, loopOf, turns, withMethods, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import type { Sessions, Store } from '../ports/store.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

const paying = loopOf('paying', async (ctx) => {
  await ctx.callTools([{ type: 'tool-call', id: 'c1', tool: 'pay', input: {} }])
  return 'Paid.'
})
const model = modelOf(() => says('x'))

/** A process that hears late that its intent is on disk, and one beside it. Both note who pays. */
async function late(sessions: (real: Sessions) => Partial<Sessions> = () => ({})) {
  const real = memoryStore()
  const word = gate()
  const paid: string[] = []
  const slow: Store = {
    ...real,
    worker: 'slow',
    sessions: withMethods(real.sessions, sessions(real.sessions)),
    journal: withMethods(real.journal, {
      append: (lease, facts, options) => {
        const written = real.journal.append(lease, facts, options)
        return facts.some(({ type }) => type === 'step.intended') ? word.pass().then(() => written) : written
      },
    }),
  }
  const equip = (who: string) => ({
    loops: [paying],
    models: [model],
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays.',
        input: z.object({}),
        run: () => {
          paid.push(who)
          return 'Paid.'
        },
      }),
    ],
  })
  const here = world({ store: slow, ...equip('slow') })
  const session = await here.runtime.start('paying', 'Pay.', { model: model.id, tools: equip('slow').tools })
  session.outcome.catch(() => {})
  await word.isReached
  const other = here.another({ store: { ...real, worker: 'other' }, ...equip('other') })
  return { ...here, session, other, word, paid, real }
}

describe('a call that must not be repeated, whose process hears late that it may begin', () => {
  it('is not made by it when another has gone on meanwhile', async () => {
    // Nothing is heard of the store: leases are not renewed, either.
    const away = () => Promise.reject(new GyreError('store-unreachable', 'Away.'))
    let isAway = true
    const { session, other, word, paid, clock } = await late((real) => ({
      renew: (...args) => (isAway ? away() : real.renew(...args)),
    }))
    await clock.advance(20_000)
    const taken = await other.resume(session.id)
    expect(await taken.idle()).toBe('waiting')
    await taken.answer('retry')
    expect(await taken.outcome).toMatchObject({ answer: 'Paid.' })
    isAway = false
    word.open()
    await turns()
    await clock.advance(20_000)
    expect(paid).toEqual(['other'])
  })

  it('waits until its lease is sure, and is made then', async () => {
    let isAway = false
    const { session, word, paid, clock } = await late((real) => ({
      renew: (...args) => (isAway ? Promise.reject(new Error('Away.')) : real.renew(...args)),
    }))
    await clock.advance(1000)
    isAway = true
    word.open()
    await clock.advance(2000)
    expect(paid).toEqual([])
    isAway = false
    await clock.advance(200)
    expect(await session.outcome).toMatchObject({ answer: 'Paid.' })
    expect(paid).toEqual(['slow'])
  })
})
