import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { behind, equipment, gate, loopOf, turns, withMethods, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'

const once = loopOf('once', async (ctx) => (await ctx.generate([user('x')])).text)

/** A session in a long call of its model, in a process whose first renewal does as it is told. */
async function thinking(first: (renewed: () => Promise<readonly string[]>) => Promise<readonly string[]>) {
  const real = memoryStore()
  let renewals = 0
  const sessions = withMethods(real.sessions, {
    renew: (...args) => (++renewals === 1 ? first(() => real.sessions.renew(...args)) : real.sessions.renew(...args)),
  })
  const held = gate()
  const model = scriptedModel(behind(held, says('Done.')))
  const { runtime, another, clock } = world({ store: { ...real, sessions, worker: 'here' }, ...equipment(once, model) })
  const session = await runtime.start(once, 'Go.', { model })
  const other = another({
    store: { ...real, worker: 'other' },
    ...equipment(
      once,
      modelOf(() => says('Again.')),
    ),
  })
  return { session, other, clock, held }
}

describe('the lease of a session that does one thing for long', () => {
  it.each([
    ['took long', (renewed: () => Promise<readonly string[]>) => renewed()],
    ['took long and failed', () => Promise.reject(new Error('The disk is away.'))],
  ])('is renewed again after a renewal that %s', async (_, ends) => {
    const slow = gate()
    const { session, other, clock, held } = await thinking((renewed) => slow.pass().then(() => ends(renewed)))
    // The next one is due while the first is still under way.
    await clock.advance(12_000)
    slow.open()
    await clock.advance(60_000)
    await expect(other.resume(session.id)).rejects.toMatchObject({ code: 'session-busy' })
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })
})

it('a renewal that comes back late says nothing of a session that is here again under another lease', async () => {
  const real = memoryStore()
  const late = gate()
  const asking = loopOf('asking', async (ctx) => {
    await ctx.askHuman('Which one?')
    return (await ctx.generate([user('x')])).text
  })
  const held = gate()
  const model = scriptedModel(behind(held, says('Done.')))
  let renewals = 0
  const sessions = withMethods(real.sessions, {
    renew: async (leases, terms) => {
      if (++renewals > 1) return real.sessions.renew(leases, terms)
      await late.pass()
      return leases.map(({ session }) => session)
    },
  })
  const { runtime, clock } = world({ store: { ...real, sessions }, lingerMs: 6000, ...equipment(asking, model) })
  const session = await runtime.start(asking, 'Go.', { model })
  await session.idle()
  // The renewal begins, then the session is parked, answered, and taken up again.
  await clock.advance(6000)
  expect(await real.sessions.get(session.id)).toMatchObject({ state: 'parked' })
  await session.answer('this')
  await held.isReached
  late.open()
  await turns()
  held.open()
  expect(await session.outcome).toMatchObject({ answer: 'Done.' })
})
