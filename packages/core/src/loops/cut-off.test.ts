import { describe, expect, it } from 'vitest'
import { search, stepPaths, world } from '../../../../test/support/kernel.ts'
import { add, plans } from '../../../../test/support/plan-execute-runs.ts'
import type { Loop } from '../kernel/loop.ts'
import type { StartOptions } from '../runtime/definition.ts'
import {
  calls,
  modelOf,
  type ScriptedModel,
  type ScriptedReply,
  says,
  scriptedModel,
} from '../testing/scripted-model.ts'
import { cot } from './cot.ts'
import { direct } from './direct.ts'
import { planExecute } from './plan-execute/loop.ts'
import { react } from './react.ts'
import { selfAsk } from './self-ask/loop.ts'

const cut = (text: string) => ({ text, finish: 'length' }) as const
const filtered = (text: string) => ({ text, finish: 'filtered' }) as const

const cutGap = 'The reply was cut off: it reached the most tokens that a reply may have.'
const filterGap = "The provider's filter ended the reply."
const unreadGap =
  'No last answer could be read: what is given was said or found last, and nothing was concluded from it.'

async function run(loop: Loop, model: ScriptedModel, options: StartOptions = {}) {
  const { runtime } = world()
  const session = await runtime.start(loop, 'What?', { model, ...options })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  return { end, paths: await stepPaths(runtime, session.id) }
}

const before: readonly (readonly [Loop, readonly ScriptedReply[]])[] = [
  [direct, []],
  [cot, []],
  [react, []],
  [selfAsk, []],
  [planExecute, [plans(add), says('42')]],
]
const loops = before.map(([loop, replies]) => ({ loop, replies, name: loop.name }))

describe('an answer that was cut off', () => {
  it.each(loops)('is not taken for a whole one ($name)', async ({ loop, replies }) => {
    const { end } = await run(loop, scriptedModel(...replies, cut('The answer is')))
    expect(end).toMatchObject({
      outcome: 'limit:tokens',
      answer: 'The answer is',
      gap: cutGap,
      details: { stop: 'cut-off' },
    })
  })
})

describe('an answer that a filter ended', () => {
  it.each(loops)('is not taken for a whole one ($name)', async ({ loop, replies }) => {
    const { end } = await run(loop, scriptedModel(...replies, filtered('The answer is')))
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'The answer is',
      gap: filterGap,
      details: { stop: 'filtered' },
    })
  })

  it.each(loops.slice(0, 2))('may be empty ($name)', async ({ loop }) => {
    const { end } = await run(
      loop,
      modelOf(() => filtered('')),
    )
    expect(end).toMatchObject({ outcome: 'gap_open', answer: null, gap: filterGap, details: { stop: 'filtered' } })
  })

  it.each([
    ['react', react, ['think#1', 'think#1/repair#1']],
    ['self-ask', selfAsk, ['ask#1', 'ask#1/repair#1']],
  ] as const)('is asked for no more than once again when it cannot be read (%s)', async (_, loop, steps) => {
    const model = modelOf(() => filtered(''))
    const { end, paths } = await run(loop, model, { tools: [search], config: { protocol: 'text' } })
    expect(end).toMatchObject({ outcome: 'gap_open', gap: filterGap, details: { stop: 'filtered' } })
    expect(paths).toEqual(steps)
  })

  it('has no vote among others', async () => {
    const model = scriptedModel(filtered('FINAL ANSWER: 10'), says('FINAL ANSWER: 102'), filtered('FINAL ANSWER: 10'))
    expect((await run(cot, model, { config: { samples: 3 } })).end).toMatchObject({
      outcome: 'answered',
      answer: '102',
      details: { votes: [{ answer: '102', votes: 1 }] },
    })
  })

  it('is what there is when all samples were', async () => {
    const model = scriptedModel(filtered(''), filtered('FINAL ANSWER: 10'), filtered(''))
    expect((await run(cot, model, { config: { samples: 3 } })).end).toMatchObject({
      outcome: 'gap_open',
      answer: '10',
      details: { stop: 'filtered' },
    })
  })
})

describe('a last answer, when there are no turns left', () => {
  const asking: readonly (readonly [string, Loop, ScriptedReply, StartOptions['config']])[] = [
    ['react', react, calls('search', { query: 'x' }), { maxIterations: 1 }],
    ['self-ask', selfAsk, calls('follow_up', { question: 'x' }), { maxFollowUps: 1 }],
  ]

  it.each(asking)('that was cut off says so (%s)', async (_, loop, asks, config = {}) => {
    const { end } = await run(loop, scriptedModel(asks, cut('Mars has tw')), { tools: [search], config })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Mars has tw', gap: cutGap })
  })

  it.each(asking)('that is whole lacks nothing (%s)', async (_, loop, asks, config = {}) => {
    const { end } = await run(loop, scriptedModel(asks, says('Two.')), { tools: [search], config })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Two.', gap: null })
  })

  it.each(asking)('that cannot be read is what was found, and says so (%s)', async (_, loop, asks, config = {}) => {
    const model = scriptedModel(asks, says(''), says(''))
    const { end } = await run(loop, model, { tools: [search], config })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Found x.', gap: unreadGap })
  })
})

describe('a plan that was cut off', () => {
  it('is asked for again, and not run', async () => {
    const half = cut('{"steps":[{"id":"1","goal":"add","needs":[]},{"id":"2","goal":"delete ever')
    const { end } = await run(planExecute, scriptedModel(half, plans(add), says('42'), says('It is 42.')))
    expect(end).toMatchObject({ outcome: 'answered', details: { steps: [{ output: '42' }] } })
  })
})

describe('a call in text', () => {
  const config = { protocol: 'text' } as const

  it.each([
    [
      'react',
      react,
      'Action: search\nAction Input: How many moons has',
      'Action: search\nAction Input: Moons of Mars?',
    ],
    ['self-ask', selfAsk, 'Follow up: How many moons has', 'Follow up: Moons of Mars?'],
  ] as const)('that the cut went through is asked for again (%s)', async (_, loop, half, whole) => {
    const model = scriptedModel(cut(half), says(whole), says('Two.'))
    const { end, paths } = await run(loop, model, { tools: [search], config })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'Two.' })
    expect(paths[1]).toMatch(/repair#1$/)
    expect(JSON.stringify(model.requests)).not.toContain('Found How many moons has.')
    expect(JSON.stringify(model.requests[2])).toContain('Found Moons of Mars?.')
  })

  it.each([
    ['react', react, 'Action: search\nAction Input: {"query":"moons"}\n**Observation:** They are'],
    ['self-ask', selfAsk, 'Follow up: Moons?\n**Intermediate answer:** They are'],
  ] as const)('that was whole before the cut is made (%s)', async (_, loop, text) => {
    const { paths } = await run(loop, scriptedModel(cut(text), says('Two.')), { tools: [search], config })
    expect(paths[1]).toMatch(/\[0\]$/)
  })

  it('is whole when it is native', async () => {
    const native = { ...calls('follow_up', { question: 'Moons?' }), finish: 'length' } as const
    const { paths } = await run(selfAsk, scriptedModel(native, says('Two.')), { tools: [search] })
    expect(paths).toEqual(['ask#1', 'look#1[0]', 'ask#2'])
  })
})
