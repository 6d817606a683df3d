import { describe, expect, it } from 'vitest'
import { factsOfType, textsOf, world } from '../../../../../test/support/kernel.ts'
import {
  dates,
  done,
  free,
  given,
  goesOn,
  guessless,
  hotel,
  linked,
  runWaves,
} from '../../../../../test/support/waves-runs.ts'
import { says, scriptedModel } from '../../testing/scripted-model.ts'
import { waves } from './entry.ts'

const answer = says('Rooms 12 and 14.')
const broken = { ...dates, args: { name: 'unknown' } }

describe('the waves', () => {
  it('that are used up end with the answer from what there is', async () => {
    const model = scriptedModel(goesOn(dates), goesOn(free), answer)
    const { end } = await runWaves(model, { config: { maxWaves: 2 } })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      answer: 'Rooms 12 and 14.',
      gap: 'More calls were to be planned when the waves were used up.',
      details: { stop: 'turns', iterations: 2, waves: 2 },
    })
    expect(given(model, 2)['open']).toBe(end.gap)
  })

  it('that are left are told to the planner', async () => {
    const model = scriptedModel(goesOn(dates), done(), answer)
    await runWaves(model, { config: { maxWaves: 3 } })
    expect(textsOf(model.requests[1]).at(-1)).toContain('Waves that are left: 2.')
  })

  it('may leave a correction undone, which is no success', async () => {
    const model = scriptedModel(goesOn(dates), done({ ...broken, id: 'other' }), answer)
    const { end } = await runWaves(model, { config: { maxWaves: 2 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', gap: 'Calls without a usable result: `other` failed.' })
  })
})

describe('one wave for everything', () => {
  const config = { maxWaves: 1 }

  it('is planned at once: one plan, one wave, one answer', async () => {
    const model = scriptedModel(done(dates, linked), answer)
    const { end } = await runWaves(model, { config })
    expect(textsOf(model.requests[0])[0]).toContain('There is one wave and no other: plan everything at once')
    expect(end).toMatchObject({ outcome: 'answered', details: { iterations: 1, waves: 1 } })
  })

  const failed = 'Calls without a usable result: `dates` failed.'

  it.each([
    ['done', done(dates, linked), ['answered', null]],
    ['done, and something failed', done(broken), ['limit:turns', failed]],
    ['continue, and nothing failed', goesOn(dates, linked), ['answered', null]],
    ['continue, and something failed', goesOn(broken), ['limit:turns', failed]],
  ])('ends well or not when the plan says %s', async (_, plan, expected) => {
    const { end } = await runWaves(scriptedModel(plan, answer), { config })
    expect([end.outcome, end.gap]).toEqual(expected)
  })

  it.each([
    ['done', done(broken), ['answered', null]],
    ['continue', goesOn(broken), ['limit:turns', failed]],
  ])('of which nothing is to be corrected ends as a plan says that is %s', async (_, plan, expected) => {
    const { end } = await runWaves(scriptedModel(plan, answer), { config: { ...config, selfCorrect: false } })
    expect([end.outcome, end.gap]).toEqual(expected)
  })

  it('guesses no other', async () => {
    const utility = guessless()
    await runWaves(scriptedModel(goesOn(dates), answer), { config, models: { utility } })
    expect(utility.requests).toEqual([])
  })
})

describe('a plan that cannot be used', () => {
  it('is asked for again with its exact faults', async () => {
    const wrong = goesOn({ id: 'a', tool: 'fly' }, { id: 'a', tool: 'pms.rooms', needs: ['x'] })
    const model = scriptedModel(wrong, done(dates), answer)
    const { end } = await runWaves(model)
    expect(textsOf(model.requests[1]).at(-1)).toBe(
      [
        'That cannot be used:',
        '- two calls have the id `a`',
        '- call `a`: there is no tool `fly`; there are calendar.holiday, pms.rooms, pms.book',
        '- call `a`: `pms.rooms` needs the argument `from`',
        '- call `a`: `pms.rooms` needs the argument `to`',
        '- call `a` needs `x`, which is no call',
        'Reply with the corrected JSON and nothing else.',
      ].join('\n'),
    )
    expect(end.outcome).toBe('answered')
  })

  it('for its size is told so', async () => {
    const calls = (count: number) => Array.from({ length: count }, (_, nr) => ({ ...dates, id: `d${nr}` }))
    const model = scriptedModel(done(...calls(201)), done(...calls(200)), answer)
    const { end, asked } = await runWaves(model, {
      config: { maxWaves: 2, maxTools: 100, eager: false, speculate: false },
    })
    expect(textsOf(model.requests[1]).at(-1)).toContain('200')
    expect([end.outcome, asked.length]).toEqual(['answered', 1])
  })

  it('is read in other words for the same', async () => {
    const loose = says('```json\n[{"name": "calendar.holiday", "input": "{\\"name\\": \\"Hanukkah\\"}"}]\n```')
    const { asked } = await runWaves(scriptedModel(loose, done(), answer))
    expect(asked).toEqual([{ tool: 'calendar.holiday', input: { name: 'Hanukkah' } }])
  })

  it('and never comes leaves the session stuck where there is nothing', async () => {
    const { end, runtime, session } = await runWaves(scriptedModel(says('Hm.'), says('Hm.'), says('Hm.')))
    expect(end).toMatchObject({
      outcome: 'stuck:unreadable',
      answer: null,
      gap: 'No plan could be read after 0 of 5 waves.',
      details: { stop: 'unreadable' },
    })
    const names = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => (data as { name?: string }).name)
    expect(names).toContain('plan-unusable')
    expect(names).toContain('gap')
  })

  it('and never comes again is answered for with what there is, and is not done in silence', async () => {
    const model = scriptedModel(goesOn(dates), says('Hm.'), says(''), says('Done!'), answer)
    const { end } = await runWaves(model)
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'Rooms 12 and 14.',
      gap: 'No plan could be read after 1 of 5 waves.',
      details: { stop: 'unreadable', results: { dates: { status: 'ok' } } },
    })
    expect(given(model, 4)['open']).toBe(end.gap)
  })

  it('is not kept for others', async () => {
    const { runtime } = world()
    const start = async (model: ReturnType<typeof scriptedModel>) => {
      const session = await runtime.start(waves, 'Go.', { model, tools: hotel().tools })
      return session.outcome
    }
    await start(scriptedModel(says('Hm.'), says('Hm.'), says('Hm.')))
    expect((await start(scriptedModel(done(), says('Hello.')))).answer).toBe('Hello.')
  })
})

describe('a budget that ends', () => {
  it.each([
    ['plans', {}, [goesOn(dates), goesOn(free)]],
    ['candidates', { candidates: 2 }, [goesOn(dates), goesOn(dates), goesOn(free), goesOn(free)]],
    [
      'candidates that cannot be used',
      { candidates: 2 },
      [says(''), says(''), goesOn(dates), says(''), says(''), goesOn(free)],
    ],
    ['repairs', {}, [says('Hm.'), goesOn(dates), says('Hm.'), goesOn(free)]],
  ])('after as many turns has seen that many waves, with %s', async (_, config, plans) => {
    const model = scriptedModel(...plans, says('On 4 December.'))
    const { end } = await runWaves(model, { budget: { turns: 2 }, config })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'On 4 December.', usage: { toolCalls: 2 } })
  })

  it('after a wave is answered for from its results', async () => {
    const model = scriptedModel(goesOn(dates), says('On 4 December.'))
    const { end } = await runWaves(model, { budget: { modelCalls: 2 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'On 4 December.' })
    expect(textsOf(model.requests[1]).at(-1)).toContain('"start":"2026-12-04"')
  })

  it('within a wave keeps what was found', async () => {
    const model = scriptedModel(done(dates, linked), says('On 4 December.'))
    const { end } = await runWaves(model, { budget: { toolCalls: 1 } })
    expect(end).toMatchObject({ outcome: 'limit:tools', answer: 'On 4 December.' })
    expect(textsOf(model.requests[1]).at(-1)).toContain('"start":"2026-12-04"')
  })
})
