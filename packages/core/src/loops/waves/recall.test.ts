import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { told, world } from '../../../../../test/support/kernel.ts'
import { dates, done, goal, guessless, hotel, linked } from '../../../../../test/support/waves-runs.ts'
import { type ScriptedModel, says, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

const answer = says('Two rooms.')

describe('a wave that a person edits before a call of it', () => {
  const stopped = async (model: ScriptedModel, config = {}) => {
    const { runtime } = world()
    const { asked, tools } = hotel()
    const breakpoints = [{ before: 'calendar.holiday' }]
    const options = { model, models: { utility: guessless() }, tools, breakpoints, config }
    const session = await runtime.start(waves, goal, options)
    expect(await session.idle()).toBe('paused')
    const toTheEnd = async () => {
      while ((await session.idle()) === 'paused') await told(session.resume())
      return session.outcome
    }
    return { runtime, session, asked, toTheEnd }
  }
  const purim = { id: 'dates', goal: 'Another.', tool: 'calendar.holiday', input: { name: 'Purim' } }

  it('makes the call that the person wants in its place', async () => {
    const { runtime, session, asked, toTheEnd } = await stopped(scriptedModel(done(dates), answer))
    await told(session.editPlan([purim]))
    expect(await toTheEnd()).toMatchObject({ outcome: 'answered', details: { waves: 1, iterations: 1 } })
    expect(asked).toEqual([{ tool: 'calendar.holiday', input: { name: 'Purim' } }])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('makes none when it is emptied', async () => {
    const { session, asked, toTheEnd } = await stopped(scriptedModel(done(dates)))
    await told(session.editPlan([]))
    expect(await toTheEnd()).toMatchObject({ outcome: 'blocked', details: { stop: 'emptied', waves: 0 } })
    expect(asked).toEqual([])
  })

  it('has calls back that wait for it, and keeps what others gave', async () => {
    const other = { id: 'other', tool: 'pms.rooms', args: { from: '2026-01-01', to: '2026-01-02' } }
    const { session, asked, toTheEnd } = await stopped(scriptedModel(done(other, dates, linked), answer))
    await told(session.editPlan([]))
    expect(await toTheEnd()).toMatchObject({ outcome: 'answered', details: { waves: 1 } })
    expect(asked).toEqual([{ tool: 'pms.rooms', input: other.args }])
  })

  it('counts as one wave, and as one round, however often it is taken up', async () => {
    const other = { id: 'other', tool: 'pms.rooms', args: { from: '2026-01-01', to: '2026-01-02' } }
    const { session, toTheEnd } = await stopped(scriptedModel(done(other, dates), answer), { maxWaves: 1 })
    await told(session.editPlan([purim]))
    expect(await toTheEnd()).toMatchObject({ outcome: 'answered', gap: null, details: { waves: 1 } })
  })

  it('makes a call again that failed before the stop, when the person wants it', async () => {
    const { runtime } = world()
    const said: string[] = []
    const look = defineTool({
      name: 'look',
      description: 'Looks, and fails at first.',
      input: z.object({ name: z.string() }),
      effect: 'pure',
      run: ({ name }) => {
        said.push(name)
        if (said.length === 1) throw new Error('503, busy')
        return `seen ${name}`
      },
    })
    const first = done({ id: 'a', tool: 'look', args: { name: 'hall' } }, dates)
    const model = scriptedModel(first, done(), answer)
    const tools = [...hotel().tools, look as Tool]
    const options = { model, models: { utility: guessless() }, tools, breakpoints: [{ before: 'calendar.holiday' }] }
    const session = await runtime.start(waves, goal, { ...options, config: { eager: false } })
    expect(await session.idle()).toBe('paused')
    await told(session.editPlan([{ id: 'b', goal: 'Once more.', tool: 'look', input: { name: 'hall' } }]))
    while ((await session.idle()) === 'paused') await told(session.resume())
    expect((await session.outcome).details).toMatchObject({ results: { a: { status: 'failed' }, b: { status: 'ok' } } })
  })

  it('goes on as it was when the edit has faults', async () => {
    const { session, asked, toTheEnd } = await stopped(scriptedModel(done(dates), answer))
    await told(session.editPlan([{ ...purim, tool: 'calendar.holliday' }]))
    expect(await toTheEnd()).toMatchObject({ outcome: 'answered', details: { waves: 1 } })
    expect(asked).toEqual([{ tool: 'calendar.holiday', input: { name: 'Hanukkah' } }])
  })
})
