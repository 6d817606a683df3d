import { describe, expect, it } from 'vitest'
import { factsOfType } from '../../../../../test/support/kernel.ts'
import {
  goal,
  lexicalEmbedder,
  type Page,
  pages,
  quick,
  researching,
  runResearch,
  searchesFor,
  smallWeb,
} from '../../../../../test/support/research-runs.ts'
import { GyreError } from '../../errors.ts'
import type { Embedder } from '../../ports/memory.ts'

const [north, , , , petrel] = pages as readonly Page[] as readonly [Page, Page, Page, Page, Page]
const pinned = [north.url, petrel.url]

/** Fails for texts with this in them. */
function failingFor(word: string, error: Error): Embedder {
  const { id, embed } = lexicalEmbedder()
  return {
    id,
    embed: async (texts, signal) => {
      if (texts.some((text) => text.includes(word))) throw error
      return embed(texts, signal)
    },
  }
}

describe('an embedder that fails', () => {
  const script = {
    'plan#1': searchesFor(['lighthouse lamp', 't1']),
    'plan#2': searchesFor(['ferry boat', 't2']),
  }
  const config = { fullAt: 20, maxCycles: 4 }

  it.each([
    ['with an error of ours', new GyreError('model-unavailable', 'The service is down.')],
    ['with any other', new Error('The service is down.')],
  ])('in a later round, %s, leaves a report of the rounds before', async (_, error) => {
    const made = await runResearch(researching(script), { embedder: failingFor('Petrel', error), config })
    const { end, details, runtime, session } = made
    expect(end).toMatchObject({ status: 'completed', outcome: 'gap_open' })
    expect(details).toMatchObject({ stop: 'no_progress', state: { cycles: 1 }, sections: [{ title: 'Lighthouses' }] })
    const why = 'The embedder failed, so that nothing more can be measured: The service is down.'
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({ name: 'decision', value: { decision: 'no_progress', why, by: 'rule' } })
  })

  it('in the first round ends the session with that failure', async () => {
    const embedder = failingFor('North', new GyreError('model-unavailable', 'The service is down.'))
    const { end } = await runResearch(researching(script), { embedder, config })
    expect(end).toMatchObject({ outcome: 'failed:model-unavailable', error: { message: 'The service is down.' } })
  })

  it('for want of a key is told, however late', async () => {
    const embedder = failingFor('Petrel', new GyreError('model-auth', 'There is no key.'))
    const { end } = await runResearch(researching(script), { embedder, config })
    expect(end.outcome).toBe('failed:model-auth')
  })
})

describe('pinned pages that were read before the budget ended', () => {
  it.each([
    ['tool calls, before the first search', { toolCalls: 2 }, 'limit:tools', [goal]],
    ['model calls, before the first round was planned', { modelCalls: 2 }, 'limit:calls', ['Lighthouses', 'Ferries']],
  ])('for want of %s, are in the report', async (_, budget, outcome, titles) => {
    const { end, details } = await runResearch(researching(), { config: { ...quick, pinned }, budget })
    expect(end.outcome).toBe(outcome)
    expect(details).toMatchObject({ stop: 'budget', state: { cycles: 0 } })
    expect(details.sections.map(({ title }) => title)).toEqual(titles)
    expect(details.sources.map(({ url }) => url).toSorted()).toEqual(pinned.toSorted())
  })

  it('are in the report when nobody made passages up, and those that were found beside them', async () => {
    const { end, details, paths } = await runResearch(researching(), {
      tools: smallWeb().tools,
      config: { ...quick, pinned, hydePassages: 8 },
      budget: { modelCalls: 8 },
    })
    expect(end.outcome).toBe('limit:calls')
    expect(paths.filter((path) => path.endsWith('publish#1'))).toHaveLength(1)
    expect(details).toMatchObject({ stop: 'budget', state: { cycles: 1 }, history: [{ pages: 6 }] })
    expect(details.sources.length).toBeGreaterThan(2)
  })
})
