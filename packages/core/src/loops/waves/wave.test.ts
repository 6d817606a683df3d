import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gate, turns, world } from '../../../../../test/support/kernel.ts'
import {
  type Drafted,
  dates,
  done,
  free,
  given,
  goal,
  goesOn,
  guessless,
  linked,
  runWaves,
} from '../../../../../test/support/waves-runs.ts'
import { says, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

const answer = says('Rooms 12 and 14.')
const resultsOf = (end: { readonly details: unknown }) =>
  (end.details as { results: Record<string, { status: string; text: string; sameAs?: string }> }).results

describe('a wave', () => {
  it('may hold calls that take parts of the results of others', async () => {
    const { asked, end } = await runWaves(scriptedModel(done(linked, dates), answer))
    expect(asked).toEqual([
      { tool: 'calendar.holiday', input: { name: 'Hanukkah' } },
      { tool: 'pms.rooms', input: { from: '2026-12-04', to: '2026-12-05' } },
    ])
    expect(end.details).toMatchObject({ iterations: 1, waves: 1, results: { free: { status: 'ok' } } })
  })

  it('refers to results of earlier waves, and needs of theirs are met', async () => {
    const later = { ...linked, needs: ['dates'] }
    const { asked, end } = await runWaves(scriptedModel(goesOn(dates), done(later), answer))
    expect(asked[1]?.input).toEqual({ from: '2026-12-04', to: '2026-12-05' })
    expect(end.outcome).toBe('answered')
  })

  it('begins each call as soon as those it needs have ended, whoever else is still running', async () => {
    const begun: string[] = []
    const slow = gate()
    const work = defineTool({
      name: 'work',
      description: 'Works.',
      input: z.object({ name: z.string() }),
      run: async ({ name }) => {
        begun.push(name)
        if (name === 'slow') await slow.pass()
        return name
      },
    })
    const call = (id: string, ...needs: readonly string[]): Drafted => ({ id, tool: 'work', args: { name: id }, needs })
    const model = scriptedModel(done(call('slow'), call('a'), call('b', 'a'), call('c', 'b', 'slow')), answer)
    const { runtime } = world()
    const session = await runtime.start(waves, goal, { model, tools: [work] })
    await slow.isReached
    await turns()
    expect(begun).toEqual(['slow', 'a', 'b'])
    slow.open()
    await session.outcome
    expect(begun).toEqual(['slow', 'a', 'b', 'c'])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('runs more calls at once than a map does by itself', async () => {
    let atOnce = 0
    let most = 0
    const work = defineTool({
      name: 'work',
      description: 'Works.',
      input: z.object({ nr: z.number() }),
      run: async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await turns(3)
        atOnce -= 1
        return 'ok'
      },
    })
    const calls = Array.from({ length: 10 }, (_, nr) => ({ id: `w${nr}`, tool: 'work', args: { nr } }))
    await runWaves(scriptedModel(done(...calls), answer), { tools: [work] })
    expect(most).toBe(10)
  })

  it('makes no call whose reference leads nowhere, and tells the planner what there is', async () => {
    const wrong = { ...free, args: { from: { $ref: 'dates.begin' }, to: 'x' } }
    const model = scriptedModel(done(dates, wrong), done(free), answer)
    const { asked, end } = await runWaves(model)
    expect(given(model, 1)['results']).toContain(
      'Call `free` of pms.rooms was not made:\n<untrusted from="pms.rooms">\nNot made: `dates` has no `begin`: there are name, days.',
    )
    expect(asked.map(({ tool }) => tool)).toEqual(['calendar.holiday', 'pms.rooms'])
    expect(resultsOf(end)).toMatchObject({ free: { status: 'not-made' }, 'free-2': { status: 'ok' } })
  })

  it('makes no call that needs one that failed, and loses neither', async () => {
    const broken = { ...dates, args: { name: 'unknown' } }
    const model = scriptedModel(goesOn(broken, linked), done(), answer)
    const { asked, end } = await runWaves(model, { config: { eager: false } })
    expect(asked).toHaveLength(1)
    expect(resultsOf(end)).toMatchObject({
      dates: { status: 'failed', text: '`calendar.holiday` failed: no such holiday' },
      free: { status: 'not-made', text: 'Not made: `dates`, which it needs, gave no result.' },
    })
    expect(given(model, 1)['results']).toContain('Call `dates` of calendar.holiday failed:')
    expect(given(model, 2)['results']).toContain('Call `free` of pms.rooms was not made:')
  })

  it('makes no call that needs one that failed in an earlier wave, of the same plan or on purpose', async () => {
    const broken = { ...dates, args: { name: 'unknown' } }
    const book = (id: string, ...needs: readonly string[]) => ({ id, tool: 'pms.book', args: { room: id }, needs })
    const plan = goesOn(broken, book('b', 'dates'), book('c', 'b'))
    const model = scriptedModel(plan, goesOn(book('d', 'dates')), done(book('e')), answer)
    const { asked, end } = await runWaves(model, { config: { maxTools: 1, eager: false } })
    expect(asked.map(({ input }) => input)).toEqual([{ name: 'unknown' }, { room: 'e' }])
    expect(resultsOf(end)).toMatchObject({
      b: { status: 'not-made', text: 'Not made: `dates`, which it needs, gave no result.' },
      c: { status: 'not-made', text: 'Not made: `b`, which it needs, gave no result.' },
      d: { status: 'not-made', text: 'Not made: `dates`, which it needs, gave no result.' },
      e: { status: 'ok' },
    })
  })

  it('takes nothing from a call of an earlier wave that failed', async () => {
    const broken = { ...dates, args: { name: 'unknown' } }
    const { end } = await runWaves(scriptedModel(goesOn(broken), goesOn(linked), done(), answer))
    expect(resultsOf(end)['free']?.text).toContain('`dates` has no result that could be referred to')
  })

  it('tells of arguments that a tool refuses, by their field', async () => {
    const bad = { ...dates, args: { name: 7, year: 'soon' } }
    const { end } = await runWaves(scriptedModel(goesOn(bad), done(), answer))
    expect(resultsOf(end)['dates']).toMatchObject({ status: 'not-made' })
    expect(resultsOf(end)['dates']?.text).toContain('year: expected number')
  })
})

describe('a text that a call gave', () => {
  const tell = defineTool({
    name: 'tell',
    description: 'Tells what it is told.',
    input: z.object({ text: z.string() }),
    effect: 'pure',
    run: ({ text }) => text,
  })
  const taken: unknown[] = []
  const take = defineTool({
    name: 'take',
    description: 'Takes.',
    input: z.object({
      text: z.string().optional(),
      number: z.number().nullish(),
      list: z.array(z.int()).optional(),
      any: z.unknown().optional(),
    }),
    effect: 'pure',
    run: (input) => {
      taken.push(input)
      return 'Taken.'
    },
  })

  it.each([
    ['12345678901234567890', { text: '$a' }, { text: '12345678901234567890' }],
    ['1.10', { text: '$a', any: '$a' }, { text: '1.10', any: '1.10' }],
    ['true', { any: '$a' }, { any: 'true' }],
    ['7', { number: '$a', list: ['$a'] }, { number: 7, list: [7] }],
    ['{ "a": 1.10 }', { text: '$a' }, { text: '{ "a": 1.10 }' }],
    ['{ "a": 1.10 }', { any: '$a', number: '$a.a' }, { any: { a: 1.1 }, number: 1.1 }],
    [
      '{"id":12345678901234567890}',
      { any: '$a', text: '$a.id' },
      { any: { id: '12345678901234567890' }, text: '12345678901234567890' },
    ],
  ])('%s is taken as it is by %j', async (text, args, input) => {
    taken.length = 0
    const told = { id: 'a', tool: 'tell', args: { text } }
    await runWaves(scriptedModel(done(told, { id: 'b', tool: 'take', args }), answer), { tools: [tell, take] })
    expect(taken).toEqual([input])
  })
})

describe('an id that was used before', () => {
  it('is given a number, which is told, and nothing is overwritten', async () => {
    const other = { ...dates, args: { name: 'Purim' } }
    const model = scriptedModel(goesOn(dates), goesOn(other), done(), answer)
    const { end } = await runWaves(model)
    expect(given(model, 2)['results']).toContain(
      'Call `dates-2` of calendar.holiday, planned as `dates`, an id that was taken, gave:',
    )
    expect(resultsOf(end)).toMatchObject({
      dates: { args: { name: 'Hanukkah' } },
      'dates-2': { args: { name: 'Purim' }, plannedAs: 'dates' },
    })
  })
})

describe('a call that was made before', () => {
  it('with exactly these arguments is not made again: its result is used', async () => {
    const again = { id: 'again', tool: 'calendar.holiday', args: { name: 'Hanukkah' } }
    const rooms = { ...free, args: { from: '$again.days[0].start', to: 'x' } }
    const model = scriptedModel(goesOn(dates), done(again, rooms), answer)
    const { asked, end } = await runWaves(model)
    expect(asked.map(({ tool }) => tool)).toEqual(['calendar.holiday', 'pms.rooms'])
    expect(resultsOf(end)['again']).toMatchObject({ status: 'ok', sameAs: 'dates' })
    expect(asked[1]?.input).toEqual({ from: '2026-12-04', to: 'x' })
  })

  it('is told by the arguments as they are in the end, in any order', async () => {
    const again = { id: 'again', tool: 'pms.rooms', args: { to: '2026-12-05', from: { $ref: 'dates.days[0].start' } } }
    const { asked } = await runWaves(scriptedModel(goesOn(dates, free), done(again), answer))
    expect(asked).toHaveLength(2)
  })

  it('is made again when any argument is another', async () => {
    const other = { ...free, args: { ...(free.args as object), board: 'half' } }
    const { asked } = await runWaves(scriptedModel(goesOn(free), done(other), answer))
    expect(asked.map(({ input }) => input)).toEqual([free.args, other.args])
  })

  it('and failed is made once more, for that may pass, and then the planner is told', async () => {
    const broken = { ...dates, args: { name: 'unknown' } }
    const model = scriptedModel(goesOn(broken), goesOn(broken), goesOn(broken), done(), answer)
    const { asked, end } = await runWaves(model, { config: { eager: false } })
    expect(asked).toHaveLength(2)
    expect(resultsOf(end)).toMatchObject({ 'dates-2': { status: 'failed' }, 'dates-3': { status: 'not-made' } })
    expect(given(model, 3)['results']).toContain('the same call failed before, as `dates-2`, more than once.')
  })

  it('and failed is one call with an equal one of the same wave', async () => {
    const broken = { ...dates, args: { name: 'unknown' } }
    const model = scriptedModel(done(broken, { ...broken, id: 'again' }), done(), answer)
    const { asked, end } = await runWaves(model, { config: { eager: false } })
    expect(asked).toHaveLength(1)
    expect(resultsOf(end)['again']?.text).toBe(
      'Not made: the same call failed before, as `dates`. Change its arguments.',
    )
  })

  it('stands in the same wave: two that are the same are one', async () => {
    const book = (id: string) => ({ id, tool: 'pms.book', args: { room: '12' } })
    const { asked, end } = await runWaves(scriptedModel(done(book('a'), book('b')), answer))
    expect(asked).toHaveLength(1)
    expect(resultsOf(end)['b']).toMatchObject({ status: 'ok', sameAs: 'a', text: 'Booked 12.' })
  })
})

describe('a plan with more calls than a wave may have', () => {
  const holiday = (name: string) => ({ id: name, tool: 'calendar.holiday', args: { name } })

  it('is carried out in several, without another plan', async () => {
    const model = scriptedModel(goesOn(holiday('a'), holiday('b'), holiday('c')), done(), answer)
    const { end, asked } = await runWaves(model, { config: { maxTools: 2 } })
    expect(asked.map(({ input }) => input)).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    expect(end.details).toMatchObject({ iterations: 2, waves: 2, results: { a: {}, b: {}, c: {} } })
    expect(given(model, 1)['results']?.match(/^Call /gm)).toHaveLength(3)
  })

  it('says what was not made any more when the waves are used up', async () => {
    const model = scriptedModel(done(holiday('a'), holiday('b'), holiday('c')), answer)
    const { end } = await runWaves(model, { config: { maxTools: 1, maxWaves: 2 } })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      gap: 'Calls that were not made any more:\n- calendar.holiday(name: "c")',
    })
  })

  it('names twenty of those, and how many there are beside them', async () => {
    const calls = Array.from({ length: 30 }, (_, nr) => holiday(`h${nr}`))
    const { end } = await runWaves(scriptedModel(done(...calls), answer), { config: { maxTools: 2, maxWaves: 2 } })
    const lines = String(end.gap).split('\n')
    expect([lines.length, lines[20], lines[21]]).toEqual([22, '- calendar.holiday(name: "h23")', '- and 6 more'])
  })

  it('has the next of them begun while one runs, and nobody guesses', async () => {
    const begun: string[] = []
    const slow = gate()
    const work = defineTool({
      name: 'work',
      description: 'Works.',
      input: z.object({ name: z.string() }),
      effect: 'pure',
      run: async ({ name }) => {
        begun.push(name)
        if (name === 'slow') await slow.pass()
        return `${name}+`
      },
    })
    const call = (id: string, name = id) => ({ id, tool: 'work', args: { name } })
    const plan = goesOn(call('slow'), call('a'), call('b', '$a'), call('c'), call('d', '$slow'), call('e'))
    const utility = guessless()
    const { runtime } = world()
    const config = { eager: false, maxTools: 2 }
    const model = scriptedModel(plan, done(), answer)
    const session = await runtime.start(waves, goal, { model, models: { utility }, tools: [work], config })
    await slow.isReached
    await turns()
    expect(begun.toSorted()).toEqual(['a', 'a+', 'c', 'slow'])
    slow.open()
    const end = await session.outcome
    expect(begun.toSorted()).toEqual(['a', 'a+', 'c', 'e', 'slow', 'slow+'])
    expect(end).toMatchObject({ outcome: 'answered', details: { waves: 3 } })
    expect(utility.requests).toHaveLength(1)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })
})

it('keeps what was guessed out of the trace', async () => {
  const model = scriptedModel(goesOn(dates), done(free), answer)
  const { paths } = await runWaves(model, { models: { utility: guessless() } })
  expect(paths.filter((path) => path.includes('guess'))).toEqual([])
})
