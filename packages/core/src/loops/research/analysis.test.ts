import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  outlines,
  page,
  researching,
  runResearch,
  searchesFor,
  smallWeb,
  wordEmbedder,
} from '../../../../../test/support/research-runs.ts'
import type { Embedder } from '../../ports/memory.ts'
import { says } from '../../testing/scripted-model.ts'

const about = (topic: string, name: string, host = name) =>
  page(host, `${name} page`, `${name} ${topic} `.repeat(12), `What ${name} has to say stands nowhere else. `.repeat(4))

const config = { hydePassages: 0, passagesPerPage: 1, pagesPerSearch: 8, numericStop: false, maxCycles: 1 }
const embedder = () => wordEmbedder('whale', 'squid')
const script = { outline: outlines(['Whales'], ['Squid']), plan: searchesFor(['alpha bravo delta echo', 't1']) }
const names = ['alpha', 'bravo', 'delta', 'echo']

describe('a round', () => {
  it('takes what belongs to a topic, whichever was searched for, and leaves the rest', async () => {
    const all = [about('whale', 'alpha'), about('squid', 'bravo'), about('nothing', 'delta')]
    const { details } = await runResearch(researching(script), {
      tools: smallWeb(all).tools,
      embedder: embedder(),
      config,
    })
    expect(details.history).toMatchObject([{ pages: 3, accepted: 2 }])
    expect(details.state.chunks.map(({ host, foundFor }) => `${host} ${foundFor}`)).toEqual([
      'alpha.example t1',
      'bravo.example t1',
    ])
    expect(details.sections.map(({ title }) => title)).toEqual(['Whales', 'Squid'])
  })

  it('takes as many passages for a topic as it may', async () => {
    const all = [...names.map((name) => about('whale', name)), about('squid', 'alpha', 'deep')]
    const { details } = await runResearch(researching(script), {
      tools: smallWeb(all).tools,
      embedder: embedder(),
      config: { ...config, passagesPerTopic: 2 },
    })
    expect(details.history).toMatchObject([{ pages: 5, accepted: 3 }])
  })

  it('takes what had no room in the one before, without reading it again', async () => {
    const web = smallWeb(names.map((name) => about('whale', name)))
    const { details } = await runResearch(researching({ ...script, 'plan#2': searchesFor(['volcano', 't2']) }), {
      tools: web.tools,
      embedder: embedder(),
      config: { ...config, maxCycles: 2, passagesPerTopic: 3, fullAt: 20 },
    })
    expect(details.history).toMatchObject([
      { pages: 4, accepted: 3 },
      { pages: 0, accepted: 1 },
    ])
    expect(details.history[1]?.gain).toBeGreaterThan(0)
    expect(web.asked.reads).toHaveLength(4)
  })

  it('counts a host that says more for less than two hosts', async () => {
    const coverage = async (hosts: readonly [string, string]) => {
      const all = hosts.map((host, at) => about('whale', names[at] ?? '', host))
      const options = { tools: smallWeb(all).tools, embedder: embedder(), config }
      return (await runResearch(researching(script), options)).details.history[0]?.coverage[0] ?? 0
    }
    expect(await coverage(['one', 'one'])).toBeLessThan(await coverage(['one', 'two']))
  })

  it('is measured by the thresholds of the first one, so that coverage means the same', async () => {
    const first = smallWeb([about('whale', 'alpha'), about('whale', 'bravo'), about('squid', 'delta')])
    const plans = { 'plan#1': searchesFor(['alpha', 't1']), 'plan#2': searchesFor(['bravo', 't1'], ['delta', 't2']) }
    const run = (maxCycles: number) =>
      runResearch(researching({ ...script, ...plans }), {
        tools: first.tools,
        embedder: embedder(),
        config: { ...config, maxCycles, fullAt: 20 },
      })
    const [one, two] = [await run(1), await run(2)]
    expect(two.details.state['calibration']).toEqual(one.details.state['calibration'])
    expect(two.details.history[0]).toEqual(one.details.history[0])
  })

  it('without a page has no gain and no thresholds', async () => {
    const { details } = await runResearch(researching(script), {
      tools: smallWeb([]).tools,
      embedder: embedder(),
      config,
    })
    expect(details.history).toEqual([
      { searches: 1, pages: 0, accepted: 0, coverage: [0, 0], total: 0, gain: 0, unseen: 1 },
    ])
    expect(details.state['calibration']).toBeNull()
  })
})

describe('vectors', () => {
  const all = [about('whale', 'alpha'), about('squid', 'bravo'), about('whale', 'delta')]
  const run = async (changed: (vector: Float32Array, text: string) => Float32Array) => {
    const { id, embed } = embedder()
    const embedded: Embedder = {
      id,
      embed: async (texts, signal) =>
        (await embed(texts, signal)).map((vector, at) => changed(vector, texts[at] ?? '')),
    }
    return (await runResearch(researching(script), { tools: smallWeb(all).tools, embedder: embedded, config })).details
  }

  it('of any length give the same numbers', async () => {
    const [plain, long] = [await run((vector) => vector), await run((vector) => vector.map((value) => value * 7))]
    expect(long.history).toEqual(plain.history)
    expect(plain.history).toMatchObject([{ accepted: 3 }])
  })

  it('of nothing but zeros are relevant to nothing', async () => {
    const { history, state } = await run((vector, text) => (text.includes('alpha') ? vector.fill(0) : vector))
    expect(state.chunks.map(({ host }) => host)).toEqual(['bravo.example', 'delta.example'])
    expect(history[0]?.coverage.every((each) => each > 0 && each < 1)).toBe(true)
  })

  it('of all topics that are zeros cover nothing', async () => {
    const { history } = await run((vector, text) => (text.length < 20 ? vector.fill(0) : vector))
    expect(history).toMatchObject([{ accepted: 0, coverage: [0, 0], gain: 0 }])
  })

  it('are asked for with texts that an embedder can take', async () => {
    const seen: number[] = []
    const { id, embed } = embedder()
    const measuring: Embedder = {
      id,
      embed: (texts, signal) => {
        seen.push(...texts.map(({ length }) => length))
        return embed(texts, signal)
      },
    }
    const title = `whale ${'tower '.repeat(8_000)}`
    const headed = { ...about('whale', 'alpha'), title, text: `# ${title}\n\n${about('whale', 'alpha').text}` }
    const hyde = says('whale '.repeat(9_000))
    const { details } = await runResearch(researching({ ...script, hyde }), {
      tools: smallWeb([headed]).tools,
      embedder: measuring,
      config: { ...config, hydePassages: 1 },
    })
    expect(Math.max(...seen)).toBe(8_000)
    expect(Object.values(details.state.urlToSource)[0]?.title).toHaveLength(300)
  })
})

describe('coverage', () => {
  it('never falls, whatever is found in which order, and the gains add up to it', async () => {
    const kinds = fc.constantFrom('whale', 'squid', 'whale squid', 'nothing')
    const found = fc.array(fc.record({ kind: kinds, host: fc.constantFrom('one', 'two', 'three') }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(found, async (pagesOf) => {
        const all = pagesOf.map(({ kind, host }, at) => about(kind, names[at] ?? '', host))
        const plans = names.map((name, at) => [`plan#${at + 1}`, searchesFor([name, 't1'])] as const)
        const { details } = await runResearch(researching({ ...script, ...Object.fromEntries(plans) }), {
          tools: smallWeb(all).tools,
          embedder: embedder(),
          config: { ...config, maxCycles: 4, fullAt: 10, guided: false },
        })
        const { history } = details
        for (const [at, { gain, coverage }] of history.entries()) {
          expect(gain).toBeGreaterThanOrEqual(0)
          for (const [topic, each] of coverage.entries())
            expect(each).toBeGreaterThanOrEqual(history[at - 1]?.coverage[topic] ?? 0)
        }
        const gained = history.reduce((sum, { gain }) => sum + gain, 0)
        expect(gained).toBeCloseTo(history.at(-1)?.total ?? 0, 10)
      }),
      { numRuns: 12 },
    )
  })
})
