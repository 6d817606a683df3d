import { describe, expect, it } from 'vitest'
import { factsOfType } from '../../../../../test/support/kernel.ts'
import {
  given,
  quick,
  requestAt,
  researching,
  runResearch,
  smallWeb,
  toolNamed,
} from '../../../../../test/support/research-runs.ts'
import { type Tool, toolOutput } from '../../tools/tool.ts'
import { outageIn, whyNoSearches } from './outage.ts'
import type { SearchResult } from './state.ts'

/** A web whose searches fail with these numbers, from 1, which is the first look. */
function outage(isDown: (nth: number) => boolean): readonly Tool[] {
  const [search, fetch] = smallWeb().tools as [Tool, Tool]
  let nth = 0
  const run: Tool['run'] = (input, context) => {
    nth += 1
    if (isDown(nth)) throw new Error('status 429')
    return search.run(input, context)
  }
  return [{ ...search, run }, fetch]
}

const notesOf = async ({ runtime, session }: Awaited<ReturnType<typeof runResearch>>) =>
  (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)

describe('searches that fail', () => {
  it('in the first round count for nothing: the same are made in the next', async () => {
    const model = researching()
    const made = await runResearch(model, { tools: outage((nth) => nth <= 5), config: quick })
    const { end, details } = made
    expect(end.outcome).toBe('answered')
    expect(details).toMatchObject({ stop: 'covered', state: { cycles: 2 } })
    expect(details.history).toMatchObject([{ searches: 4, pages: 8 }])
    expect(details.ledger).toMatchObject([{ searches: 2 }, { searches: 2 }])
    expect(details.failed).toHaveLength(4)
    expect(given(requestAt(model, 'plan#2'))['queries']).toContain('- lighthouse lamp (t1, it failed)')
    expect(await notesOf(made)).toContainEqual({ name: 'round', value: { round: '1/5', why: 'every search failed' } })
  })

  it('one of several is no outage, and no fruitless search', async () => {
    const { details } = await runResearch(researching(), { tools: outage((nth) => nth === 2), config: quick })
    expect(details.history[0]).toMatchObject({ searches: 4 })
    expect(details.ledger).toMatchObject([{ searches: 1 }, { searches: 2 }])
  })

  it('all of them in two rounds end the research, with the last failure', async () => {
    const made = await runResearch(researching(), { tools: outage(() => true), config: { maxCycles: 9 } })
    expect(made.end.outcome).toBe('gap_open')
    expect(made.details).toMatchObject({ stop: 'no_progress', history: [], state: { cycles: 2 } })
    const why = 'Every search of the last 2 cycles failed. The last one: web.search: `web.search` failed: status 429'
    expect(await notesOf(made)).toContainEqual({
      name: 'decision',
      value: { decision: 'no_progress', why, by: 'rule' },
    })
  })

  it('end nothing where no numbers may', async () => {
    const config = { maxCycles: 3, numericStop: false }
    const { details } = await runResearch(researching(), { tools: outage(() => true), config })
    expect(details).toMatchObject({ stop: 'max_cycles', state: { cycles: 3 } })
  })

  it('are not those that find nothing', async () => {
    const none = toolNamed('web.search', () => toolOutput({ text: '', data: [] }))
    const tools = [none, ...smallWeb().tools.slice(1)]
    const { details } = await runResearch(researching(), { tools, config: { maxCycles: 9 } })
    expect(details.history.length).toBeGreaterThan(0)
  })
})

describe('outageIn', () => {
  const search = (cycle: number, failure?: string): SearchResult => ({
    query: 'q',
    topic: 't1',
    cycle,
    urls: [],
    read: 0,
    ...(failure && { failure }),
  })

  it.each([
    ['without a round', 0, [], 0],
    ['after a round without searches', 1, [], 0],
    ['after a search that failed', 1, [search(1, 'down')], 1],
    ['after one of two that failed', 1, [search(1, 'down'), search(1)], 0],
    ['after a round that went well', 2, [search(1, 'down'), search(2)], 0],
    ['after two rounds, and one before them that went well', 3, [search(1), search(2, 'x'), search(3, 'y')], 2],
  ])('%s', (_, cycles, results, rounds) => {
    expect(outageIn({ cycles, results })).toBe(rounds)
    expect(whyNoSearches({ cycles, results }) !== undefined).toBe(rounds >= 2)
  })
})
