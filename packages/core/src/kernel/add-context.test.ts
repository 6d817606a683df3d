import { describe, expect, it } from 'vitest'
import {
  behind,
  equipment,
  gate,
  loopOf,
  reactShapes,
  search,
  standing,
  textsOf,
  told,
  world,
} from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { system, user } from '../messages.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'

const note = '[CONTEXT] The office is closed on Friday.'

describe.each(reactShapes)('added context, on $shape', ({ loop, prefix: _ }) => {
  it('is part of every later request, always at the same place', async () => {
    const { runtime, store } = world()
    const held = gate()
    const look = calls('search', { query: 'x' })
    const model = scriptedModel(behind(held, look), calls('search', { query: 'y' }), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.addContext('The office is closed on Friday.'))
    held.open()
    await session.outcome
    expect(model.requests.map((request) => textsOf(request).indexOf(note))).toEqual([-1, 1, 1])
    expect(await standing(store, session.id)).toEqual(['context applied at the beginning'])
  })
})

describe('added context', () => {
  it('may be a file', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    const file = { name: 'hours.txt', mediaType: 'text/plain', data: 'Mon-Thu' }
    await told(session.addContext(file))
    held.open()
    await session.outcome
    expect(model.requests[1]?.messages[1]).toEqual(user('[CONTEXT] hours.txt', { type: 'file', ...file }))
  })

  it('reaches every branch of a map and every role', async () => {
    const { runtime } = world()
    const held = gate()
    const fan = loopOf('fan', async (ctx) => {
      await ctx.generate([user('first')])
      await ctx.map(['a', 'b'], (item, branch) => branch.generate([system('s'), user(item)], { role: 'judge' }))
      return 'Done.'
    })
    const model = scriptedModel(behind(held, says('1')), says('2'), says('3'))
    const session = await runtime.start(fan, 'Go.', { model })
    await held.isReached
    await told(session.addContext('The office is closed on Friday.'))
    held.open()
    await session.outcome
    expect(model.requests.slice(1).map(textsOf)).toEqual([
      ['s', note, 'a'],
      ['s', note, 'b'],
    ])
  })

  it('stays after a restart', async () => {
    const { runtime, afterCrash } = world()
    const held = [gate(), gate()]
    const model = scriptedModel(behind(held[0]!, calls('search', { query: 'x' })), behind(held[1]!, says('never')))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held[0]?.isReached
    await told(session.addContext('The office is closed on Friday.'))
    held[0]?.open()
    await held[1]?.isReached

    const second = modelOf(() => says('Done.'))
    const later = afterCrash(equipment(react as never, second, search))
    await (await later.resume(session.id)).outcome
    expect(second.requests.map((request) => textsOf(request).indexOf(note))).toEqual([1])
  })
})
