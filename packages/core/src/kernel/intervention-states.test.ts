import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  reactShapes,
  search,
  standing,
  textsOf,
  told,
  turns,
  withMethods,
  world,
} from '../../../../test/support/kernel.ts'
import type { JsonObject, Runtime, Session } from '../index.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'

const look = calls('search', { query: 'x' })
const mentions = (word: string) => (text: string) => text.includes(word)

/** What the journal tells of interventions, in order. */
async function tellings(runtime: Runtime, session: string): Promise<readonly (readonly [string, JsonObject])[]> {
  const { rows } = await runtime.read(session)
  return rows
    .filter(({ type }) => type.startsWith('intervention.'))
    .map(({ type, data }) => [type.slice('intervention.'.length), JSON.parse(data ?? '{}') as JsonObject] as const)
}

/** A session of `react` that is held in its first model call. */
async function heldSession(replies = [says('Done.')]) {
  const here = world()
  const held = gate()
  const model = scriptedModel(behind(held, look), ...replies)
  const session = await here.runtime.start(react, 'Look.', { model, tools: [search] })
  await held.isReached
  return { ...here, held, model, session }
}

describe('a queued intervention', () => {
  it('may be edited: what it says last is applied', async () => {
    const { runtime, held, model, session } = await heldSession()
    const sent = await told(session.steer('Be long.'))
    await session.edit(sent.id, { text: 'Be brief.' })
    held.open()
    await session.outcome
    expect(textsOf(model.requests[1]).at(-1)).toBe('[USER GUIDANCE] Be brief.')
    expect(await factsOfType(runtime, session.id, 'intervention.applied')).toHaveLength(1)
  })

  it('is told of again in the journal when it is edited, before what came of it', async () => {
    const { runtime, held, session } = await heldSession()
    const sent = await told(session.steer('Be long.', { by: 'ada' }))
    await session.edit(sent.id, { text: 'Be brief.' })
    await turns()
    await session.edit(sent.id, { text: 'Be brief.' })
    await turns()
    held.open()
    await session.outcome
    expect(await tellings(runtime, session.id)).toEqual([
      ['queued', { id: sent.id, action: 'steer', body: { text: 'Be long.' }, by: 'ada' }],
      ['queued', { id: sent.id, action: 'steer', body: { text: 'Be brief.' }, by: 'ada', edited: true }],
      ['applied', { id: sent.id, action: 'steer', by: 'ada', at: 'think#2', branch: '' }],
    ])
  })

  it('is told of as it was applied though it was edited at the last moment', async () => {
    const real = memoryStore()
    const interventions = withMethods(real.interventions, {
      // No look at the store has seen the change before.
      take: async (id) => {
        const taken = await real.interventions.take(id)
        return taken && { ...taken, body: { text: 'Be brief.' } }
      },
    })
    const { runtime } = world({ store: { ...real, interventions } })
    const held = gate()
    const model = scriptedModel(behind(held, look), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.steer('Be long.'))
    held.open()
    await session.outcome
    expect(textsOf(model.requests[1]).at(-1)).toBe('[USER GUIDANCE] Be brief.')
    expect(await tellings(runtime, session.id)).toMatchObject([
      ['queued', { body: { text: 'Be long.' } }],
      ['queued', { body: { text: 'Be brief.' }, edited: true }],
      ['applied', {}],
    ])
  })

  it('is told of as it was rejected', async () => {
    const { runtime, held, session } = await heldSession([])
    const sent = await told(session.steer('One.', { branch: 'map#1[0]' }))
    await session.edit(sent.id, { text: 'Another.', branch: 'map#1[0]' })
    await told(session.override({ result: 'The end.', path: 'think#2' }))
    held.open()
    await session.outcome
    const own = (await tellings(runtime, session.id)).filter(([, data]) => data['id'] === sent.id)
    expect(own).toMatchObject([
      ['queued', { body: { text: 'One.' } }],
      ['queued', { body: { text: 'Another.' }, edited: true }],
      ['rejected', { why: 'session-ended' }],
    ])
  })

  it('may be edited to mean another step', async () => {
    const { store, held, session } = await heldSession()
    const sent = await told(session.override({ result: 'Mine.', path: 'act#1[0]' }))
    await session.edit(sent.id, { result: 'Mine.', path: 'think#2' })
    await turns()
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Mine.' })
    expect(await standing(store, session.id)).toEqual(['override applied at think#2'])
  })

  it('is checked again when it is edited', async () => {
    const { held, session } = await heldSession()
    const sent = await told(session.steer('Be long.'))
    await expect(session.edit(sent.id, { txt: 'Be brief.' })).rejects.toMatchObject({ code: 'intervention-invalid' })
    held.open()
    await session.outcome
  })

  it.each([
    ['steer', (session: Session) => session.steer('Be brief.')],
    ['override', (session: Session) => session.override({ result: 'Mine.' })],
    ['step', (session: Session) => session.step()],
    ['finish', (session: Session) => session.finish()],
  ])('may be withdrawn: a %s is then as if it had never been', async (action, send) => {
    const { runtime, store, held, model, session } = await heldSession()
    const sent = await told(send(session))
    await session.withdraw(sent.id)
    await turns()
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(model.requests.flatMap(textsOf).filter(mentions('GUIDANCE'))).toEqual([])
    expect(await standing(store, session.id)).toEqual([`${action} withdrawn`])
    expect(await factsOfType(runtime, session.id, 'intervention.withdrawn')).toMatchObject([{ data: { id: sent.id } }])
    expect(await factsOfType(runtime, session.id, 'intervention.applied')).toEqual([])
  })

  it('counts once for each key', async () => {
    const { store, held, model, session } = await heldSession()
    const first = await session.steer('Be brief.', { key: 'k1' })
    const second = await told(session.steer('Be brief.', { key: 'k1' }))
    expect(second.id).toBe(first.id)
    held.open()
    await session.outcome
    expect(textsOf(model.requests[1]).filter(mentions('brief'))).toHaveLength(1)
    expect(await standing(store, session.id)).toEqual(['steer applied at think#2'])
  })

  it('is rejected when the session ends before it could be applied', async () => {
    const { runtime, store, held, session } = await heldSession([])
    await told(session.override({ result: 'The end.', path: 'think#2' }))
    await told(session.steer('Nobody will ask again.', { branch: 'map#1[0]' }))
    held.open()
    await session.outcome
    expect((await standing(store, session.id))[1]).toBe('steer rejected: session-ended')
    expect(await factsOfType(runtime, session.id, 'intervention.rejected')).toMatchObject([
      { data: { action: 'steer', why: 'session-ended' } },
    ])
  })

  it('is rejected with the end even when it came at the very last moment', async () => {
    const { runtime, store } = world()
    let send = () => Promise.resolve<unknown>(undefined)
    let sent = Promise.resolve<unknown>(undefined)
    const hasty = loopOf('hasty', async (ctx) => {
      await ctx.generate([user('x')])
      sent = send()
      return 'Done.'
    })
    const held = gate()
    const session = await runtime.start(hasty, 'Go.', { model: scriptedModel(behind(held, says('x'))) })
    send = () => session.steer('Wait!')
    held.open()
    await session.outcome
    await sent
    expect(await standing(store, session.id)).toEqual(['steer rejected: session-ended'])
  })

  it('is rejected with the end though nobody saw it come', async () => {
    const real = memoryStore()
    const sent = (session: string) => ({ id: 'itv_late', session, action: 'steer', body: { text: 'Wait!' } })
    const journal = withMethods(real.journal, {
      append: (lease, facts, options) => {
        if (options?.mirror?.state === 'ended') {
          void real.interventions.add({ ...sent(lease.session), by: 'ada', at: 0, key: null })
        }
        return real.journal.append(lease, facts, options)
      },
    })
    const { runtime, store } = world({ store: { ...real, journal } })
    const session = await runtime.start(react, 'Hello.', { model: scriptedModel(says('Hi.')) })
    expect(await session.outcome).toMatchObject({ answer: 'Hi.' })
    expect(await standing(store, session.id)).toEqual(['steer rejected: session-ended'])
    expect(await factsOfType(runtime, session.id, 'intervention.rejected')).toEqual([])
  })

  it('can be neither edited nor withdrawn once it is applied', async () => {
    const { held, session } = await heldSession()
    const sent = await told(session.steer('Be brief.'))
    held.open()
    await session.outcome
    await expect(session.edit(sent.id, { text: 'x' })).rejects.toMatchObject({ code: 'intervention-settled' })
    await expect(session.withdraw(sent.id)).rejects.toMatchObject({ code: 'intervention-settled' })
  })
})

describe.each(reactShapes)('queued interventions, on $shape', ({ loop, prefix }) => {
  it('survive a restart and are applied exactly once', async () => {
    const { runtime, store, afterCrash } = world()
    const held = gate()
    const model = scriptedModel(behind(held, look))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.addContext('It is late.'))
    await told(session.steer('Be brief.'))
    await told(session.override({ result: 'Nothing.', path: `${prefix}act#1[0]` }))

    const second = scriptedModel(look, says('Done.'))
    const later = afterCrash(equipment(loop, second, search))
    expect(await (await later.resume(session.id)).outcome).toMatchObject({ answer: 'Done.' })
    const guided = second.requests.map((request) => textsOf(request).filter(mentions('brief')).length)
    const informed = second.requests.map((request) => textsOf(request).filter(mentions('late')).length)
    expect([guided, informed]).toEqual([
      [1, 0],
      [1, 1],
    ])
    expect(second.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({ text: 'Nothing.' })
    expect(await standing(store, session.id)).toEqual([
      'context applied at the beginning',
      `steer applied at ${prefix}think#1`,
      `override applied at ${prefix}act#1[0]`,
    ])
    expect(await factsOfType(later, session.id, 'intervention.queued')).toHaveLength(3)
    expect(await factsOfType(later, session.id, 'intervention.applied')).toHaveLength(3)
  })
})

describe('interventions', () => {
  it('edited while nobody runs the session are told of as they are applied or rejected', async () => {
    const { runtime, clock, afterCrash, another } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, look)), tools: [search] })
    await held.isReached
    const sent = await told(session.steer('Be long.'))
    const unheard = await told(session.steer('One.', { branch: 'map#1[0]' }))
    await clock.runUntil(runtime.close({ keepStore: true }))
    await another().edit(session.id, sent.id, { text: 'Be brief.' })
    await another().edit(session.id, unheard.id, { text: 'Another.', branch: 'map#1[0]' })
    const second = scriptedModel(look, says('Done.'))
    const later = afterCrash(equipment(react as never, second, search))
    await (await later.resume(session.id)).outcome
    expect(textsOf(second.requests[0]).at(-1)).toBe('[USER GUIDANCE] Be brief.')
    expect(await tellings(later, session.id)).toMatchObject([
      ['queued', { body: { text: 'Be long.' } }],
      ['queued', { body: { text: 'One.' } }],
      ['queued', { id: sent.id, body: { text: 'Be brief.' }, edited: true }],
      ['queued', { id: unheard.id, body: { text: 'Another.' }, edited: true }],
      ['applied', { id: sent.id }],
      ['rejected', { id: unheard.id }],
    ])
  })

  it('sent while nobody runs the session are applied when it goes on', async () => {
    const { runtime, clock, afterCrash, another } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, look)), tools: [search] })
    await held.isReached
    await clock.runUntil(runtime.close({ keepStore: true }))
    const outside = await another().session(session.id)
    await outside.pause()
    const second = scriptedModel(look, says('Done.'))
    const later = afterCrash(equipment(react as never, second, search))
    await later.recover()
    const resumed = await later.session(session.id)
    expect(await resumed.idle()).toBe('paused')
    expect(second.requests).toHaveLength(0)
    await resumed.resume()
    expect(await resumed.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('reach a session that another process runs', async () => {
    const { another, held, model, session } = await heldSession()
    const outside = await another().session(session.id)
    await told(outside.steer('From elsewhere.', { by: 'grace' }))
    held.open()
    await session.outcome
    expect(textsOf(model.requests[1]).at(-1)).toBe('[USER GUIDANCE] From elsewhere.')
  })

  it('tell an ended session apart', async () => {
    const { held, session } = await heldSession()
    held.open()
    await session.outcome
    await expect(session.steer('Too late.')).rejects.toMatchObject({ code: 'session-ended' })
  })

  it('note who sent them with the step they changed', async () => {
    const { runtime, held, session } = await heldSession()
    await told(session.steer('Be brief.', { by: 'ada' }))
    await told(session.steer('Be kind.', { by: 'grace' }))
    held.open()
    await session.outcome
    const steps = await factsOfType(runtime, session.id, 'step.finished')
    expect(steps.map(({ data }) => (data as { by?: unknown }).by)).toEqual([undefined, undefined, ['ada', 'grace']])
  })

  it('are applied in the order in which they were sent', async () => {
    const { runtime } = world()
    const held = gate()
    const two = loopOf('two', async (ctx) => {
      await ctx.generate([user('first')])
      const one = await ctx.generate([user('second')])
      const other = await ctx.generate([user('third')])
      return [one.text, other.text]
    })
    const session = await runtime.start(two, 'Go.', { model: modelOf(behind(held, says('model'))) })
    await held.isReached
    await told(session.override({ result: 'a' }))
    await told(session.override({ result: 'b' }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: ['a', 'b'] })
  })
})
