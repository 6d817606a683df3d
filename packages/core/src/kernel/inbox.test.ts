import { memoryStore, sqliteStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import {
  behind,
  factsOfType,
  gate,
  loopOf,
  search,
  standing,
  textsOf,
  told,
  turns,
  withMethods,
  world,
} from '../../../../test/support/kernel.ts'
import type { Session } from '../index.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Interventions, Store } from '../ports/store.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'

const look = calls('search', { query: 'x' })

/** A session of `react` that is held in its first model call. */
async function heldSession(store: Store = memoryStore()) {
  const here = world({ store })
  const held = gate()
  const model = scriptedModel(behind(held, look), says('Done.'))
  const session = await here.runtime.start(react, 'Look.', { model, tools: [search] })
  await held.isReached
  return { ...here, held, model, session }
}

/** A store whose interventions answer otherwise. */
function storeWith(change: (real: Interventions) => Partial<Interventions>): Store {
  const real = memoryStore()
  return { ...real, interventions: withMethods(real.interventions, change(real.interventions)) }
}

describe('a look at the store that fails', () => {
  /** A store whose next look at interventions fails. */
  function brittleStore() {
    const state = { isBroken: false }
    const store = storeWith((real) => ({
      list: async (session) => {
        if (!state.isBroken) return real.list(session)
        state.isBroken = false
        throw new Error('The disk is away.')
      },
    }))
    return { store, state }
  }

  it('is made up for by the next one', async () => {
    const { store, state } = brittleStore()
    const { held, model, session } = await heldSession(store)
    state.isBroken = true
    await told(session.steer('Be brief.'))
    await told(session.steer('Be kind.'))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(textsOf(model.requests[1]).slice(-2)).toEqual(['[USER GUIDANCE] Be brief.', '[USER GUIDANCE] Be kind.'])
  })

  it('keeps no session from its end', async () => {
    const { store, state } = brittleStore()
    const { held, session } = await heldSession(store)
    state.isBroken = true
    await told(session.steer('Be brief.'))
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(await standing(store, session.id)).toEqual(['steer rejected: session-ended'])
  })
})

describe.each([
  ['abort', (session: Session) => session.abort()],
  ['pause', (session: Session) => session.pause()],
  ['context', (session: Session) => session.addContext('It is late.')],
])('%s, when the loop has returned and the end is not written', (action, send) => {
  const saying = loopOf('saying', async (ctx) => (await ctx.generate([user('x')])).text)

  /** Sends it while the model is asked; it is held at this call of the store until the loop has returned. */
  async function sentTooLate(call: 'list' | 'take') {
    const [asked, slow] = [gate(), gate()]
    const store = storeWith((real) => ({
      [call]: async (id: string) => {
        await slow.pass()
        return real[call](id)
      },
    }))
    const { runtime } = world({ store })
    const session = await runtime.start(saying, 'Go.', { model: scriptedModel(behind(asked, says('Done.'))) })
    await asked.isReached
    await send(session)
    await slow.isReached
    asked.open()
    await turns()
    slow.open()
    return { runtime, store, session, end: await session.outcome }
  }

  it('is rejected though it was just being looked at', async () => {
    const { runtime, store, session, end } = await sentTooLate('list')
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(await standing(store, session.id)).toEqual([`${action} rejected: session-ended`])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('is rejected though it was just being applied, and the journal tells of it', async () => {
    const { runtime, store, session, end } = await sentTooLate('take')
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(await standing(store, session.id)).toEqual([`${action} rejected: session-ended`])
    expect(await factsOfType(runtime, session.id, 'intervention.applied')).toEqual([])
    expect(await factsOfType(runtime, session.id, 'intervention.rejected')).toMatchObject([
      { data: { action, why: 'session-ended' } },
    ])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })
})

describe('finish, sent twice', () => {
  it.each([
    ['second', [1], ['finish applied at act#1[0]', 'finish withdrawn']],
    ['first', [0], ['finish withdrawn', 'finish applied at act#1[0]']],
  ])('holds when the %s is withdrawn', async (_, withdrawn, stand) => {
    const { store, held, session } = await heldSession()
    const sent = [await told(session.finish()), await told(session.finish())]
    for (const index of withdrawn) await session.withdraw(sent[index]!.id)
    await turns()
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(stand)
  })

  it.each([
    ['the first before the second', [0, 1]],
    ['the second before the first', [1, 0]],
  ])('is as if it had never been when both are withdrawn, %s', async (_, order) => {
    const { store, held, model, session } = await heldSession()
    const sent = [await told(session.finish()), await told(session.finish())]
    for (const index of order) await session.withdraw(sent[index]!.id)
    await turns()
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(model.requests[1]?.tools).toHaveLength(1)
    expect(await standing(store, session.id)).toEqual(['finish withdrawn', 'finish withdrawn'])
  })

  it('ends every branch though one is withdrawn when the other was applied', async () => {
    const { runtime, store } = world()
    const held = new Map(['a', 'b'].map((item) => [item, gate()]))
    const fan = loopOf('fan', async (ctx) => {
      await ctx.map(['a', 'b'], async (item, branch) => {
        await branch.generate([user(item)])
        await branch.generate([user(item)])
      })
      return 'never'
    })
    const model = modelOf(async ({ messages }, { path }) => {
      if (path.endsWith('generate#1')) await held.get(JSON.stringify(messages).includes('"a"') ? 'a' : 'b')?.pass()
      return says(path)
    })
    const session = await runtime.start(fan, 'Go.', { model })
    await Promise.all([...held.values()].map((each) => each.isReached))
    const sent = [await told(session.finish()), await told(session.finish())]
    held.get('a')?.open()
    await turns()
    const states = (await store.interventions.list(session.id)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['applied', 'queued'])
    await session.withdraw(sent[states.indexOf('queued')]!.id)
    await turns()
    held.get('b')?.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'wrap-up#1' })
    expect(model.requests).toHaveLength(3)
  })
})

describe('an intervention that another process edits', () => {
  it.each([
    ['memory', () => memoryStore()],
    ['SQLite', () => sqliteStore(':memory:', { key: 'test' })],
  ])('is applied as it says last, though the store tells only that something changed: %s', async (_, open) => {
    const real: Store = open()
    const store: Store = { ...real, onChange: (tell) => real.onChange(() => tell()) }
    const { held, session, another } = await heldSession(store)
    const outside = await another().session(session.id)
    const sent = await told(outside.override({ result: 'Mine.', path: 'think#2' }))
    await outside.edit(sent.id, { result: 'Mine.', path: 'act#1[0]' })
    await turns()
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(await standing(store, session.id)).toEqual(['override applied at act#1[0]'])
  })
})
