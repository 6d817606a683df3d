/** A report for tests, as a research gives it in its details. */
import type { Report } from '@gyre/core'

const round = { searches: 3, pages: 5, accepted: 4, coverage: [0.5, 0.3], unseen: 0.4 }

export const lakeReport: Report = {
  query: 'How do people cross the lake?',
  title: 'Crossing the lake',
  abstract: 'Most people take a ferry.',
  sections: [
    {
      topic: 't1',
      title: 'Ferries',
      text: 'There are three ferries [1][2]. They run all year [1].\n\n| Ferry | Built |\n| --- | ---: |\n| Anna | 1911 [2] |',
      isExtract: false,
      rewrites: 0,
    },
    {
      topic: 't2',
      title: 'Bridges',
      text: 'A bridge was planned. *(no source given)* It was to cost 42 million [2]. *(unsupported: 42 million)*',
      isExtract: true,
      rewrites: 2,
    },
    { topic: 't3', title: 'Tunnels', text: 'There is none [2].', isExtract: false, rewrites: 0 },
  ],
  sources: [
    {
      number: 1,
      id: 's1',
      title: 'Ferries of the lake',
      url: 'https://lake.example/ferries',
      host: 'lake.example',
      publishedAt: '2024-05-01T10:00:00Z',
      isPinned: false,
      remarks: ['It was cut.'],
    },
    {
      number: 2,
      id: 's2',
      title: 'Our notes',
      url: 'notes/lake.md',
      host: 'notes/lake.md',
      isPinned: true,
      remarks: [],
    },
  ],
  citations: [
    {
      section: 't1',
      sentence: 'There are three ferries.',
      number: 1,
      chunk: 'c1',
      source: 's1',
      start: 0,
      end: 24,
      sha256: '0'.repeat(64),
    },
  ],
  unsupported: [{ section: 't2', sentence: 'A bridge was planned.', why: ['It cites nothing.'] }],
  removed: [{ section: 't2', what: '[9]', why: 'There is no such source.' }],
  score: { sentences: 5, cited: 4, supported: 3, unsupported: 1, uncited: 1, precision: 0.75, recall: 0.6 },
  ledger: [
    {
      topic: 't1',
      title: 'Ferries',
      origin: 'outline',
      coverage: 0.899,
      passages: 4,
      sources: 3,
      hosts: 2,
      searches: 2,
      status: 'covered',
    },
    {
      topic: 't2',
      title: 'Bridges',
      origin: 'latent',
      coverage: 0.31,
      passages: 1,
      sources: 1,
      hosts: 1,
      searches: 4,
      status: 'exhausted',
    },
  ],
  failed: [{ url: 'https://gone.example/', reason: 'There is no such page (404).' }],
  history: [
    { ...round, total: 0.4, gain: 0.4 },
    { ...round, total: 0.6, gain: 0.2 },
  ],
  stop: 'exhausted',
  stopWhy: 'Searches find nothing more for 1 of 2 topics.',
  spent: { modelCalls: 14, toolCalls: 20, inputTokens: 12_000, outputTokens: 3_400, costUsd: 0.0123 },
}
