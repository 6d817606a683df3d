import { describe, expect, it } from 'vitest'
import {
  given,
  json,
  outlines,
  page,
  pages,
  quick,
  requestAt,
  researching,
  runResearch,
  searchesFor,
  smallWeb,
  wordEmbedder,
} from '../../../../../test/support/research-runs.ts'

const nato = ['alpha', 'bravo', 'delta', 'echo', 'golf', 'hotel', 'india', 'kilo', 'lima', 'mike', 'oscar', 'papa']

/** A page about this, which is found with its name and says nothing that another does. */
const about = (topic: string, name: string, host = name) =>
  page(host, `${name} page`, `${name} ${topic} `.repeat(12), `What ${name} has to say stands nowhere else. `.repeat(4))

/** A search a round, each with the next of these names. */
const oneByOne = (...names: readonly string[]) => {
  const left = [...names]
  return () => searchesFor([left.shift() ?? 'nothing', 't1'])
}

const whales = (...names: readonly string[]) => smallWeb(names.map((name) => about('whale', name))).tools
const embedder = () => wordEmbedder('whale', 'squid')
const outline = outlines(['Whales'])
const few = { hydePassages: 0, passagesPerPage: 1 }
/** Each round brings enough for the one topic that it searches for, and too little for all three. */
const three = outlines(['Whales'], ['Krill'], ['Plankton'])
const slow = { ...few, maxCycles: 8, fullAt: 20, leastGain: 0.05, searchesPerTopic: 20 }

describe('a research ends', () => {
  it('when every topic is covered', async () => {
    const { end, details } = await runResearch(researching(), { config: quick })
    expect(end).toMatchObject({ outcome: 'answered', gap: null })
    expect(details.stop).toBe('covered')
    expect(details.stopWhy).toBe('The least covered topic is at 0.863, not below 0.8.')
    expect(end.answer).toContain('The research ended because every topic was covered.')
  })

  it('when every topic is covered or searches find nothing more for it, and names those', async () => {
    const model = researching({
      outline: outlines(['Lighthouses'], ['Volcanoes']),
      plan: searchesFor(['lighthouse lamp', 't1'], ['volcano', 't2']),
    })
    const config = { ...quick, hydePassages: 0, fullAt: 2, searchesPerTopic: 2, maxCycles: 9 }
    const { end, details } = await runResearch(model, { config })
    expect(details.stop).toBe('exhausted')
    expect(details.stopWhy).toBe('Searches find nothing more for 1 of 2 topics. Not covered: Volcanoes (0.00).')
    expect(end).toMatchObject({ outcome: 'answered', gap: 'Topics that are not covered: Volcanoes (0.00).' })
    expect(end.answer).not.toContain('every topic was covered')
    expect(end.answer).toContain('The research ended because searches found nothing more.')
    expect(end.answer).toContain('\n\nTopics that are not covered: Volcanoes (0.00).\n\n## Lighthouses\n')
  })

  it('when the last rounds brought too little', async () => {
    const { end, details } = await runResearch(researching({ outline: three, plan: oneByOne(...nato) }), {
      tools: whales(...nato),
      embedder: embedder(),
      config: slow,
    })
    expect(end).toMatchObject({
      outcome: 'answered',
      gap: expect.stringMatching(
        /^Topics that are not covered: Whales \(0\.\d\d\), Krill \(0\.00\), Plankton \(0\.00\)\.$/,
      ),
    })
    expect(details.stop).toBe('diminishing')
    expect(details.stopWhy).toBe('The smoothed gain was 0.036 and 0.034 in the last 2 cycles, below 0.05.')
    expect(details.state.cycles).toBe(2)
    expect(details.ledger.map(({ status }) => status)).toEqual(['open', 'open', 'open'])
  })

  it.each([
    [{ minCycles: 4 }, 4],
    [{ patience: 5 }, 5],
  ])('for too little gain with %j after %s rounds', async (config, cycles) => {
    const { details } = await runResearch(researching({ outline: three, plan: oneByOne(...nato) }), {
      tools: whales(...nato),
      embedder: embedder(),
      config: { ...slow, ...config },
    })
    expect([details.stop, details.state.cycles]).toEqual(['diminishing', cycles])
  })

  it('when searches find nothing more for any topic', async () => {
    const model = researching({ outline, plan: searchesFor(['alpha', 't1'], ['volcano', 't1']) })
    const { end, details } = await runResearch(model, {
      tools: whales('alpha'),
      embedder: embedder(),
      config: { ...few, searchesPerTopic: 2, maxCycles: 9 },
    })
    expect(end).toMatchObject({ outcome: 'answered' })
    expect(details.stop).toBe('exhausted')
    expect(details.stopWhy).toMatch(/^Searches find nothing more for 1 of 1 topic\. Not covered: Whales \(0\.\d\d\)\.$/)
    expect(details.ledger).toMatchObject([{ searches: 2, status: 'exhausted' }])
  })

  it('when two rounds found nothing new', async () => {
    const model = researching({
      outline: outlines(['Whales'], ['Squid'], ['Krill']),
      plan: oneByOne('volcano', 'lava'),
    })
    const { end, details } = await runResearch(model, {
      tools: smallWeb([]).tools,
      embedder: embedder(),
      config: { ...few, maxCycles: 9 },
    })
    expect(details.stop).toBe('no_progress')
    expect(details.stopWhy).toBe('The last 2 cycles found nothing new.')
    expect(end.outcome).toBe('gap_open')
  })

  it('when all rounds are done, which is a limit', async () => {
    const { end, details } = await runResearch(researching({ outline, plan: oneByOne(...nato) }), {
      tools: whales(...nato),
      embedder: embedder(),
      config: { ...few, maxCycles: 3, fullAt: 20 },
    })
    expect(end.outcome).toBe('limit:turns')
    expect(end.gap).toMatch(/^Topics that are not covered: Whales \(0\.\d\d\)\.$/)
    expect(details.stop).toBe('max_cycles')
    expect(details.stopWhy).toMatch(/^It did 3 cycles, of at most 3, and reached a coverage of 0\.\d+\.$/)
  })

  it('only then when no numbers may end it', async () => {
    const { details } = await runResearch(researching(), { config: { ...quick, maxCycles: 4, numericStop: false } })
    expect(details.stop).toBe('max_cycles')
    expect(details.state.cycles).toBe(4)
  })

  it('honestly when nothing was found at all', async () => {
    const model = researching()
    const { end, details } = await runResearch(model, { tools: smallWeb([]).tools })
    expect(end).toMatchObject({
      outcome: 'gap_open',
      gap: 'Nothing was found that the report could be written from. Topics that are not covered: Lighthouses (0.00), Ferries (0.00).',
    })
    expect(end.answer).toContain('Nothing was found that a report could be written from.')
    expect(end.answer).toContain('## Sources\n\nNone.')
    expect(details).toMatchObject({ sections: [], sources: [], citations: [] })
    expect(model.paths.filter((path) => /write|front/.test(path))).toEqual([])
  })
})

describe('a topic that nobody asked for', () => {
  /** Pages about squid that searches for whales find. */
  const hidden = (...hosts: readonly string[]) =>
    hosts
      .map((host, at) => about('squid', `alpha${at}`, host))
      .map((each) => ({ ...each, title: `${each.title} alpha` }))
  const found = (...hosts: readonly string[]) => smallWeb([about('whale', 'alpha'), ...hidden(...hosts)]).tools
  const config = { ...few, pagesPerSearch: 8, maxCycles: 2, numericStop: false }
  const takesUp = json({
    critique: 'Squid turned up.',
    thought: 'It belongs there.',
    plan: [
      { action: 'ADD_TO_OUTLINE', topic: 'Squid', subtopics: [] },
      { action: 'SEARCH', query: 'squid', target_outline_topic: 'Squid' },
    ],
  })
  const script = { outline, 'plan#1': searchesFor(['alpha', 't1']), 'plan#2': takesUp }

  it('is offered to the planner, taken up, and covered by what was found before', async () => {
    const model = researching(script)
    const { details } = await runResearch(model, { tools: found('one', 'two', 'three'), embedder: embedder(), config })
    expect(given(requestAt(model, 'plan#2'))['latent']).toMatch(/^- .*squid.* \(3 passages of 3 hosts\)$/)
    expect(details.state.outline[1]).toMatchObject({ id: 't2', title: 'Squid', origin: 'latent' })
    expect(details.history[0]).toMatchObject({ accepted: 1 })
    expect(details.history[1]).toMatchObject({ accepted: 3, pages: 0 })
    expect(details.ledger[1]?.coverage).toBeGreaterThan(0.5)
    expect(details.sections.map(({ title }) => title)).toEqual(['Whales', 'Squid'])
    expect(details.state.latentTopics).toEqual([])
  })

  it.each([
    ['of two passages', ['one', 'two'], {}],
    ['of one host', ['one', 'one', 'one'], {}],
    ['when nobody wants to know', ['one', 'two', 'three'], { exploration: false }],
  ])('is not offered %s', async (_, hosts, more) => {
    const model = researching(script)
    const options = { tools: found(...hosts), embedder: embedder(), config: { ...config, ...more } }
    const { details } = await runResearch(model, options)
    expect(given(requestAt(model, 'plan#2'))).not.toHaveProperty('latent')
    expect(details.state.outline[1]).toMatchObject({ title: 'Squid', origin: 'planner' })
  })

  it('is offered twice, and no more', async () => {
    const model = researching({
      ...script,
      plan: oneByOne('bravo', 'delta', 'echo', 'golf', 'hotel'),
      'plan#2': searchesFor(['bravo', 't1']),
    })
    const tools = found('one', 'two', 'three')
    const { details } = await runResearch(model, { tools, embedder: embedder(), config: { ...config, maxCycles: 5 } })
    const offers = model.paths.filter((path) => path.startsWith('plan#') && 'latent' in given(requestAt(model, path)))
    expect(details.state.cycles).toBe(5)
    expect(offers).toEqual(['plan#2', 'plan#3'])
  })

  it('keeps too little gain from ending the research, until it was offered twice', async () => {
    const names = nato.slice(1)
    const run = async (hosts: readonly string[]) => {
      const plan = oneByOne('alpha', ...names)
      const pagesOf = [...names.map((name) => about('whale', name)), about('whale', 'alpha'), ...hidden(...hosts)]
      const model = researching({ outline: three, plan })
      const { details } = await runResearch(model, {
        tools: smallWeb(pagesOf).tools,
        embedder: embedder(),
        config: { ...slow, pagesPerSearch: 8 },
      })
      const offers = model.paths.filter((path) => path.startsWith('plan#') && 'latent' in given(requestAt(model, path)))
      return { stop: details.stop, cycles: details.state.cycles, offers }
    }
    expect(await run([])).toEqual({ stop: 'diminishing', cycles: 2, offers: [] })
    expect(await run(['one', 'two', 'three'])).toEqual({
      stop: 'diminishing',
      cycles: 3,
      offers: ['plan#2', 'plan#3'],
    })
  })
})

describe('searches without a planner', () => {
  it('end when there are no other words to search with', async () => {
    const model = researching({ plan: json({}), repair: json({}) })
    const { details } = await runResearch(model, { tools: smallWeb(pages).tools, config: { maxCycles: 9, fullAt: 50 } })
    expect(details.stop).toMatch(/^(exhausted|no_progress|diminishing)$/)
    expect(details.state.cycles).toBeLessThan(9)
  })
})
