/** What research meets in the crash tests. */
import { type Json, type JsonObject, research } from '@gyre/core'
import { fails, says } from '@gyre/core/testing'
import { subjectEmbedder } from './counted-web.ts'
import type { Scenario } from './scenario.ts'

const json = (value: Json) => says(JSON.stringify(value))
const outlines = (...topics: readonly string[]) => json({ topics: topics.map((topic) => ({ topic })) })
const plans = (...plan: readonly JsonObject[]) => json({ critique: 'Too little.', thought: 'More.', plan })
const adds = (topic: string): JsonObject => ({ action: 'ADD_TO_OUTLINE', topic })
const looks = (topic: string, query: string): JsonObject => ({ action: 'SEARCH', query, target_outline_topic: topic })

/** Few pages, and nothing that a scenario is not about: every record is a place to die at. */
const small = { maxCycles: 1, pagesPerSearch: 2, scout: false, hydePassages: 0, maxRewrites: 1 }

const common = {
  loop: research,
  task: 'What is on the islands?',
  tools: ['web.search', 'web.fetch'],
  embedder: subjectEmbedder,
} satisfies Partial<Scenario>

/** One topic, and a round about it. */
const lights = {
  'outline#1': outlines('Lighthouses'),
  'plan#1': plans(looks('t1', 'lighthouse')),
  'section#1[0]/write#1': says('The north lighthouse was built in 1874 [c1].'),
  'front#1': json({ title: 'Light', abstract: 'The islands have lighthouses.' }),
}

/** What is written of it. */
const lit = { title: 'Lighthouses', text: 'The north lighthouse was built in 1874 [1].', isExtract: false, rewrites: 0 }

export const researchScenarios: readonly Scenario[] = [
  {
    ...common,
    name: 'research in two rounds, one of whose made-up passages fails',
    options: {
      config: { ...small, maxCycles: 2, pagesPerSearch: 1, scout: true, hydePassages: 1 },
      instructions: 'Be short.',
    },
    replies: {
      'outline#1': outlines('Lighthouses', 'Ferries'),
      'hyde#1[0]/hyde#1': says('The lighthouse has a lamp in its tower.'),
      'hyde#1[1]/hyde#1': fails(new Error('out of order'), 'The fer'),
      'plan#1': plans(looks('t1', 'lighthouse'), looks('t2', 'ferry')),
      'plan#2': plans(looks('t1', 'gallery rail'), looks('t2', 'sheep strike')),
      'section#1[0]/write#1': says(
        'The north lighthouse was built in 1874 [c1]. The other has a lens from Corby [c3].',
      ),
      'section#1[1]/write#1': says('The ferry Petrel carries 120 passengers [c2].'),
      'front#1': json({ title: 'Light and boats', abstract: 'The islands have lighthouses and ferries.' }),
    },
    end: {
      outcome: 'limit:turns',
      details: {
        title: 'Light and boats',
        sections: [
          { ...lit, text: 'The north lighthouse was built in 1874 [1]. The other has a lens from Corby [2].' },
          { title: 'Ferries', text: 'The ferry Petrel carries 120 passengers [3].', isExtract: false, rewrites: 0 },
        ],
        history: [
          { searches: 2, pages: 2, accepted: 2 },
          { searches: 2, pages: 2, accepted: 2 },
        ],
      },
    },
  },
  {
    ...common,
    name: 'research that finds a topic nobody asked for',
    options: { config: { ...small, maxCycles: 2, pagesPerSearch: 4 } },
    replies: {
      ...lights,
      'plan#1': plans(looks('t1', 'quarry herring warden')),
      'plan#2': plans(adds('Seals'), looks('t2', 'their songs')),
      'section#1[1]/write#1': says('In the caves 60 grey seals pass the winter [c3].'),
    },
    end: {
      outcome: 'limit:turns',
      details: {
        sections: [lit, { title: 'Seals', text: 'In the caves 60 grey seals pass the winter [2].' }],
        ledger: [
          { title: 'Lighthouses', origin: 'outline' },
          { title: 'Seals', origin: 'latent' },
        ],
      },
    },
  },
  {
    ...common,
    name: 'research whose author writes again',
    options: { config: { ...small, maxRewrites: 2 } },
    replies: {
      ...lights,
      'section#1[0]/write#1': says('The north lighthouse was built in 1875 [c1]. It is 31 metres high [c9].'),
      'section#1[0]/rewrite#1': says('The north lighthouse was built in 1873 [c1].'),
      'section#1[0]/rewrite#2': says('The north lighthouse was built in 1874 [c1].'),
    },
    end: { outcome: 'limit:turns', details: { sections: [{ ...lit, rewrites: 2 }], removed: [{ what: 'c9' }] } },
  },
  {
    ...common,
    name: 'research that spends its tokens and writes with what was kept back',
    options: { config: { ...small, maxCycles: 2 }, budget: { tokens: 1_500 } },
    replies: {
      ...lights,
      'outline#1': { ...outlines('Lighthouses'), usage: { inputTokens: 320, outputTokens: 50 } },
      'plan#1': { ...plans(looks('t1', 'lighthouse')), usage: { inputTokens: 540, outputTokens: 60 } },
    },
    end: { outcome: 'limit:tokens', details: { stop: 'budget', title: 'Light', sections: [lit] } },
  },
  {
    ...common,
    name: 'research that may read no more in the middle of a round',
    options: { config: { ...small, pagesPerSearch: 3 }, budget: { toolCalls: 3 } },
    replies: lights,
    end: { outcome: 'limit:tools', details: { stop: 'budget', sections: [lit], history: [{ pages: 2 }] } },
  },
  {
    ...common,
    name: 'research with pinned pages, and pages that cannot be read',
    options: {
      config: {
        ...small,
        pagesPerSearch: 3,
        pinned: ['https://hunt.example/hunt-on-the-islands', 'https://nowhere.example/'],
        deny: ['south.example'],
      },
    },
    replies: {
      ...lights,
      'plan#1': plans(looks('t1', 'lighthouse sank')),
      'section#1[0]/write#1': says('The north lighthouse was built in 1874 [c2]. A seal gave a lamp its light [c1].'),
    },
    end: {
      outcome: 'limit:turns',
      details: {
        sections: [{ ...lit, text: 'The north lighthouse was built in 1874 [1]. A seal gave a lamp its light [2].' }],
        sources: [{ host: 'north.example' }, { host: 'hunt.example', isPinned: true }],
        failed: [{ url: 'https://nowhere.example/' }, { url: 'https://gone.example/ferries' }],
      },
    },
  },
  {
    ...common,
    name: 'research whose planner cannot be read',
    // The only topic is the task itself: with a passage beside it what is embedded tells the two apart.
    options: { config: { ...small, hydePassages: 1 } },
    replies: {
      ...lights,
      'hyde#1[0]/hyde#1': says('Seals sleep on the islands.'),
      'outline#1': says('Well.'),
      'outline#1/repair#1': says('{"topics": []}'),
      'outline#1/repair#2': says('Lighthouses.'),
      'plan#1': says('{"plan": [{"action": "DANCE"}]}'),
      'plan#1/repair#1': says('Let us look at lighthouses.'),
      'section#1[0]/write#1': says('The islands have 900 seals [c1].'),
    },
    end: {
      outcome: 'limit:turns',
      details: { sections: [{ title: 'What is on the islands?', text: 'The islands have 900 seals [1].' }] },
    },
  },
]
