import {
  assistant,
  cot,
  defineTool,
  direct,
  evaluateArithmetic,
  type Intervention,
  type Loop,
  type Model,
  react,
  type Session,
  type StartOptions,
  type TaskInput,
  type Tool,
  user,
} from '@gyre/core'
import { calculator } from '@gyre/tools'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gate, stepPaths, told, world } from '../../../../test/support/kernel.ts'
import { demoModel } from './demo-model.ts'
import { demoRules } from './demo-rules.ts'
import { type DecisionHook, ruleEngine } from './rule-engine.ts'

const text: StartOptions = { config: { protocol: 'text' } }
const protocols: readonly [string, StartOptions][] = [
  ['native', { config: { protocol: 'native' } }],
  ['text', text],
]

async function run(loop: unknown, task: TaskInput, options: StartOptions = {}) {
  const { runtime } = world()
  const session = await runtime.start(loop as Loop, task, { model: demoModel, tools: [calculator], ...options })
  const end = await session.outcome
  return { ...end, paths: await stepPaths(runtime, session.id) }
}

const broken = defineTool({
  name: 'sums',
  description: 'Does sums, when it works.',
  input: z.object({ expression: z.string() }),
  effect: 'pure',
  run: () => {
    throw new Error('out of order, code 7')
  },
})

describe.each<[string, unknown, StartOptions]>([
  ['direct', direct, {}],
  ['cot', cot, {}],
  ['cot with a vote', cot, { config: { samples: 3 } }],
  ...protocols.map(([name, options]): [string, unknown, StartOptions] => [`react, ${name}`, react, options]),
])('the demo model in %s', (_, loop, options) => {
  describe.each<[string, readonly Tool[]]>([
    ['with a calculator', [calculator]],
    ['without a calculator', []],
  ])('%s', (_, tools) => {
    it.each([
      ['What is 17 * 6 + 14?', '17 * 6 + 14 = 116'],
      ['What is seventeen times six?', '17 * 6 = 102'],
      ['What is 15% of 80, and half of 90?', '15 / 100 * 80 = 12 and 90 / 2 = 45'],
      ['Which is larger, 2^10 or 10^3?', '2^10 = 1024 and 10^3 = 1000, so 2^10 is larger.'],
      ['Which is the smallest: 3 * 3, 7 or 2 + 6?', '3 * 3 = 9, 7 and 2 + 6 = 8, so 7 is the smallest.'],
      ['Which is larger, 2 + 2 or 2 * 2?', '2 + 2 = 4 and 2 * 2 = 4, so none is larger.'],
      ['Is 2^10 greater than 1024?', 'No: 2^10 = 1024, which is not greater than 1024'],
      ['Is 12 * 12 greater than 140?', 'Yes: 12 * 12 = 144, which is greater than 140'],
      ['Is 140 less than 12 * 12?', 'Yes: 140 is less than 12 * 12 = 144'],
      ['Is 2 * 3 equal to 12 / 2?', 'Yes: 2 * 3 = 6 and 12 / 2 = 6'],
      ['Is it true that 17 * 6 = 102?', 'Yes: 17 * 6 = 102'],
      ['Thanks!', 'You are welcome.'],
      ['Who wrote Faust?', expect.stringMatching(/^I am the offline demo model: .* Give Gyre a real model/)],
      ['Hello there!', expect.stringMatching(/^Hello! I am the offline demo model/)],
    ])('answers `%s`', async (question, answer) => {
      expect(await run(loop, question, { ...options, tools })).toMatchObject({ outcome: 'answered', answer })
    })

    it('goes on from the last answer of the conversation', async () => {
      const messages = [user('What is 17 * 6?'), assistant('17 * 6 = 102')]
      const ask = async (goal: string) => (await run(loop, { goal, messages }, { ...options, tools })).answer
      expect([await ask('And times 2?'), await ask('Add 5 to that.'), await ask('What was the answer?')]).toEqual([
        '102 * 2 = 204',
        '102 + 5 = 107',
        '17 * 6 = 102',
      ])
    })

    it('leaves an answered question behind', async () => {
      const messages = [user('What is 17 * 6?'), assistant('17 * 6 = 102')]
      const { answer } = await run(loop, { goal: 'And who wrote Faust?', messages }, { ...options, tools })
      expect(answer).toMatch(/^I am the offline demo model/)
    })

    it.each([true, false])('gives a typed answer (native output: %s)', async (nativeOutput) => {
      const output = z.object({ value: z.number(), expression: z.string().optional() })
      const model = { ...demoModel, nativeOutput }
      const { answer } = await run(loop, { goal: 'What is 17 * 6?', output }, { ...options, tools, model })
      expect(answer).toMatchObject({ value: 102 })
    })

    it('puts what it said into another form, and changes nothing of it', async () => {
      const output = z.object({ answer: z.string() })
      const { answer } = await run(loop, { goal: 'Thanks!', output }, { ...options, tools })
      expect(answer).toEqual({ answer: 'You are welcome.' })
    })

    it('answers on its last call', async () => {
      const budget = { modelCalls: 1 }
      const { answer } = await run(loop, 'What is 17 * 6?', { ...options, tools, budget })
      expect(answer).toBe('17 * 6 = 102')
    })
  })

  it('works with prompts in other words', async () => {
    const prompts = {
      'direct.system': 'Sing.',
      'cot.system': 'Dance. {form}',
      'react.system': 'You are a pirate. 2 + 2 = 5.',
    }
    const own = Object.entries(prompts).filter(([id]) => id.startsWith(`${(loop as Loop).name}.`))
    const { answer } = await run(loop, 'What is 17 * 6?', { ...options, prompts: Object.fromEntries(own) })
    expect(answer).toBe('17 * 6 = 102')
  })

  it('has the value of any arithmetic', async () => {
    const sum = fc.tuple(fc.nat(9999), fc.constantFrom(' + ', ' - ', '*', ' / ', '^'), fc.integer({ min: 1, max: 20 }))
    const nested = fc.tuple(sum, fc.constantFrom(' * ', ' - '), sum)
    const arithmetic = nested.map(([left, operator, right]) => `(${left.join('')})${operator}(${right.join('')})`)
    await fc.assert(
      fc.asyncProperty(arithmetic, async (expression) => {
        const { answer } = await run(loop, `What is ${expression}?`, options)
        expect(String(answer).split(' = ')[1]).toBe(String(evaluateArithmetic(expression)))
      }),
      { numRuns: 15 },
    )
  })
})

describe.each(protocols)('the demo model with tools, %s', (_, options) => {
  it('makes all calls of one question at once', async () => {
    const { answer, paths } = await run(react, 'What is 2 + 2, 3 * 3 and ten minus four?', options)
    expect(answer).toBe('2 + 2 = 4, 3 * 3 = 9 and 10 - 4 = 6')
    expect(paths).toEqual(['think#1', 'act#1[0]', 'act#1[1]', 'act#1[2]', 'think#2'])
  })

  it('says that a tool failed, and works it out itself', async () => {
    const { answer } = await run(react, 'What is 17 * 6?', { ...options, tools: [broken] })
    expect(answer).toBe('`sums` failed, so I worked it out myself: 17 * 6 = 102')
  })

  it('says so when it cannot work it out either', async () => {
    const { answer } = await run(react, 'What is 1 / 0?', options)
    expect(answer).toBe(
      '`math.calculate` failed, and without it I know no better. ' +
        'Cannot evaluate `1 / 0`: it divides by zero or is too large.',
    )
  })

  it('answers from what it has seen when its turns are over', async () => {
    const config = { ...(options.config as object), maxIterations: 1 }
    const prompts = { 'react.answerNow': 'Stop it. You had 1 of 1 turns.' }
    const { answer, outcome } = await run(react, 'What is 17 * 6?', { config, prompts })
    expect([outcome, answer]).toEqual(['limit:turns', '17 * 6 = 102'])
  })

  it.each([
    ['Use brackets: 17 * (6 + 14)', '17 * (6 + 14) = 340'],
    ['Then times 2.', '116 * 2 = 232'],
    ['Be quick.', '17 * 6 + 14 = 116'],
  ])('takes the guidance `%s` for the newest question', async (guidance, answer) => {
    const end = await meddled('What is 17 * 6 + 14?', options, (session) => session.steer(guidance))
    expect(end).toMatchObject({ outcome: 'answered', answer })
  })

  it('takes background for no question', async () => {
    const end = await meddled('What is 17 * 6?', options, (session) => session.addContext('Some say 3 + 3 = 6.'))
    expect(end).toMatchObject({ outcome: 'answered', answer: '17 * 6 = 102' })
  })
})

/** How a session ends in which somebody meddles while the first tool runs. */
async function meddled(task: string, options: StartOptions, meddle: (session: Session) => Promise<Intervention>) {
  const { runtime } = world()
  const held = gate()
  const slow = defineTool({
    name: 'sums',
    description: 'Does sums, slowly.',
    input: z.object({ expression: z.string() }),
    effect: 'pure',
    run: async ({ expression }) => {
      await held.pass()
      return String(evaluateArithmetic(expression))
    },
  })
  const session = await runtime.start(react, task, { ...options, model: demoModel, tools: [slow] })
  await held.isReached
  await told(meddle(session))
  held.open()
  return session.outcome
}

describe('the demo model that speaks badly', () => {
  /** Leaves the answer out in these steps. */
  const mute = (...steps: readonly string[]): Model => {
    const hook: DecisionHook = (decision, { path }) =>
      decision.kind === 'answer' && steps.includes(path) ? { ...decision, text: '' } : decision
    return ruleEngine({ rules: demoRules, hook })
  }

  it('is understood when it is asked again', async () => {
    const end = await run(react, 'What is 17 * 6?', { ...text, model: mute('think#2') })
    const paths = ['think#1', 'act#1[0]', 'think#2', 'think#2/repair#1', 'act#2[0]', 'think#3']
    expect(end).toMatchObject({ answer: '17 * 6 = 102', paths })
  })

  it('finds its question again behind replies that nobody could read', async () => {
    const model = mute('think#1', 'think#1/repair#1')
    const end = await run(react, 'What is 17 * 6?', { ...text, model, tools: [] })
    expect(end).toMatchObject({ answer: '17 * 6 = 102', paths: ['think#1', 'think#1/repair#1', 'think#2'] })
  })
})

describe('the demo model that is shown what it said of itself', () => {
  it('does not work out its own examples', async () => {
    const first = await run(direct, 'Sing a song.', { model: demoModel })
    const again = `Sing a song.\n\nImprove this answer:\n${first.answer}`
    expect((await run(direct, again, { model: demoModel })).answer).toBe(first.answer)
  })
})
