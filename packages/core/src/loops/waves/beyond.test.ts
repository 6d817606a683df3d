import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  factsOf,
  factsOfType,
  gate,
  textsOf,
  told,
  turns,
  withMethods,
  world,
} from '../../../../../test/support/kernel.ts'
import {
  type Drafted,
  dates,
  done,
  free,
  given,
  goal,
  goesOn,
  guessless,
  hotel,
  linked,
  runWaves,
} from '../../../../../test/support/waves-runs.ts'
import type { Model } from '../../ports/model.ts'
import type { StartOptions } from '../../runtime/definition.ts'
import { modelOf, says, scripted, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

const answer = says('Rooms 12 and 14.')
const full = { ...free, args: { ...(free.args as object), board: 'full' } }

describe('self-correction', () => {
  it('plans again what gave nothing, with suggestions, though the plan said done', async () => {
    const model = scriptedModel(done(full), done(free), answer)
    const { end, asked, runtime, session } = await runWaves(model)
    const told = textsOf(model.requests[1]).at(-1)
    expect(told).toMatch(/`free` \(pms\.rooms\) gave nothing\. Widen or shift .*Its arguments are from, to, board\./)
    expect(asked.map(({ input }) => input)).toEqual([full.args, free.args])
    expect(end).toMatchObject({
      outcome: 'answered',
      details: { waves: 2, results: { free: { status: 'empty' }, 'free-2': { status: 'ok' } } },
    })
    expect(given(model, 2)['results']).toContain(
      'Call `free-2` of pms.rooms, planned as `free`, an id that was taken, gave:',
    )
    const [, correction] = await factsOfType(runtime, session.id, 'plan.changed')
    expect(correction?.data).toMatchObject({ round: 1, reason: 'Calls without a usable result: `free` gave nothing.' })
  })

  it('accepts a planner that sees no other way', async () => {
    const { end } = await runWaves(scriptedModel(done(full), done(), says('There are no rooms.')))
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'done', iterations: 2, waves: 1 } })
  })

  it('is left out when it is switched off', async () => {
    const model = scriptedModel(done(full), says('There are no rooms.'))
    const { end } = await runWaves(model, { config: { selfCorrect: false } })
    expect(end).toMatchObject({ outcome: 'answered', details: { iterations: 1 } })
    expect(given(model, 1)['results']).toContain('Call `free` of pms.rooms gave nothing:')
  })
})

describe('the plan cache', () => {
  /** Sessions over one store. */
  function sessions() {
    const { runtime, clock } = world()
    const run = async (model: Model, options: StartOptions = {}, task = goal) => {
      const session = await runtime.start(waves, task, { model, tools: hotel().tools, ...options })
      const end = await session.outcome
      expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
      return end
    }
    return { run, clock }
  }

  it('gives an equal session the first plan of another', async () => {
    const { run } = sessions()
    await run(scriptedModel(done(dates), answer))
    const end = await run(scriptedModel(answer))
    expect(end).toMatchObject({ outcome: 'answered', usage: { modelCalls: 1 }, details: { results: { dates: {} } } })
  })

  it.each<[string, StartOptions, string]>([
    ['another goal', {}, 'Another goal.'],
    ['other tools', { tools: hotel().tools.slice(0, 1) }, goal],
    ['other settings', { config: { maxQuestions: 2 } }, goal],
    ['no cache', { config: { planCache: false } }, goal],
  ])('is of no use for a session with %s', async (_, options, task) => {
    const { run } = sessions()
    await run(scriptedModel(done(dates), answer))
    const model = scriptedModel(done(), answer)
    await run(model, options, task)
    model.assertUsedUp()
  })

  it('ends with the day', async () => {
    const { run, clock } = sessions()
    await run(scriptedModel(done(dates), answer))
    await clock.advance(24 * 3_600_000)
    const model = scriptedModel(done(), answer)
    await run(model)
    model.assertUsedUp()
  })

  it('knows no time of day: the planner and the judge are told none, unless there is no cache', async () => {
    const judge = scripted([says('{"scores":[{"plan":1,"score":9}]}')], { id: 'test/judge' })
    const cached = scriptedModel(done(dates), done(), answer)
    await runWaves(cached, { config: { candidates: 2 }, models: { judge } })
    expect([given(cached, 0), given(judge, 0)].map(({ today }) => today)).toEqual([
      '2026-01-01, Thursday, UTC',
      '2026-01-01, Thursday, UTC',
    ])
    const fresh = scriptedModel(done(dates), answer)
    await runWaves(fresh, { config: { planCache: false } })
    expect(given(fresh, 0)['today']).toBe('2026-01-01, Thursday, 00:00 UTC')
  })

  it('keeps a plan for half an hour', async () => {
    const store = memoryStore()
    const kept: unknown[] = []
    const keyValue = withMethods(store.keyValue, {
      set: async (key, value, ttlMs) => {
        kept.push([key, ttlMs])
        await store.keyValue.set(key, value, ttlMs)
      },
    })
    await runWaves(scriptedModel(done(dates), answer), {}, goal, { store: { ...store, keyValue } })
    expect(kept).toEqual([[expect.stringMatching(/^cache\/local\/@[\w-]{43}$/), 1_800_000]])
  })

  it('has what it kept checked as if it were new', async () => {
    const store = memoryStore()
    const value = { status: 'done', action: '', tools: [{ id: 'a', tool: 'fly', args: {} }] }
    const keyValue = withMethods(store.keyValue, { get: async () => ({ value, by: 'another' }) })
    const model = scriptedModel(done(dates), answer)
    const { end } = await runWaves(model, {}, goal, { store: { ...store, keyValue } })
    expect(end.details).toMatchObject({ waves: 1, iterations: 1, results: { dates: { status: 'ok' } } })
  })

  it('holds first plans alone', async () => {
    const { run } = sessions()
    const config = { speculate: false }
    await run(scriptedModel(goesOn(dates), done(free), answer), { config })
    const model = scriptedModel(done(), answer)
    const end = await run(model, { config })
    expect(end.details).toMatchObject({ results: { dates: {} }, iterations: 2 })
    model.assertUsedUp()
  })
})

describe('candidates', () => {
  const config = { candidates: 3 }
  const verdict = (...scores: readonly number[]) =>
    says(JSON.stringify({ scores: scores.map((score, index) => ({ plan: index + 1, score, why: `W${index + 1}.` })) }))

  it('are drawn side by side at temperature 0.7, and the one of the highest score is run', async () => {
    const model = scriptedModel(done(), done(dates), done(free), answer)
    const judge = scripted([verdict(2, 8.5, 8)], { id: 'test/judge' })
    const { end, asked, paths, runtime, session } = await runWaves(model, { config, models: { judge } })
    expect(paths.slice(1, 5)).toEqual(
      [0, 1, 2].map((nr) => `plan-cache#1/candidates#1[${nr}]/plan#1`).concat('plan-cache#1/judge#1'),
    )
    expect(model.requests.slice(0, 3).map(({ temperature }) => temperature)).toEqual([0.7, 0.7, 0.7])
    expect(asked.map(({ tool }) => tool)).toEqual(['calendar.holiday'])
    expect(end.outcome).toBe('answered')
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({ name: 'score', value: { score: 8.5, plan: 2, of: 3, why: 'W2.' } })
  })

  it('that are the same are one, and need no judge', async () => {
    const model = scriptedModel(done(dates), done(dates), done(dates), answer)
    const { end } = await runWaves(model, { config })
    expect(end).toMatchObject({ outcome: 'answered', usage: { modelCalls: 4 } })
  })

  it('with faults are left out before anybody is asked', async () => {
    const model = scriptedModel(done({ id: 'a', tool: 'fly' }), says('Hm.'), done(dates), answer)
    const { end, asked } = await runWaves(model, { config })
    expect(end).toMatchObject({ outcome: 'answered', usage: { modelCalls: 4 } })
    expect(asked).toHaveLength(1)
  })

  it('of which none can be used give way to a plan that is asked for until it can', async () => {
    const fly = done({ id: 'a', tool: 'fly' })
    const model = scriptedModel(fly, fly, fly, fly, done(dates), answer)
    const { end, asked } = await runWaves(model, { config })
    expect(end.outcome).toBe('answered')
    expect(asked).toHaveLength(1)
  })

  it('go by their order when no score can be read', async () => {
    const model = scriptedModel(done(dates), done(free), done(), answer)
    const judge = modelOf(() => says('All are fine.'), { id: 'test/judge' })
    const { asked } = await runWaves(model, { config, models: { judge } })
    expect(asked.map(({ tool }) => tool)).toEqual(['calendar.holiday'])
  })
})

/** A model whose replies stream in these pieces, and wait at the gates between them. */
function streaming(replies: readonly (readonly (string | (() => Promise<void>))[])[]): Model {
  let turn = 0
  return {
    id: 'test/streaming',
    async *stream() {
      for (const piece of replies[turn++] ?? []) {
        if (typeof piece === 'string') yield { type: 'text', text: piece }
        else await piece()
      }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
}

/** A tool without effects that writes down when it began. */
function watched(effect: 'pure' | 'once' = 'pure') {
  const begun: string[] = []
  const tool = defineTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({ name: z.string() }),
    effect,
    run: ({ name }) => {
      begun.push(name)
      if (name === 'bad') throw new Error('no')
      return { next: `${name}+` }
    },
  })
  return { begun, tool }
}

const look = (id: string, name: string = id): Drafted => ({ id, tool: 'look', args: { name } })

describe('eager dispatch', () => {
  const first = `{"status":"done","action":"","tools":[${JSON.stringify(look('a'))},${JSON.stringify(look('b', '$a.next'))},`
  const rest = `${JSON.stringify(look('c'))}]}`

  async function streamed(config: StartOptions['config'], effect?: 'once') {
    const { begun, tool } = watched(effect)
    const at = gate()
    const model = streaming([[first, () => at.pass(), rest], ['Done.']])
    const { runtime } = world()
    const session = await runtime.start(waves, goal, { model, tools: [tool], config })
    await at.isReached
    await turns()
    const early = [...begun]
    at.open()
    const end = await session.outcome
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    return { early, begun, end }
  }

  it('begins calls while the plan is still being written, also those that take the results of others', async () => {
    const { early, begun, end } = await streamed({})
    expect(early).toEqual(['a', 'a+'])
    expect(begun).toEqual(['a', 'a+', 'c'])
    expect(end).toMatchObject({ outcome: 'answered', usage: { toolCalls: 3 } })
  })

  it('takes nothing from a call that failed, which is made again in its time', async () => {
    const { begun, tool } = watched()
    const plan = done(look('a', 'bad'), look('b', '$a'))
    await runWaves(scriptedModel(plan, done(), says('Done.')), { tools: [tool] })
    expect(begun).toEqual(['bad', 'bad'])
  })

  it.each<[string, StartOptions['config'], 'once' | undefined]>([
    ['it is switched off', { eager: false }, undefined],
    ['calls have effects', {}, 'once'],
  ])('does not when %s', async (_, config, effect) => {
    const { early, begun } = await streamed(config, effect)
    expect(early).toEqual([])
    expect(begun.toSorted()).toEqual(['a', 'a+', 'c'])
  })
})

describe('speculation', () => {
  /** Two waves: a slow call, then one that takes its result. The second plan waits at a gate. */
  async function speculated(config: StartOptions['config'], guess: ReturnType<typeof done>) {
    const { begun, tool } = watched()
    const at = gate()
    const second = done(look('b', 'a+'))
    const model = modelOf(async (_, { path }) => {
      if (path === 'plan-cache#1/plan#1') return goesOn(look('a'))
      if (path !== 'plan#1') return says('Done.')
      await at.pass()
      return second
    })
    const utility = modelOf(() => guess, { id: 'test/utility' })
    const { runtime } = world()
    const session = await runtime.start(waves, goal, { model, models: { utility }, tools: [tool], config })
    await at.isReached
    await turns()
    const early = [...begun]
    at.open()
    const end = await session.outcome
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    return { early, begun, end, utility }
  }

  it('begins what the next wave will probably call, once what it refers to is there', async () => {
    const { early, begun, end, utility } = await speculated({}, goesOn(look('guess', '$a.next')))
    expect(textsOf(utility.requests[0]).at(-1)).toContain('- `a`: look(name: "a")')
    expect(early).toEqual(['a', 'a+'])
    expect(begun).toEqual(['a', 'a+'])
    expect(end).toMatchObject({
      outcome: 'answered',
      details: { waves: 2, results: { b: { text: '{"next":"a++"}' } } },
    })
  })

  it('that is wrong changes nothing of what the session does', async () => {
    const wrong = await speculated({}, goesOn(look('guess', 'nonsense')))
    const without = await speculated({ speculate: false }, done())
    expect(wrong.begun).toEqual(['a', 'nonsense', 'a+'])
    expect(without.begun).toEqual(['a', 'a+'])
    expect(without.utility.requests).toEqual([])
    expect(wrong.end.details).toEqual(without.end.details)
  })

  it('is not tried where no tool is without effects', async () => {
    const { tool } = watched('once')
    const utility = guessless()
    const model = scriptedModel(goesOn(look('a')), done(), says('Done.'))
    await runWaves(model, { tools: [tool], models: { utility } })
    expect(utility.requests).toEqual([])
  })

  it('is given up when the next wave is shown', async () => {
    const { begun, tool } = watched()
    const late = gate()
    const held = gate()
    const slow = defineTool({ name: 'slow', description: 'Waits.', input: z.object({}), run: () => held.pass() })
    const utility = modelOf(behind(late, goesOn(look('guess', 'nonsense'))), { id: 'test/utility' })
    const model = scriptedModel(goesOn(look('a')), done({ id: 'b', tool: 'slow' }), says('Done.'))
    const { runtime } = world()
    const session = await runtime.start(waves, goal, { model, models: { utility }, tools: [tool, slow] })
    await held.isReached
    late.open()
    await turns()
    expect(begun).toEqual(['a'])
    held.open()
    expect((await session.outcome).outcome).toBe('answered')
  })

  it('is given up when a person is asked', async () => {
    const { begun, tool } = watched()
    const late = gate()
    const utility = modelOf(behind(late, goesOn(look('guess', 'nonsense'))), { id: 'test/utility' })
    const lacking = says('{"status":"continue","action":"","tools":[],"missing":{"date":"Which date?"}}')
    const { runtime } = world()
    const model = scriptedModel(goesOn(look('a')), lacking, done(), says('Done.'))
    const session = await runtime.start(waves, goal, { model, models: { utility }, tools: [tool] })
    await session.idle()
    late.open()
    await turns()
    expect(begun).toEqual(['a'])
    const facts = (await factsOf(runtime, session.id)).map(({ type, path = '' }) => `${type} ${path}`)
    expect(facts.slice(facts.indexOf('question.asked missing#1'))).not.toContain('step.failed ahead#1/guess#1')
    expect(facts).toContain('step.failed ahead#1/guess#1')
    await told(session.answer('Friday.'))
    expect((await session.outcome).outcome).toBe('answered')
  })

  it('is not tried where people are asked first', async () => {
    const utility = guessless()
    const { runtime } = world()
    const model = scriptedModel(goesOn(dates), done(), answer)
    const options = { model, models: { utility }, tools: hotel().tools, config: { approve: true } }
    const session = await runtime.start(waves, goal, options)
    await session.idle()
    await told(session.answer('yes'))
    await session.outcome
    expect(utility.requests).toEqual([])
  })

  it('is not tried behind the last wave', async () => {
    const utility = guessless()
    await runWaves(scriptedModel(goesOn(dates), done(linked), answer), { models: { utility }, config: { maxWaves: 2 } })
    expect(utility.requests).toHaveLength(1)
  })
})
