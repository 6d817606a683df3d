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
        topic: 'Aldery Sound Ferries and the Ferry Strike of 1911',
        subtopics: ['events', 'history and origins', 'people'],
      },
      {
        topic: 'The Hob Skerry Light and the Fennholm Light',
        subtopics: ['building and technology', 'history and origins'],
      },
    ])
  })

  it('is filled up with what one word of the task stands for, or with pages that only speak of it', () => {
    const said = (lines: readonly string[]) => fence(lines.join('\n'))
    const lights = said([
      '1. The Survey of Lights, 1931',
      '   The office measured every light of the Sound.',
      '2. A Letter from Signe Holt',
      '   The light is out.',
    ])
    expect(outline({ task: 'The lighthouses of the Sound', found: lights })).toEqual([
      { topic: 'The Survey of Lights, 1931', subtopics: ['history and origins', 'people'] },
      { topic: 'Lights, lighthouses and lamps', subtopics: ['light, lighthouse and lamp', 'Lighthouses'] },
    ])
    const spoken = said(['1. The Holt Family', '   They built lighthouses.', '2. Corrin Glass', '   It made lights.'])
    expect(outline({ task: 'The lighthouses of the Sound', found: spoken }).map(({ topic }) => topic)).toEqual([
      'Lights, lighthouses and lamps',
    ])
    const glass = said([
      '1. Corrin Glass',
      '   Corrin Glass made lenses.',
      '2. The Hob Skerry Light',
      '   The lens came from Corrin Glass.',
    ])
    expect(outline({ task: 'Research Corrin Glass', found: glass }).map(({ topic }) => topic)).toEqual([
      'Corrin Glass',
      'The Hob Skerry Light',
    ])
    const tresk = said([
      '1. The Causeway',
      '   A causeway to Tresk.',
      '2. Ondry',
      '   A causeway.',
      '3. Tresk',
      '   Boats.',
    ])
    expect(outline({ task: 'What became of the causeway of Tresk?', found: tresk }).map(({ topic }) => topic)).toEqual([
      'The Causeway',
      'Tresk',
    ])
  })

  it.each(['The Iodine House\n   It had glass stills.', 'Extract from the Register\n   Corrin Glass, 1852.'])(
    'is not filled up with what speaks of half of the task, or of many things: %j',
    (page) => {
      const found = fence(`1. Corrin Glass\n   Corrin Glass made lenses.\n2. ${page}`)
      expect(outline({ task: 'Research Corrin Glass', found }).map(({ topic }) => topic)).toEqual(['Corrin Glass'])
    },
  )

  it('has no topic of a mere name in a question that no page is called', () => {
    const found = fence('1. The Causeway\n   A causeway to Tresk.')
    expect(outline({ task: 'What became of the causeway of Tresk?', found }).map(({ topic }) => topic)).toEqual([
      'The Causeway',
    ])
  })

  it('leaves out pages that fit far less than the best', () => {
    const holts = fence(
      '1. Maren Holt\n   Maren Holt built.\n2. A Letter from Signe Holt\n   Holt writes.\n3. The Holt Family\n   Maren Holt had a brother.',
    )
    expect(outline({ task: 'Maren Holt', found: holts }).map(({ topic }) => topic)).toEqual([
      'Maren Holt',
      'The Holt Family',
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
      {
        topic: 'Lights, lighthouses and lamps',
        subtopics: ['light, lighthouse and lamp', 'The Hob Skerry Light', 'The Fennholm Light'],
      },
      {
        topic: 'Crossings, ferries, boats and bridges',
        subtopics: ['crossing, ferry, boat and bridge', 'Aldery Sound Ferries', 'The Ferry Strike of 1911'],
      },
      { topic: 'Bake', subtopics: ['bakes', 'history and origins'] },
    ])
  })

  it('has no more topics than the form allows', () => {
    expect([outline({ task, found }, 1).length, outline({ task, found }, 2).length]).toEqual([1, 2])
  })

  it.each([{}, { found: fence('Nothing was found.') }])(
    'is made of the sides of the subject where nothing was found: %j',
    (more) => {
      expect(outline({ task: 'Tell me about the Ravel Yard', ...more }).map(({ topic }) => topic)).toEqual([
        'The Ravel Yard: history and origins',
        'The Ravel Yard: people',
        'The Ravel Yard: building and technology',
        'The Ravel Yard: events',
        'The Ravel Yard today',
      ])
      const [first] = outline({ task: 'The history of the ferries of the Sound', ...more })
      expect(first?.topic).toBe('History of the ferries: history and origins')
    },
  )

  it.each([
    ['Tell me about the Ravel Yard', 'The Ravel Yard', '1. Cheese of Vellan\n   It is orange.'],
    ['The opera houses of Vienna', 'The opera houses of Vienna', '1. The Iodine House\n   A house of black timber.'],
    ['opera, ballet and cheese', 'Opera, ballet and cheese', '1. The Iodine House\n   A house of black timber.'],
  ])('is the subject alone where what was found is about something else: %s', (other, topic, pages) => {
    expect(outline({ task: other, found: fence(pages) }).map((each) => each.topic)).toEqual([topic])
  })

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

  it('makes a topic of what showed up by itself and has to do with the task, and searches for it', () => {
    const latent = [
      '- kelp, iodine (5 passages of 2 hosts)',
      '- lens, light, mirror (4 passages of 2 hosts)',
      '- lights, building (3 passages of 2 hosts)',
    ].join('\n')
    const first = 'Ferries and lights: lens and mirror'
    expect(round({ outline: lines, latent }).plan.slice(0, 2)).toEqual([
      { action: 'ADD_TO_OUTLINE', topic: first, subtopics: ['lens', 'light', 'mirror'] },
      { action: 'SEARCH', query: 'lens light mirror', target_outline_topic: first },
    ])
    expect(round({ outline: `${lines}\nt4. ${first}: lens; light; mirror`, latent }).plan[0]).toMatchObject({
      topic: 'More on the ferries and lights',
    })
    expect(round({ outline: lines, latent: '- kelp, iodine (5 passages of 2 hosts)' }).plan[0]).toMatchObject({
      action: 'SEARCH',
    })
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
