import { type JsonSchema, material, shownText, system, user } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decided, wanting } from '../../../test/decided.ts'
import type { nextRound } from '../research/next-round.ts'
import { plannerOutline, plannerResearch } from './planner-research.ts'

const task = 'Write a report on the ferries and lights of the Sound.'
const fence = (text: string) => shownText({ text, untrusted: { from: 'search' } })

type Round = ReturnType<typeof nextRound>
type Topics = { readonly topics: readonly { readonly topic: string; readonly subtopics: readonly string[] }[] }

function givenBy<T>(decision: ReturnType<typeof decided>): T {
  if (decision?.kind !== 'value') throw new Error('no value')
  return decision.value as T
}

function outline(parts: Record<string, string>, maxItems?: number): Topics['topics'] {
  const schema: JsonSchema = {
    type: 'object',
    properties: { topics: { type: 'array', ...(maxItems && { maxItems }) } },
  }
  const messages = [system('Whatever.'), user(material(parts))]
  return givenBy<Topics>(decided(plannerOutline, { messages, output: { name: 'outline', schema } })).topics
}

describe('an outline', () => {
  const found = fence(
    [
      '1. Aldery Sound Ferries',
      '   Lucan Pell founded the Carrow Steam Packet in 1866, and its chairman was his grandson.',
      '2. The Hob Skerry Light',
      '   Maren Holt designed the light; the tower is built of stone and 41 metres high.',
      '3. The Fennholm Light',
      '   It first shone in 1909.',
      '4. Cheese of Vellan',
      '   It is orange.',
      '5. The Ferry Strike of 1911',
      '   The strike began in spring and an inquiry followed the fire.',
    ].join('\n'),
  )

  it('is made of what was found, together where titles share a word, with the sides that extracts speak of', () => {
    expect(outline({ task, found })).toEqual([
      {
        topic: 'Aldery Sound Ferries and The Ferry Strike of 1911',
        subtopics: ['events', 'history and origins', 'people'],
      },
      {
        topic: 'The Hob Skerry Light and The Fennholm Light',
        subtopics: ['building and technology', 'history and origins'],
      },
      {
        topic: 'History and origins of the ferries and lights',
        subtopics: ['founding and first years', 'changes over the years'],
      },
      {
        topic: 'People of the ferries and lights',
        subtopics: ['founders, designers and builders', 'who worked there'],
      },
    ])
  })

  it('keeps pages apart whose titles have nothing but the subject of all in common', () => {
    const ferries = fence('1. Ferries\n2. Ferry Strike\n3. Ferry Timetable')
    expect(outline({ task: 'The ferries of the Sound', found: ferries }).map(({ topic }) => topic)).toEqual([
      'Ferries',
      'Ferry Strike',
      'Ferry Timetable',
    ])
  })

  it('has what the task lists itself, with the pages that are called so', () => {
    expect(outline({ task: 'How did the people of the Sound light, cross and bake?', found })).toEqual([
      { topic: 'Light, lighthouse and lamp', subtopics: ['The Hob Skerry Light', 'The Fennholm Light'] },
      {
        topic: 'Crossing, ferry, boat and bridge',
        subtopics: ['Aldery Sound Ferries', 'The Ferry Strike of 1911'],
      },
      { topic: 'Bake', subtopics: ['history and origins', 'people'] },
    ])
  })

  it('has no more topics than the form allows', () => {
    expect([outline({ task, found }, 1).length, outline({ task, found }, 2).length]).toEqual([1, 2])
  })

  it.each([{}, { found: fence('Nothing was found.') }, { found: fence('1. Cheese of Vellan\n   It is orange.') }])(
    'is made of the sides of the subject where nothing was found on it: %j',
    (more) => {
      expect(outline({ task: 'Tell me about the Ravel Yard', ...more }).map(({ topic }) => topic)).toEqual([
        'History and origins of the Ravel Yard',
        'People of the Ravel Yard',
        'Building and technology of the Ravel Yard',
        'Events around the Ravel Yard',
        'The Ravel Yard today',
      ])
    },
  )

  it.each(['a b, ', 'A ', 'A of the ', '"', 'x: y; '])('is made of a task of nothing but %j, too', (piece) => {
    const long = piece.repeat(10_000)
    expect(outline({ task: long, found: fence(long) }).length).toBeGreaterThan(0)
  })

  it('is the task itself in another language', () => {
    expect(outline({ task: 'Leuchttürme der Nordsee' })).toEqual([{ topic: 'Leuchttürme der Nordsee', subtopics: [] }])
  })
})

describe('the next round', () => {
  const lines = 't1. The ferries: routes; ships\nt2. The lights: keepers\nt3. The strike'
  const round = (parts: Record<string, string>) =>
    givenBy<Round>(decided(plannerResearch, wanting('research_plan', { task, ...parts })))
  const searches = (parts: Record<string, string>) =>
    round(parts).plan.flatMap((each) => (each.action === 'SEARCH' ? [each] : []))

  it('searches for each topic in turn at first', () => {
    expect(searches({ outline: lines }).map(({ query, target_outline_topic: topic }) => [topic, query])).toEqual([
      ['t1', 'The ferries routes'],
      ['t2', 'The lights keepers'],
      ['t3', 'The strike'],
      ['t1', 'The ferries ships'],
      ['t2', 'The lights'],
      ['t3', 'The strikes'],
    ])
  })

  it('goes where least is known, says so, and makes no search again', () => {
    const coverage = [
      't1: 0.42, 5 passages of 3 hosts, 2 searches, open',
      't2: 0.10, 1 passages of 1 hosts, 1 searches, open',
      't3: 0.85, 9 passages of 4 hosts, 1 searches, covered',
    ].join('\n')
    const queries = '- The lights keepers (t2, 2 pages read)\n- the ferries ROUTES (t1, 1 pages read)'
    const parts = { outline: lines, coverage, queries, trend: 'stalling (0.050, 0.010)' }
    expect(searches(parts).map(({ query, target_outline_topic: topic }) => [topic, query])).toEqual([
      ['t2', 'The lights'],
      ['t1', 'The ferries ships'],
      ['t2', 'The light'],
      ['t1', 'The ferries'],
      ['t2', 'keepers the ferries and lights of the Sound'],
      ['t1', 'The ferry'],
    ])
    expect(round(parts).critique).toBe(
      'Of 3 topics 1 are covered. Least is known of t2 (The lights: 0.10 with 1 passages) and ' +
        't1 (The ferries: 0.42 with 5 passages). The gain: stalling (0.050, 0.010).',
    )
  })

  it('makes a topic of what showed up by itself, and searches for it', () => {
    const latent = '- lens, mirror, glass (5 passages of 2 hosts)\n- kelp (3 passages of 2 hosts)'
    expect(round({ outline: lines, latent }).plan.slice(0, 2)).toEqual([
      { action: 'ADD_TO_OUTLINE', topic: 'Lens, mirror and glass', subtopics: ['lens', 'mirror', 'glass'] },
      { action: 'SEARCH', query: 'lens mirror glass', target_outline_topic: 'Lens, mirror and glass' },
    ])
    expect(round({ outline: `${lines}\nt4. Lens, mirror and glass`, latent }).plan[0]).toMatchObject({ topic: 'Kelp' })
  })

  it('does not run dry for many rounds, and never asks the same again before it does', () => {
    const asked: string[] = []
    for (let cycle = 0; cycle < 8; cycle += 1) {
      const queries = asked.map((query) => `- ${query} (t1, 1 pages read)`).join('\n')
      asked.push(...searches({ outline: lines, queries }).map(({ query }) => query))
    }
    expect(asked).toHaveLength(48)
    expect(new Set(asked).size).toBe(48)
  })

  it('searches for something whatever is shown of the research', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('t1. ; ', '- x (t1, 1 pages read)', 't1: 9, open', '(: [c1] \\'))
    const parts = fc.record({ outline: text, coverage: text, queries: text, latent: text, trend: text })
    fc.assert(
      fc.property(parts, (given) => {
        for (const { query } of searches(given)) expect(query.trim()).not.toBe('')
        expect(searches(given).length).toBeGreaterThan(0)
      }),
    )
  })
})
