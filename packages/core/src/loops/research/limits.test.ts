import { describe, expect, it } from 'vitest'
import { stepPaths, world } from '../../../../../test/support/kernel.ts'
import {
  type Details,
  given,
  goal,
  lexicalEmbedder,
  outlines,
  passagesIn,
  quick,
  researching,
  runResearch,
  type Script,
  searchesFor,
  smallWeb,
  startResearch,
} from '../../../../../test/support/research-runs.ts'
import { defineLoop } from '../../kernel/loop.ts'
import type { ModelRequest } from '../../ports/model.ts'
import { says } from '../../testing/scripted-model.ts'
import type { Tool } from '../../tools/tool.ts'
import { research } from './entry.ts'

const nothing = 'Nothing was found that the report could be written from.'
const early = 'This report was written before the research was complete: its budget was spent.'
const bad = 'The North Lighthouse was built by Ada Brandt. [c1] Its tower was built in 1999. [c1]'

const extractsOf = ({ sections }: Pick<Details, 'sections'>) => sections.map(({ isExtract }) => isExtract)

describe('model calls that are spent', () => {
  it.each([
    [1, 'for the outline', 'outline#1'],
    [2, 'for the plan', 'plan#1'],
  ])('%s in all, %s, end in a report that says that nothing was found', async (modelCalls, _, at) => {
    const { end, details, paths } = await runResearch(researching(), { config: quick, budget: { modelCalls } })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      gap: expect.stringContaining(nothing),
      answer: expect.stringContaining(early),
    })
    expect(details).toMatchObject({ stop: 'budget', sections: [], state: { cycles: 0 } })
    expect(details.stopWhy).toBe('The budget was spent after 0 cycles, at a coverage of 0.')
    expect(paths.at(-2)).toBe(at)
  })

  it('for the passages that are made up end in a report of what is read without them', async () => {
    const { end, details } = await runResearch(researching(), { config: quick, budget: { modelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: expect.stringContaining(early) })
    expect(details).toMatchObject({ stop: 'budget', history: [{ pages: 8 }], state: { hydeByTopic: { t1: 1, t2: 0 } } })
    expect(extractsOf(details)).toEqual([false, true])
  })

  it('for a later plan end in a report of what was found until then', async () => {
    const config = { maxCycles: 9, numericStop: false, fullAt: 20 }
    const { end, details } = await runResearch(researching(), { config, budget: { modelCalls: 8 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 8 } })
    expect(details).toMatchObject({ stop: 'budget', state: { cycles: 3 } })
    expect(end.answer).toContain(early)
  })

  it('leave three of twenty for writing', async () => {
    const plan = (request: ModelRequest) =>
      searchesFor([`boat number ${given(request)['queries']?.split('\n').length ?? 0}`, 't2'])
    const config = { maxCycles: 50, numericStop: false, guided: false, searchesPerTopic: 100 }
    const model = researching({ plan })
    const { end, details } = await runResearch(model, { config, budget: { modelCalls: 20 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 20 } })
    expect(model.paths.slice(-4).map((path) => path.replace(/^.*\//, ''))).toEqual([
      'plan#14',
      'write#1',
      'write#1',
      'front#1',
    ])
    expect(extractsOf(details)).toEqual([false, false])
    expect(details.title).toBe('Light and boats of the islands')
  })

  it.each([
    [5, [false, true], goal],
    [6, [false, false], goal],
  ])('%s in all, while it is written, leave a report of what there is', async (modelCalls, isExtract, title) => {
    const { end, details } = await runResearch(researching(), { config: quick, budget: { modelCalls } })
    expect(end).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls } })
    expect(details).toMatchObject({ stop: 'covered', title })
    expect(extractsOf(details)).toEqual(isExtract)
    // Where all sections were written, only the title was left out.
    expect(String(end.answer).includes('The budget ended while this report was written.')).toBe(
      isExtract.includes(true),
    )
  })

  it('to the last by a report that is whole are no limit', async () => {
    const { end, details } = await runResearch(researching(), { config: quick, budget: { modelCalls: 7 } })
    expect(end).toMatchObject({ outcome: 'answered', usage: { modelCalls: 7 } })
    expect(details).toMatchObject({ stop: 'covered', title: 'Light and boats of the islands' })
  })

  it('while a section is written again leave it as it was, marked', async () => {
    const script: Script = { outline: outlines(['Lighthouses']), write: says(bad), rewrite: says(bad) }
    const { end, details } = await runResearch(researching(script), { config: quick, budget: { modelCalls: 5 } })
    expect(end.outcome).toBe('limit:calls')
    expect(details.sections).toMatchObject([{ isExtract: false, rewrites: 1 }])
    expect(details.sections[0]?.text).toContain('*(unsupported: 1999)*')
    // Whoever writes has all that is left: here it is spent before the title is asked for.
    expect(details.title).toBe(goal)
  })
})

describe('tool calls that are spent', () => {
  it.each([
    [0, 'for the first search', 'search#1[0]'],
    [1, 'for the searches of a round', 'notice#1'],
    [5, 'for the pages of a round', 'notice#1'],
  ])('%s in all, %s, end in a report that says that nothing was found', async (toolCalls, _, at) => {
    const { end, details, paths } = await runResearch(researching(), { config: quick, budget: { toolCalls } })
    expect(end).toMatchObject({
      outcome: 'limit:tools',
      gap: expect.stringContaining(nothing),
      answer: expect.stringContaining(early),
    })
    expect(details).toMatchObject({ stop: 'budget', sections: [] })
    expect(paths.at(-2)).toBe(at)
  })

  it('while pages are read leave those that were', async () => {
    const { end, details } = await runResearch(researching(), { config: quick, budget: { toolCalls: 9 } })
    expect(end).toMatchObject({ outcome: 'limit:tools', usage: { toolCalls: 9 } })
    expect(end.gap).toBe('Topics that are not covered: Ferries (0.00).')
    expect(details.history).toMatchObject([{ searches: 4, pages: 4, accepted: 4 }])
    expect(details.stopWhy).toMatch(/^The budget was spent after 1 cycle, at a coverage of 0\.\d+\.$/)
    expect(details.sections).toMatchObject([{ title: 'Lighthouses', isExtract: false }])
  })

  it('while the searches of a later round are made leave what was found before', async () => {
    const script = { 'plan#1': searchesFor(['lighthouse lamp', 't1']), 'plan#2': searchesFor(['ferry boat', 't2']) }
    const budget = { perTool: { 'web.search': 2 } }
    const { end, details } = await runResearch(researching(script), { config: { fullAt: 20 }, budget })
    expect(end.outcome).toBe('limit:tools')
    expect(details.state.queries).toEqual(['lighthouse lamp'])
    expect(details.sections).toMatchObject([{ title: 'Lighthouses', isExtract: false }])
  })
})

describe('tokens that are spent', () => {
  it.each([
    [100, 0, []],
    [4_000, 1, [true, true]],
    [8_000, 3, [false, true]],
    [12_000, 7, [false, false]],
  ])(
    '%s in all, end after %s rounds, with sections as far as what is kept back goes',
    async (tokens, cycles, isExtract) => {
      const model = researching({}, { inputTokens: 900, outputTokens: 100 })
      const config = { maxCycles: 9, numericStop: false, fullAt: 20 }
      const { end, details } = await runResearch(model, { config, budget: { tokens } })
      expect(end).toMatchObject({ outcome: 'limit:tokens', answer: expect.stringContaining(early) })
      expect(details).toMatchObject({ stop: 'budget', state: { cycles } })
      expect(extractsOf(details)).toEqual(isExtract)
    },
  )
})

describe('time that is spent', () => {
  const second = 1_000

  /** A session with a minute, whose model or tool takes longer at one place. */
  async function late(at: 'plan#2' | 'web.fetch' | 'section#1[0]/write#1') {
    const all = world({ loops: [research], embedder: lexicalEmbedder() })
    const tools = smallWeb().tools.map((tool): Tool => {
      if (tool.name !== at) return tool
      const run: Tool['run'] = async (input, context) => {
        await all.clock.sleep(90 * second)
        return tool.run(input, context)
      }
      return { ...tool, timeoutMs: 600 * second, run }
    })
    const slow = async (request: ModelRequest) => {
      await all.clock.sleep(90 * second)
      return says(
        passagesIn(request)
          .map(({ id, sentence }) => `${sentence} [${id}]`)
          .join(' '),
      )
    }
    const model = researching(at === 'web.fetch' ? {} : { [at]: slow })
    const config = at === 'plan#2' ? { maxCycles: 3, numericStop: false } : quick
    const budget = { activeMs: 60 * second }
    const { session, runtime } = await startResearch(model, { in: all, tools, config, budget })
    const end = await all.clock.runUntil(session.outcome)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
    return { end, details: end.details as unknown as Details }
  }

  it('while the next round is planned leaves the rounds before', async () => {
    const { end, details } = await late('plan#2')
    expect(end).toMatchObject({ outcome: 'limit:time', answer: expect.stringContaining(early) })
    expect(details).toMatchObject({ stop: 'budget', state: { cycles: 1 } })
    expect(extractsOf(details)).toEqual([false, false])
  })

  it('while pages are read leaves those that were under way', async () => {
    const { end, details } = await late('web.fetch')
    expect(end).toMatchObject({ outcome: 'limit:time', answer: expect.stringContaining(early) })
    expect(details).toMatchObject({ stop: 'budget', history: [{ pages: 8, accepted: 7 }] })
    expect(extractsOf(details)).toEqual([false, false])
  })

  it('while a section is written leaves the others, and its passages', async () => {
    const { end, details } = await late('section#1[0]/write#1')
    expect(end.outcome).toBe('limit:time')
    expect(details.sections.map(({ title }) => title)).toEqual(['Lighthouses', 'Ferries'])
  })
})

describe('a research inside another loop', () => {
  it('ends by a budget of its own with its own report', async () => {
    const outer = defineLoop({
      name: 'outer',
      uses: [research],
      run: async (ctx) => {
        const end = await ctx.runLoop(research, goal, { label: 'inner', config: quick, budget: { toolCalls: 9 } })
        return { answer: end.outcome, details: end.details }
      },
    })
    const all = world({ loops: [research], embedder: lexicalEmbedder() })
    const session = await all.runtime.start(outer, goal, { model: researching(), tools: smallWeb().tools })
    const end = await session.outcome
    expect(end).toMatchObject({ outcome: 'answered', answer: 'limit:tools', details: { stop: 'budget' } })
    expect((end.details as unknown as Details).sections).toMatchObject([{ title: 'Lighthouses', isExtract: false }])
    expect(await stepPaths(all.runtime, session.id)).toContain('inner#1/research/front#1')
    expect(await all.runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})
