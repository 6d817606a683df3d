import {
  auto,
  critic,
  type Loop,
  loops,
  type Model,
  plainConfig,
  planExecute,
  promptsOf,
  react,
  reflexion,
  type StartOptions,
  selfAsk,
  treeOfThoughts,
} from '@gyre/core'
import { calculator, calendarToolbox, mathToolbox } from '@gyre/tools'
import { describe, expect, it } from 'vitest'
import { stepPaths, world } from '../../../../test/support/kernel.ts'
import { demoModel, demoRules } from './demo-model.ts'
import { type DecisionHook, ruleEngine } from './rule-engine.ts'

const chain = 'Add 17 and 25, multiply the result by 3, then subtract 26.'
const solved = '(17 + 25) * 3 - 26 = 100'
const puzzle = 'Use 4, 9, 10 and 13 to make 24.'

async function run(loop: unknown, goal: string, options: StartOptions = {}) {
  const { runtime } = world({ loops })
  const session = await runtime.start(loop as Loop, goal, { model: demoModel, tools: [calculator], ...options })
  return { ...(await session.outcome), paths: await stepPaths(runtime, session.id) }
}

const every = loops.map((loop): [string, Loop] => [loop.name, loop as unknown as Loop])

describe.each(every)('the demo model in %s', (_, loop) => {
  const hasTools = loop.traits.worksWithoutTools ? [[calculator], []] : [[calculator]]

  it.each(hasTools)('works out a chain of sums, with tools: %s', async (...tools) => {
    expect(await run(loop, chain, { tools })).toMatchObject({ outcome: 'answered', answer: solved })
  })

  it('does so with the plain algorithm, too', async () => {
    expect(await run(loop, chain, { config: plainConfig(loop) })).toMatchObject({ outcome: 'answered', answer: solved })
  })

  it('does so with prompts in other words', async () => {
    const texts = promptsOf(loop).map(({ id, placeholders }) => {
      return [id, `Zwib 3 + 3 frell. ${placeholders.map((name) => `{${name}}`).join(' vorn ')} quond.`]
    })
    expect((await run(loop, chain, { prompts: Object.fromEntries(texts) })).answer).toBe(solved)
  })

  it('plays the Game of 24', async () => {
    expect(await run(loop, puzzle)).toMatchObject({ outcome: 'answered', answer: '(10 - 4) * (13 - 9) = 24' })
  })

  it('says what it is where it can do nothing', async () => {
    const { answer } = await run(loop, 'Sing a song.')
    expect(answer).toMatch(/^I am the offline demo model/)
  })

  it('answers the example of the loop without a network', async () => {
    const { answer } = await run(loop, loop.example.goal)
    expect(answer).toEqual(expect.any(String))
  })
})

describe.each(every)('the demo model in %s never pretends', (_, loop) => {
  it.each([
    'Convert 5 km to miles, then multiply the result by 2.',
    'Find the year Rome was founded, add 10 and multiply the result by 2.',
    'Who commanded the Kittiwake, and what is 3 + 4?',
  ])('to have understood `%s`', async (goal) => {
    expect((await run(loop, goal)).answer).toMatch(/^I am the offline demo model/)
  })

  it.each([
    ['Please tell me what 3 + 4 is, thanks', '3 + 4 = 7'],
    ['Which is larger, 7 * 8 or 60?', '7 * 8 = 56 and 60, so 60 is larger.'],
    ['Use 1, 1, 1 and 1 to make 24.', 'There is no way to make 24 from 1, 1, 1, 1: I tried them all.'],
  ])('and answers `%s`', async (goal, answer) => {
    expect((await run(loop, goal)).answer).toBe(answer)
  })

  it('and says that what is divided by zero has no value', async () => {
    for (const goal of ['What is 10 / 0?', 'What is (1 + 2) / 0 + 3?']) {
      const { answer, outcome } = await run(loop, goal)
      expect([/divides by zero/.test(String(answer)), outcome.startsWith('stuck')]).toEqual([true, false])
    }
  })
})

describe('the protocol of a loop', () => {
  it('is played step by step: plan-execute', async () => {
    const { details } = await run(planExecute, chain)
    expect(details).toMatchObject({
      steps: [
        { goal: 'Add 17 and 25.', output: '17 + 25 = 42' },
        { goal: 'Multiply the result of step 1 by 3.', output: '42 * 3 = 126' },
        { goal: 'Subtract 26 from the result of step 2.', output: '126 - 26 = 100' },
      ],
    })
  })

  it('is played question by question: self-ask, in both protocols and without tools', async () => {
    const followUps = ['What is 17 + 25?', 'What is 42 * 3?', 'What is 126 - 26?']
    for (const protocol of ['native', 'text']) {
      expect(await run(selfAsk, chain, { tools: [], config: { protocol } })).toMatchObject({ details: { followUps } })
      expect((await run(selfAsk, chain, { config: { protocol } })).details).toMatchObject({ asked: 3 })
    }
  })

  it('is played thought by thought: a tree finds what a single try does not', async () => {
    const hard = 'Use 2, 2, 8 and 9 to make 24.'
    const tried = await run(loops[0], hard)
    const searched = await run(treeOfThoughts, hard)
    expect([String(tried.answer).startsWith('I found no way'), searched.outcome]).toEqual([true, 'answered'])
  })

  it('is chosen by the model where rules are not asked', async () => {
    const chosen = async (goal: string) => (await run(auto, goal, { config: { route: 'model' } })).details
    expect(await chosen(puzzle)).toMatchObject({ loop: 'tree-of-thoughts', stop: 'confident' })
    expect(await chosen('Hello!')).toMatchObject({ loop: 'direct', stop: 'confident' })
  })
})

describe('units and dates', () => {
  const tools = [...mathToolbox().tools, ...calendarToolbox({}).tools]

  it.each([
    ['Convert 5 km to miles.', '5 km = 3.10685596119 miles'],
    ['How many feet are in 3 metres?', '3 metres = 9.84251968504 feet'],
    [
      'How many days are there between 1 May 2026 and 2026-06-01?',
      'From Friday 1 May 2026 to Monday 1 June 2026: 31 days',
    ],
    ['When is Easter 2027?', 'Easter Sunday: Sunday 28 March 2027 (2027-03-28).'],
    ['Which date is next Friday?', 'Friday 9 January 2026 (2026-01-09).'],
    ['Convert 5 km to kg.', '`math.convert` failed: `km` is for length and `kg` for mass'],
  ])('are found with the real tools: %s', async (goal, start) => {
    const { answer } = await run(react, goal, { tools })
    expect(String(answer).slice(0, start.length)).toBe(start)
  })
})

describe('answers with units and dates', () => {
  const tools = [...mathToolbox().tools, ...calendarToolbox({}).tools]

  it.each(['How many metres are 3.5 km?', 'When is Easter 2027?', 'Convert 5 km to miles.', 'Convert 5 km to kg.'])(
    'are judged right at once: %s',
    async (goal) => {
      const ends = [await run(reflexion, goal, { tools }), await run(auto, goal, { tools })]
      expect(ends.map(({ outcome, paths }) => [outcome, paths.length])).toEqual([
        ['answered', 5],
        ['answered', 5],
      ])
    },
  )
})

describe('the demo model that may make no more calls', () => {
  it.each(every)('says what the whole comes to, not a part: %s', async (_, loop) => {
    for (const modelCalls of [1, 2, 3, 4]) {
      expect((await run(loop, chain, { budget: { modelCalls } })).answer).toBe(solved)
    }
  })

  it('has what the tool has said in work that was begun', async () => {
    const tools = [...mathToolbox().tools, ...calendarToolbox({}).tools]
    for (const loop of [reflexion, planExecute, auto]) {
      const { answer } = await run(loop, 'When is Easter 2027?', { tools, budget: { modelCalls: 3 } })
      expect(answer).toMatch(/^Easter Sunday: Sunday 28 March 2027/)
    }
  })
})

describe('the demo model that errs', () => {
  /** Says 110 the first time it answers in a step whose path begins like this. */
  const erring = (start: string): Model => {
    let isSpent = false
    const hook: DecisionHook = (decision, { path, reading }) => {
      if (isSpent || decision.kind !== 'answer' || !path.startsWith(start) || reading.purpose !== 'answer')
        return decision
      isSpent = true
      return { ...decision, text: '42 * 3 = 136, so it is 110' }
    }
    return ruleEngine({ rules: demoRules, hook })
  }

  it('is told what was wrong, and does better: reflexion', async () => {
    const { answer, outcome, details } = await run(reflexion, chain, { model: erring('episode#1') })
    expect({ answer, outcome }).toEqual({ answer: solved, outcome: 'answered' })
    expect(details).toMatchObject({
      episodes: [{ verdict: 'unsatisfactory' }, { verdict: 'satisfactory' }],
      reflections: ['The step `42 * 3 = 136` is wrong: 42 * 3 is 126. Next time I check every step before I answer.'],
    })
  })

  it('is corrected by the tool, where it was wrong and nowhere else: critic', async () => {
    for (const spanEdits of [true, false]) {
      const { answer } = await run(critic, chain, { model: erring('draft#1'), config: { spanEdits } })
      expect(answer).toBe('42 * 3 = 126, so it is 110')
    }
  })
})
