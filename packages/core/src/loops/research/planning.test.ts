import { describe, expect, it } from 'vitest'
import { factsOfType, textsOf } from '../../../../../test/support/kernel.ts'
import {
  given,
  goal,
  json,
  outlines,
  pages,
  quick,
  requestAt,
  researching,
  runResearch,
  searchesFor,
  smallWeb,
} from '../../../../../test/support/research-runs.ts'
import type { Json } from '../../json.ts'
import type { ModelRequest } from '../../ports/model.ts'
import { fails, says } from '../../testing/scripted-model.ts'

const once = { ...quick, maxCycles: 1 }
/** Rounds are done whatever is covered, and every topic stays open. */
const rounds = (maxCycles: number) => ({ maxCycles, numericStop: false, coverAt: 0.99, fullAt: 20 })

const plan = (...actions: readonly Json[]) => json({ critique: 'Enough.', thought: 'Go on.', plan: actions })
const search = (query: string, target?: string) => ({
  action: 'SEARCH',
  query,
  ...(target !== undefined && { target_outline_topic: target }),
})
const addition = (topic: string, ...subtopics: readonly string[]) => ({ action: 'ADD_TO_OUTLINE', topic, subtopics })

describe('the planner', () => {
  it('is shown the state of the research, and nothing else', async () => {
    const model = researching({
      'plan#1': searchesFor(['lighthouse lamp', 't1'], ['ferry boat', 't2']),
      'plan#2': searchesFor(['pier passengers', 't2']),
    })
    await runResearch(model, { config: rounds(2) })
    expect(given(requestAt(model, 'plan#1'))).toEqual({
      task: goal,
      outline: 't1. Lighthouses: lamps; keepers\nt2. Ferries: boats; pier',
      coverage: 't1: 0.00, 0 passages of 0 hosts, 0 searches, open\nt2: 0.00, 0 passages of 0 hosts, 0 searches, open',
      trend: 'starting',
    })
    expect(given(requestAt(model, 'plan#2'))).toEqual({
      task: goal,
      outline: 't1. Lighthouses: lamps; keepers\nt2. Ferries: boats; pier',
      coverage: 't1: 0.33, 4 passages of 4 hosts, 1 searches, open\nt2: 0.31, 3 passages of 3 hosts, 1 searches, open',
      trend: 'starting (0.323)',
      queries: '- lighthouse lamp (t1, 3 pages read)\n- ferry boat (t2, 3 pages read)',
      critique: 'Little is known.',
    })
    expect(textsOf(requestAt(model, 'plan#2'))[0]).toContain('Make at most 6 searches')
  })

  it('is shown its last critique, and not what it said before that', async () => {
    const said = (critique: string, query: string) => json({ critique, thought: 'Go on.', plan: [search(query, 't1')] })
    const model = researching({ 'plan#1': said('Nothing yet.', 'lamp'), 'plan#2': said('No keepers.', 'keeper') })
    const { details } = await runResearch(model, { config: rounds(3) })
    expect(given(requestAt(model, 'plan#3'))['critique']).toBe('No keepers.')
    expect(details.state['critiqueHistory']).toEqual(['Nothing yet.', 'No keepers.', 'Little is known.'])
  })

  it('is not shown what is covered when it is not guided, and may search for what is', async () => {
    const model = researching({ 'plan#2': searchesFor(['gallery rail', 't1']) })
    const config = { ...rounds(2), coverAt: 0.1, guided: false }
    const { details } = await runResearch(model, { config })
    expect(Object.keys(given(requestAt(model, 'plan#2')))).toEqual(['task', 'outline', 'queries', 'critique'])
    expect(details.state.queries.at(-1)).toBe('gallery rail')
  })

  it('is asked as the planner, and authors as the author', async () => {
    const author = researching()
    const planner = researching()
    await runResearch(author, { config: once, models: { planner } })
    expect(planner.paths).toEqual(['outline#1', 'plan#1'])
    expect(author.paths.some((path) => path.startsWith('plan'))).toBe(false)
  })

  it('is shown the gains of the last three rounds and their trend', async () => {
    const model = researching({
      plan: (request: ModelRequest) =>
        searchesFor([`ferry ${given(request)['queries']?.split('\n').length ?? 0} boat`, 't2']),
    })
    await runResearch(model, { config: rounds(5) })
    expect(given(requestAt(model, 'plan#5'))['trend']).toBe('increasing (0.000, 0.000, 0.079)')
  })

  it.each([
    ['cannot be read', { plan: says('Let me think.'), repair: says('Still thinking.') }],
    ['is empty', { plan: plan(), repair: plan() }],
    ['has no search in it', { plan: plan(addition('Whales')), repair: plan(addition('Whales')) }],
    ['does not come', { plan: fails(new Error('down')) }],
  ])('whose plan %s is done without: topics are searched for by what is covered least', async (_, script) => {
    const web = smallWeb()
    const { details, runtime, session } = await runResearch(researching(script), { tools: web.tools, config: once })
    expect(web.asked.searches).toEqual([
      goal,
      'Lighthouses',
      'Ferries',
      'Lighthouses lamps',
      'Ferries boats',
      'Lighthouses keepers',
      'Ferries pier',
    ])
    expect(details.state.cycles).toBe(1)
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({ name: 'planned-by-coverage', value: { why: expect.any(String) } })
  })

  it('that cannot be read in a later round leaves the poorest topic first', async () => {
    const model = researching({
      'plan#1': searchesFor(['lighthouse lamp', 't1'], ['lighthouse keeper', 't1']),
      'plan#2': says('Hm.'),
      repair: says('Hm.'),
    })
    const { details } = await runResearch(model, { config: { ...rounds(2), searchesPerCycle: 3 } })
    expect(details.state.queries.slice(2)).toEqual(['Ferries', 'Lighthouses', 'Ferries boats'])
  })

  it('is shown the fault of a plan without a search, once, and may mend it', async () => {
    const model = researching({ 'plan#1': plan(), 'plan#1/repair#1': searchesFor(['ferry boat', 't2']) })
    const { details, paths } = await runResearch(model, { config: once })
    expect(paths.filter((path) => path.startsWith('plan#1'))).toHaveLength(2)
    expect(model.requests.flatMap(textsOf).join('\n')).toContain('plan: at least one SEARCH is needed')
    expect(details.state.queries).toEqual(['ferry boat'])
  })

  it('cannot end the research by an empty plan', async () => {
    const model = researching({ plan: plan(), repair: plan() })
    const { details } = await runResearch(model, { config: { ...rounds(3), searchesPerTopic: 20 } })
    expect(details.state.cycles).toBe(3)
    expect(details.stop).toBe('max_cycles')
  })
})

describe('a search that is planned', () => {
  const targets: readonly (readonly [named: string | undefined, query: string, topic: string])[] = [
    ['t2', 'lighthouse lamp', 't2'],
    ['T2', 'lighthouse lamp', 't2'],
    ['t2.', 'lighthouse lamp', 't2'],
    ['Ferries', 'lighthouse lamp', 't2'],
    [' ferries ', 'lighthouse lamp', 't2'],
    ['the pier', 'lamp', 't2'],
    ['t9', 'old boats', 't2'],
    ['nonsense', 'keepers of lamps', 't1'],
    [undefined, 'the pier', 't2'],
    [undefined, 'weather', 't1'],
  ]

  it.each(targets)('for %j with the query %j is for %s', async (named, query, topic) => {
    const { details } = await runResearch(researching({ plan: plan(search(query, named)) }), { config: once })
    expect(details.state.results).toMatchObject([{ query, topic }])
  })

  it.each([
    ['with the words of one before is not made again', 'lighthouse lamp', []],
    ['with other letters and marks is not made again', '“Lighthouse” LAMP!', []],
    ['with the words in another order is not made again', 'lamp lighthouse', []],
    ['with another word is made', 'lighthouse lens', ['lighthouse lens']],
  ])('%s', async (_, query, made) => {
    const model = researching({
      'plan#1': searchesFor(['lighthouse lamp', 't1']),
      'plan#2': searchesFor([query, 't1'], ['ferry boat', 't2']),
    })
    const { details } = await runResearch(model, { config: rounds(2) })
    expect(details.state.queries.slice(1)).toEqual([...made, 'ferry boat'])
  })

  it('with the meaning of one before is not made again where an embedder can tell', async () => {
    const axes = ['lamp|light', 'ferry|boat', 'keeper', 'lens']
    const vectorOf = (text: string) => {
      const known = axes.map((words) => Number(new RegExp(words, 'i').test(text)))
      const length = Math.hypot(...known) || 1
      return new Float32Array(known.map((each) => each / length))
    }
    const embedder = { id: 'test/meaning', embed: async (texts: readonly string[]) => texts.map(vectorOf) }
    const model = researching({
      'plan#1': searchesFor(['old lamp', 't1'], ['a bright light', 't1']),
      'plan#2': searchesFor(['shining lights', 't1'], ['glass lens', 't1']),
    })
    const { details, paths } = await runResearch(model, { embedder, config: rounds(2) })
    expect(details.state.queries).toEqual(['old lamp', 'glass lens'])
    expect(paths).toContain('queries#1')
  })

  it('twice in one plan is made once', async () => {
    const model = researching({ plan: searchesFor(['ferry boat', 't2'], ['Boat ferry', 't2'], ['pier', 't2']) })
    const { details } = await runResearch(model, { config: once })
    expect(details.state.queries).toEqual(['ferry boat', 'pier'])
  })

  it('is one of as many as a round and a topic have', async () => {
    const words = ['lamp', 'oil', 'lens', 'coal', 'horn', 'iron', 'gallery', 'mercury']
    const wanted = searchesFor(...words.map((word) => [`lighthouse ${word}`, 't1'] as const), ['ferry', 't2'])
    const run = async (config: object) =>
      (await runResearch(researching({ plan: wanted }), { config: { ...once, ...config } })).details.state.queries
    expect(await run({ searchesPerCycle: 3 })).toEqual(['lighthouse lamp', 'lighthouse oil', 'lighthouse lens'])
    expect(await run({ searchesPerTopic: 2 })).toEqual(['lighthouse lamp', 'lighthouse oil', 'ferry'])
  })

  it('is counted for its topic over all rounds', async () => {
    const model = researching({
      'plan#1': searchesFor(['lighthouse lamp', 't1'], ['lighthouse keeper', 't1']),
      'plan#2': searchesFor(['lighthouse lens', 't1'], ['lighthouse coal', 't1'], ['ferry boat', 't2']),
    })
    const { details } = await runResearch(model, { config: { ...rounds(2), searchesPerTopic: 3 } })
    expect(details.state.queries).toEqual(['lighthouse lamp', 'lighthouse keeper', 'lighthouse lens', 'ferry boat'])
  })

  it('for a topic that is covered is not made', async () => {
    const model = researching({
      'plan#1': searchesFor(['lighthouse lamp', 't1'], ['lighthouse keeper', 't1']),
      'plan#2': searchesFor(['lighthouse lens', 't1'], ['ferry boat', 't2']),
    })
    const { details } = await runResearch(model, { config: { ...quick, maxCycles: 2 } })
    expect(details.state.queries).toEqual(['lighthouse lamp', 'lighthouse keeper', 'ferry boat'])
    expect(given(requestAt(model, 'plan#2'))['coverage']).toMatch(/^t1: 0\.96, .* covered\nt2: 0\.\d\d, .* open$/)
  })

  it('for a topic that searches find nothing for is not made any more', async () => {
    const model = researching({
      outline: outlines(['Lighthouses'], ['Volcanoes']),
      'plan#1': searchesFor(['volcano', 't2'], ['lava', 't2']),
      'plan#2': searchesFor(['eruption', 't2'], ['lighthouse lamp', 't1']),
    })
    const { details } = await runResearch(model, { config: rounds(2) })
    expect(details.state.queries).toEqual(['volcano', 'lava', 'lighthouse lamp'])
    expect(given(requestAt(model, 'plan#2'))['coverage']).toContain(
      't2: 0.00, 0 passages of 0 hosts, 2 searches, exhausted',
    )
  })
})

describe('a topic that the planner adds', () => {
  it('is a section of its own, and takes nothing from the others', async () => {
    const model = researching({
      'plan#1': searchesFor(['lighthouse lamp', 't1'], ['ferry boat', 't2']),
      'plan#2': plan(addition('Pay of keepers', 'crowns', 'coal'), search('keepers crowns coal', 'Pay of keepers')),
    })
    const { details } = await runResearch(model, { config: { ...rounds(2), pagesPerSearch: 2 } })
    expect(details.state.outline[2]).toEqual({
      id: 't3',
      title: 'Pay of keepers',
      subtopics: ['crowns', 'coal'],
      origin: 'planner',
    })
    expect(details.sections.map(({ title }) => title)).toEqual(['Lighthouses', 'Ferries', 'Pay of keepers'])
    const [first, second] = details.history
    expect(first?.coverage).toHaveLength(2)
    expect(second?.coverage).toHaveLength(3)
    expect(second?.gain).toBeGreaterThan(0)
    for (const at of [0, 1]) expect(second?.coverage[at]).toBeGreaterThanOrEqual(first?.coverage[at] ?? 1)
  })

  it('never makes the gain negative, though it begins with nothing', async () => {
    const model = researching({
      'plan#2': plan(addition('Volcanoes'), search('lava', 'Volcanoes')),
    })
    const { details } = await runResearch(model, { config: { ...rounds(2), fullAt: 4 } })
    expect(details.history[1]).toMatchObject({ gain: 0, accepted: 0 })
    expect(details.history[1]?.total).toBeLessThan(details.history[0]?.total ?? 0)
  })

  it('is not added when the outline has it', async () => {
    const model = researching({ plan: plan(addition(' FERRIES'), search('ferry boat', 't2')) })
    const { details } = await runResearch(model, { config: once })
    expect(details.state.outline.map(({ title }) => title)).toEqual(['Lighthouses', 'Ferries'])
  })

  it('is one of twelve at most', async () => {
    const many = Array.from({ length: 15 }, (_, nth) => addition(`More ${nth}`))
    const model = researching({ plan: plan(...many, search('ferry boat', 't2')) })
    const { details } = await runResearch(model, { config: once })
    expect(details.state.outline).toHaveLength(12)
    expect(details.state.outline.at(-1)).toMatchObject({ id: 't12', title: 'More 9' })
  })

  it('may be searched for in the same round by its name', async () => {
    const web = smallWeb(pages)
    const model = researching({ plan: plan(search('fog horn', 'Fog'), addition('Fog')) })
    const { details } = await runResearch(model, { tools: web.tools, config: once })
    expect(details.state.results).toMatchObject([{ query: 'fog horn', topic: 't3' }])
  })
})
