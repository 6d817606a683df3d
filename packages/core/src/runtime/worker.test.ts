import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { equipment, gate, loopOf, told, withMethods, world } from '../../../../test/support/kernel.ts'
import type { Session } from '../index.ts'
import { user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import { modelOf, says } from '../testing/scripted-model.ts'

const twice = loopOf('twice', async (ctx) => {
  await ctx.generate([user('x')])
  await ctx.askHuman('Which one?')
  return (await ctx.generate([user('y')])).text
})
const model = modelOf((_, { path }) => says(path))

/** A session that was handed back, and a process whose store is in trouble. The clock stands still: no lease runs out. */
async function handedBack(trouble: (real: Store) => Partial<Store>, before?: (session: Session) => Promise<unknown>) {
  const real = memoryStore()
  const { runtime, another } = world({ store: real, ...equipment(twice, model) })
  const session = await runtime.start(twice, 'Go.', { model })
  await session.idle()
  await before?.(session)
  await runtime.close({ keepStore: true })
  const { id } = session
  /** The end, in a process that is well. */
  const goneOn = async () => {
    const resumed = await another().resume(id)
    await resumed.answer('b')
    return resumed.outcome
  }
  return { id, troubled: another({ store: { ...real, ...trouble(real) } }), goneOn }
}

const away = () => Promise.reject(new Error('The disk is away.'))

describe('a session that cannot be run because the store fails', () => {
  it('is let go of when what people sent cannot be read', async () => {
    const { id, troubled, goneOn } = await handedBack(({ interventions }) => ({
      interventions: withMethods(interventions, { list: away }),
    }))
    await expect((await troubled.resume(id)).outcome).rejects.toThrow('The disk is away.')
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })

  it('is let go of when its journal cannot be read after it was taken over', async () => {
    const { id, troubled, goneOn } = await handedBack(({ journal, sessions }) => {
      let isTaken = false
      return {
        sessions: withMethods(sessions, {
          acquire: async (...args) => {
            isTaken = true
            return sessions.acquire(...args)
          },
        }),
        journal: withMethods(journal, { read: (...args) => (isTaken ? away() : journal.read(...args)) }),
      }
    })
    await expect(troubled.resume(id)).rejects.toThrow('The disk is away.')
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })

  it('is let go of when nothing can be written', async () => {
    const { id, troubled, goneOn } = await handedBack(({ journal }) => ({
      journal: withMethods(journal, {
        append: () => {
          throw new Error('The disk is full.')
        },
      }),
    }))
    await expect((await troubled.resume(id)).outcome).rejects.toMatchObject({ code: 'store-failed' })
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })

  it('is let go of when it was paused and that cannot be lifted', async () => {
    const { id, troubled, goneOn } = await handedBack(
      ({ interventions }) => ({ interventions: withMethods(interventions, { add: away }) }),
      (session) => told(session.pause()),
    )
    await expect(troubled.resume(id)).rejects.toThrow('The disk is away.')
    expect(await goneOn()).toMatchObject({ answer: 'generate#2' })
  })
})

describe('a session whose journal takes long to read', () => {
  it('is kept meanwhile: its lease is renewed', async () => {
    const real = memoryStore()
    const { runtime, another, clock } = world({ store: real, ...equipment(twice, model) })
    const session = await runtime.start(twice, 'Go.', { model })
    await session.idle()
    await runtime.close({ keepStore: true })
    const reading = gate()
    let reads = 0
    const journal = withMethods(real.journal, {
      read: async (...args) => {
        // The first look is at its definition.
        if (++reads > 1) await reading.pass()
        return real.journal.read(...args)
      },
    })
    const slow = another({ store: { ...real, journal, worker: 'slow' } })
    const resumed = slow.resume(session.id)
    await reading.isReached
    await clock.advance(60_000)
    await expect(another({ store: { ...real, worker: 'other' } }).resume(session.id)).rejects.toMatchObject({
      code: 'session-busy',
    })
    reading.open()
    const goesOn = await resumed
    await goesOn.answer('b')
    expect(await goesOn.outcome).toMatchObject({ answer: 'generate#2' })
  })
})
