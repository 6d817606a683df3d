import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { behind, equipment, factsOfType, gate, turns, world } from '../../../../../test/support/kernel.ts'
import {
  goal,
  json,
  quick,
  requestAt,
  researching,
  runResearch,
  smallWeb,
  startResearch,
  toolNamed,
  wordEmbedder,
} from '../../../../../test/support/research-runs.ts'
import { plainConfig } from '../../kernel/beyond.ts'
import type { Loop } from '../../kernel/loop.ts'
import { research } from './entry.ts'

const loop = research as unknown as Loop

describe('research', () => {
  it('draws an outline, plans, imagines, searches, reads, measures and writes, in this order', async () => {
    const web = smallWeb()
    const { end, paths } = await runResearch(researching(), { tools: web.tools, config: quick })
    expect(end).toMatchObject({ outcome: 'answered', gap: null, usage: { modelCalls: 7, toolCalls: 13 } })
    expect(paths).toEqual([
      'query#1',
      'search#1[0]',
      'outline#1',
      'plan#1',
      'publish#1',
      'hyde#1[0]/hyde#1',
      'hyde#1[1]/hyde#1',
      'topics#1',
      'search#2[0]/search#1[0]',
      'search#2[1]/search#1[0]',
      'search#2[2]/search#1[0]',
      'search#2[3]/search#1[0]',
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((at) => `read#1[${at}]/read#1[0]`),
      'passages#1',
      'spent#1',
      'section#1[0]/write#1',
      'section#1[1]/write#1',
      'front#1',
      'spent#2',
    ])
    expect(web.asked.searches).toEqual([goal, 'lighthouse lamp', 'lighthouse keeper', 'ferry boat', 'pier passengers'])
  })

  it('answers with a report: title, abstract, sections, sources, and how it came about', async () => {
    const { end } = await runResearch(researching(), { config: quick })
    const report = String(end.answer)
    expect(report.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# Light and boats of the islands',
      '## Lighthouses',
      '## Ferries',
      '## Sources',
      '## How this was researched',
      '### Coverage',
      '### Statements without support',
      '### Taken out',
      '### Sources that failed',
      '### Checks',
      '### Cost',
    ])
    expect(report).toContain('Lighthouse keepers were paid 9 crowns a month in 1902, and coal besides. [1]')
    expect(report).toContain('1. [Lighthouse keepers](https://keepers.example/lighthouse-keepers), keepers.example')
    expect(report).toContain('The least covered topic is at 0.863, not below 0.8.')
  })

  it('measures what a round brought', async () => {
    const { details } = await runResearch(researching(), { config: quick })
    expect(details.history).toEqual([
      {
        searches: 4,
        pages: 8,
        accepted: 7,
        coverage: [expect.closeTo(0.963, 3), expect.closeTo(0.864, 3)],
        total: expect.closeTo(0.913, 3),
        gain: expect.closeTo(0.913, 3),
        unseen: expect.closeTo(3 / 7, 5),
      },
    ])
    expect(details.ledger).toMatchObject([
      { topic: 't1', title: 'Lighthouses', origin: 'outline', passages: 5, hosts: 5, searches: 2, status: 'covered' },
      { topic: 't2', title: 'Ferries', origin: 'outline', passages: 3, hosts: 3, searches: 2, status: 'covered' },
    ])
  })

  it('tells where every citation stands in its source', async () => {
    const { details } = await runResearch(researching(), { config: quick })
    const cited = new Map(details.state.chunks.map((chunk) => [chunk.id, chunk]))
    expect(details.citations).toHaveLength(7)
    for (const { chunk, sentence, start, end, source } of details.citations) {
      expect(cited.get(chunk)).toMatchObject({ source, start, end })
      expect(cited.get(chunk)?.text).toContain(sentence)
    }
  })

  it('gives the whole state in its details', async () => {
    const { details } = await runResearch(researching(), { config: quick })
    expect(Object.keys(details.state)).toEqual([
      'query',
      'queryEmbedding',
      'cycles',
      'outline',
      'plan',
      'critiqueHistory',
      'informationGainHistory',
      'lastCoverageVector',
      'results',
      'chunks',
      'chunkEmbeddings',
      'urlToSource',
      'queries',
      'latentTopics',
      'hydeByTopic',
      'calibration',
    ])
    expect(details.state).toMatchObject({
      query: goal,
      cycles: 1,
      critiqueHistory: ['Little is known.'],
      informationGainHistory: [expect.closeTo(0.913, 3)],
      lastCoverageVector: [expect.closeTo(0.963, 3), expect.closeTo(0.864, 3)],
      queries: ['lighthouse lamp', 'lighthouse keeper', 'ferry boat', 'pier passengers'],
      hydeByTopic: { t1: 1, t2: 1 },
    })
    expect(Object.keys(details.state['chunkEmbeddings'] as object)).toEqual(details.state.chunks.map(({ id }) => id))
  })

  it('names its phases and the measures of each round', async () => {
    const { runtime, session } = await runResearch(researching(), { config: quick })
    const changed = await factsOfType(runtime, session.id, 'session.status')
    const phases = changed.map(({ data }) => (data as { readonly phase?: string }).phase)
    expect(phases.filter((phase) => phase !== undefined)).toEqual([
      'outlining',
      'planning',
      'imagining',
      'executing',
      'evaluating',
      'deciding',
      'writing',
      'verifying',
    ])
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({
      name: 'coverage',
      value: {
        cycle: 1,
        total: 0.913,
        gain: 0.913,
        accepted: 7,
        unseen: 0.429,
        topics: [
          { topic: 'Lighthouses', coverage: 0.963 },
          { topic: 'Ferries', coverage: 0.864 },
        ],
      },
    })
  })

  it('can be had without what is beyond the paper', async () => {
    const { end, paths } = await runResearch(researching(), { config: { ...plainConfig(loop), maxCycles: 1 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', details: { stop: 'max_cycles' } })
    expect(paths).not.toContain('search#1[0]')
  })
})

describe('a task with an output schema', () => {
  it('gets the report in the form it asks for', async () => {
    const output = json({ lighthouses: 2 })
    const task = { goal, output: z.object({ lighthouses: z.int() }) }
    const { end, details } = await runResearch(researching({ output }), { config: quick }, task)
    expect(end).toMatchObject({ outcome: 'answered', answer: { lighthouses: 2 } })
    expect(details.sections.map(({ title }) => title)).toEqual(['Lighthouses', 'Ferries'])
  })
})

describe('the embedder', () => {
  it('that is missing is told before anything is searched for', async () => {
    const web = smallWeb()
    const { runtime } = world({ loops: [loop] })
    const session = await runtime.start(loop, goal, { model: researching(), tools: web.tools })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:embedder-missing' })
    expect(web.asked).toEqual({ searches: [], reads: [], inputs: [] })
  })

  it('of a session that is resumed must be the one it began with', async () => {
    const held = gate()
    const web = smallWeb()
    const stopping = researching({ 'plan#1': behind(held, json({})) })
    const { session, afterCrash } = await startResearch(stopping, { tools: web.tools })
    await held.isReached
    await turns()
    const model = researching()
    const later = afterCrash({ ...equipment(loop, model, ...web.tools), embedder: wordEmbedder('ferry') })
    const again = await later.resume(session.id)
    await expect(again.outcome).rejects.toMatchObject({
      code: 'embedder-mismatch',
      message: expect.stringMatching(
        /^The session has vectors of `lexical\/\S+`, and the embedder is `lexical\/words`/,
      ),
    })
  })

  it('of a session that is resumed goes on where it was', async () => {
    const held = gate()
    const web = smallWeb()
    const { session, afterCrash } = await startResearch(researching({ 'front#1': behind(held, json({})) }), {
      tools: web.tools,
      config: quick,
    })
    await held.isReached
    const model = researching()
    const later = afterCrash(equipment(loop, model, ...web.tools))
    const end = await (await later.resume(session.id)).outcome
    expect(end).toMatchObject({ outcome: 'answered', usage: { modelCalls: 7, toolCalls: 13 } })
    expect(model.paths).toEqual(['front#1'])
  })
})

describe('without tools', () => {
  it.each([
    ['auto', [], 'The session has: none. Research needs `web.search` and `web.fetch`'],
    [
      'web',
      [toolNamed('web.search', () => '')],
      'The session has: `web.search`. Research needs `web.search` and `web.fetch`',
    ],
    ['knowledge', smallWeb().tools, 'Research needs `knowledge.search` and `knowledge.read`'],
  ])('to look with, `sources: %s` asks nobody and says what is needed', async (sources, tools, gap) => {
    const model = researching()
    const { end } = await runResearch(model, { tools, config: { sources } })
    expect(end).toMatchObject({ outcome: 'stuck:no-tools', answer: null, gap: expect.stringContaining(gap) })
    expect(end.gap).toContain('`sources` says where it looks.')
    expect(model.paths).toEqual([])
  })
})

describe('requests', () => {
  it('are put to the planner for outline and plan, coldly, and to the author for the rest', async () => {
    const model = researching()
    await runResearch(model, { config: quick })
    expect(requestAt(model, 'outline#1')).toMatchObject({ temperature: 0.2 })
    expect(requestAt(model, 'plan#1')).toMatchObject({ temperature: 0.2, maxOutputTokens: 1024 })
    expect(requestAt(model, 'hyde#1[0]/hyde#1')).toMatchObject({ temperature: 0.7, maxOutputTokens: 512 })
    expect(requestAt(model, 'section#1[0]/write#1')?.temperature).toBeUndefined()
  })
})
