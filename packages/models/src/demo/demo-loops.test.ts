import {
  auto,
  critic,
  defineTool,
  experts,
  type Loop,
  loops,
  type Model,
  plainConfig,
  planExecute,
  promptsOf,
  react,
  reason,
  reflexion,
  type StartOptions,
  selfAsk,
  type Tool,
  treeOfThoughts,
} from '@gyre/core'
import { calculator, calendarToolbox, mathToolbox } from '@gyre/tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { stepPaths, told, world } from '../../../../test/support/kernel.ts'
import { demoModel } from './demo-model.ts'
import { demoRules } from './demo-rules.ts'
import { type DecisionHook, ruleEngine } from './rule-engine.ts'

const chain = 'Add 17 and 25, multiply the result by 3, then subtract 26.'
const solved = '(17 + 25) * 3 - 26 = 100'
const puzzle = 'Use 4, 9, 10 and 13 to make 24.'

async function run(loop: unknown, goal: string, options: StartOptions = {}) {
  const { runtime } = world({ loops })
  const session = await runtime.start(loop as Loop, goal, { model: demoModel, tools: [calculator], ...options })
  const end = await session.outcome
  return { ...end, told: toldBy(end), paths: await stepPaths(runtime, session.id) }
}

/** What a person reads: the answer without its citations and sources, or else why there is none. */
function toldBy({ answer, gap }: { readonly answer: unknown; readonly gap?: string | null }): string {
  return String(answer ?? gap)
    .replace(/\n\nSources:\n[\s\S]*$/, '')
    .replace(/(?: ?\[\d+\])+/g, '')
    .replace('No plan could be used: the planner says: ', '')
}

/** All but the one that has nowhere to look with a calculator alone. */
const every = loops
  .filter(({ traits }) => !traits.needsAnyOf)
  .map((loop): [string, Loop] => [loop.name, loop as unknown as Loop])

describe.each(every)('the demo model in %s', (_, loop) => {
  const hasTools = loop.traits.worksWithoutTools ? [[calculator], []] : [[calculator]]

  it.each(hasTools)('works out a chain of sums, with tools: %s', async (...tools) => {
    expect(await run(loop, chain, { tools })).toMatchObject({ outcome: 'answered', told: solved })
  })

  it('does so with the plain algorithm, too', async () => {
    expect(await run(loop, chain, { config: plainConfig(loop) })).toMatchObject({ outcome: 'answered', told: solved })
  })

  it('does so with prompts in other words', async () => {
    const texts = promptsOf(loop).map(({ id, placeholders }) => {
      return [id, `Zwib 3 + 3 frell. ${placeholders.map((name) => `{${name}}`).join(' vorn ')} quond.`]
    })
    expect((await run(loop, chain, { prompts: Object.fromEntries(texts) })).told).toBe(solved)
  })

  it('plays the Game of 24', async () => {
    expect(await run(loop, puzzle)).toMatchObject({ outcome: 'answered', told: '(10 - 4) * (13 - 9) = 24' })
  })

  it('says what it is where it can do nothing', async () => {
    const { told } = await run(loop, 'Sing a song.')
    expect(told).toMatch(/^I am the offline demo model/)
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
  ])('to have understood `%s`', async (goal) => {
    expect((await run(loop, goal)).told).toMatch(/^I am the offline demo model/)
  })

  it('to have answered both of two questions, with a tool for one', async () => {
    const { told } = await run(loop, 'Who commanded the Kittiwake, and what is 3 + 4?')
    const isDivided = loop.name === 'experts' || loop.name === 'reason'
    const inParts = /^Who commanded the Kittiwake\? I found nothing that answers it\.\nWhat is 3 \+ 4\? 3 \+ 4 = 7$/
    expect(told).toMatch(isDivided ? inParts : /^I am the offline demo model/)
  })

  it.each([
    ['Please tell me what 3 + 4 is, thanks', '3 + 4 = 7'],
    ['Which is larger, 7 * 8 or 60?', '7 * 8 = 56 and 60, so 60 is larger.'],
    ['Use 1, 1, 1 and 1 to make 24.', 'There is no way to make 24 from 1, 1, 1, 1: I tried them all.'],
  ])('and answers `%s`', async (goal, answer) => {
    expect((await run(loop, goal)).told).toBe(answer)
  })

  it('and says that what is divided by zero has no value', async () => {
    for (const goal of ['What is 10 / 0?', 'What is (1 + 2) / 0 + 3?']) {
      const { told, outcome, answer } = await run(loop, goal)
      expect(told).toMatch(/divides by zero/)
      // Only where answers are written from what tools gave, and none gave anything, there is none.
      expect(outcome.startsWith('stuck')).toBe(loop.name === 'reason' && answer === null)
    }
  })
})

describe('a goal that is longer than rules can read', () => {
  it.each([' ', '\t', '\n', '?', '. ', '_'])('is answered all the same: 300 kB of %j', async (piece) => {
    const end = await run(auto, `What is 2 + 3${piece.repeat(300_000 / piece.length)}x`)
    expect(end.told).toContain('I am the offline demo model')
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

/** Says 110 the first time it answers in a step whose path begins like this. */
function erring(start: string): Model {
  let isSpent = false
  const hook: DecisionHook = (decision, { path, reading }) => {
    if (isSpent || decision.kind !== 'answer' || !path.startsWith(start) || reading.purpose !== 'answer')
      return decision
    isSpent = true
    return { ...decision, text: '42 * 3 = 136, so it is 110' }
  }
  return ruleEngine({ rules: demoRules, hook })
}

/** A search that finds one sentence, or nothing, for each question that holds a word. */
function finds(name: string, found: Readonly<Record<string, string>>) {
  return defineTool({
    name,
    description: 'Searches.',
    effect: 'pure',
    input: z.object({ query: z.string() }),
    run: ({ query }) => {
      const text = Object.entries(found).find(([word]) => query.includes(word))?.[1]
      return text === undefined ? 'Nothing found.' : `[1] A Title\nhttps://a.example/x (doc_1, 0–90)\n${text}`
    },
  }) as Tool
}

const built = { Gannet: 'The Gannet was built by the Tarn Yard.' }
const founded = { Tarn: 'Ada Lind founded the Tarn Yard in 1841.' }
const hops = 'Who founded the yard that built the Gannet?'
const founder = 'Ada Lind: “Ada Lind founded the Tarn Yard in 1841.” (A Title)'

describe('the demo model in reason', () => {
  it('prepares each step with what the last one gave', async () => {
    const { details } = await run(reason, chain)
    expect(details).toMatchObject({
      stop: 'done',
      steps: [
        { goal: 'Add 17 and 25.', input: { expression: '17 + 25' }, output: '42', quality: 'good' },
        { goal: 'Multiply the result of step 1 by 3.', input: { expression: '42 * 3' }, output: '126' },
        { goal: 'Subtract 26 from the result of step 2.', input: { expression: '126 - 26' }, output: '100' },
      ],
    })
  })

  it('looks elsewhere for what was not found, goes on from there, and cites both', async () => {
    const tools = [finds('knowledge.search', founded), finds('web.search', built)]
    const { answer, details } = await run(reason, hops, { tools })
    expect(answer).toMatch(`${founder} [2][3]\n\nSources:\n[2] web.search`)
    expect(details).toMatchObject({
      adjusts: 1,
      steps: [{ quality: 'failed' }, { tool: 'web.search' }, { tool: 'knowledge.search', quality: 'good' }],
    })
  })

  it('gives up where nothing is found anywhere, and says what', async () => {
    const tools = [finds('knowledge.search', built), finds('web.search', {})]
    expect(await run(reason, hops, { tools })).toMatchObject({
      outcome: 'stuck:given-up',
      gap: 'I found nothing that answers “Who founded the Tarn Yard?” So far: Which yard built the Gannet? Tarn Yard.',
    })
  })

  it('asks a person for what the goal lacks, and goes on with the answer', async () => {
    const session = await world({ loops }).runtime.start(reason as unknown as Loop, 'Convert 5 km.', {
      model: demoModel,
      tools: mathToolbox().tools,
    })
    await session.idle()
    await told(session.answer('miles'))
    expect(toldBy(await session.outcome)).toBe('5 km = 3.10685596119 miles')
  })

  it('compresses its memory when it grows long, and keeps what is wanted and known', async () => {
    const long = `Add 1234567 and 2${', then add 1234567'.repeat(12)}.`
    const config = { maxPlanSteps: 20, maxIterations: 30, maxModelCalls: 90 }
    const { outcome, told, paths, details } = await run(reason, long, { config })
    expect([outcome, told.endsWith('= 16049373')]).toEqual(['answered', true])
    expect(paths.filter((path) => path.startsWith('compress#')).length).toBeGreaterThan(0)
    expect(details).toMatchObject({ workingMemory: expect.stringMatching(/^Wanted: Add 1234567[\s\S]*= 16049373$/) })
  })

  it('does not take guidance for the task', async () => {
    const { runtime } = world({ loops })
    const session = await runtime.start(reason as unknown as Loop, chain, { model: demoModel, tools: [calculator] })
    await told(session.steer('What is 2 + 2?'))
    expect(toldBy(await session.outcome)).toBe(solved)
  })
})

describe('the demo model in experts', () => {
  const tools = [finds('knowledge.search', { ...built, ...founded })]

  it('gives sums to the tool, without any expert', async () => {
    const { answer, paths } = await run(experts, 'What is 17 * 6 + 14?')
    expect(answer).toBe('17 * 6 + 14 = 116')
    expect(paths.filter((path) => path.startsWith('task#1'))).toEqual(['task#1[0]/calculate#1[0]'])
  })

  it('gives each hop to an expert, who says how sure it is', async () => {
    const { answer, details } = await run(experts, hops, { tools, config: { maxAgenticRounds: 2 } })
    expect(answer).toBe(founder)
    expect(details).toMatchObject({
      stop: 'complete',
      tasks: [
        { category: 'research', kind: 'expert', confidence: 'high' },
        { category: 'research', kind: 'expert', confidence: 'high', output: founder },
      ],
    })
  })

  it('plans again for the part without an answer, and finds it another way', async () => {
    const some = [finds('knowledge.search', built), finds('web.search', founded), calculator]
    const goal = `${hops} What is 3 + 4?`
    const { answer, outcome, details } = await run(experts, goal, { tools: some, config: { maxAgenticRounds: 3 } })
    expect({ answer, outcome }).toEqual({ answer: `${hops} ${founder}\nWhat is 3 + 4? 3 + 4 = 7`, outcome: 'answered' })
    expect(details).toMatchObject({
      stop: 'complete',
      agentic_history: [
        { gap: expect.stringContaining('Its expert said: I found nothing that answers “Who founded Tarn Yard?”') },
        { gap: expect.any(String) },
        { gap: '' },
      ],
    })
  })

  it('ends with the gap where it stays open', async () => {
    const none = [finds('knowledge.search', {})]
    const goal = 'Who painted the old ceiling?'
    expect(await run(experts, goal, { tools: none, config: { maxAgenticRounds: 4 } })).toMatchObject({
      outcome: 'gap_open',
      answer: `I found nothing that answers “${goal}”`,
      gap: `No task gave anything: ${goal} (empty)\nTask 1 was not done: ${goal} Its expert said: I found nothing that answers “${goal}”`,
    })
  })

  it('corrects at the end what an expert got wrong, by what the tools gave', async () => {
    const { answer } = await run(experts, chain, { model: erring('merge#1') })
    expect(answer).toBe(solved)
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
    // The last call of `reason` writes down what the steps gave, which may not be the whole.
    const open = loop.name === 'reason' ? ['What (17 + 25) * 3 - 26 comes to was not worked out.'] : []
    for (const modelCalls of [1, 2, 3, 4]) {
      expect([solved, ...open]).toContain((await run(loop, chain, { budget: { modelCalls } })).told)
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
