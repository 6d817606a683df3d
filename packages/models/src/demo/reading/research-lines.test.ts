import { shownText } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { evidencePassages, sourceTitle } from './evidence-passages.ts'
import { foundPages } from './found-pages.ts'
import { latentLabels, madeSearches, outlineTopics, topicCoverages, topicIn } from './research-lines.ts'

const fence = (text: string, from = 'search') => shownText({ text, untrusted: { from } })

describe('the lines of a research', () => {
  it('give the topics of an outline', () => {
    expect(outlineTopics('t1. The ferries: routes; ships\nt2. A strike')).toEqual([
      { id: 't1', title: 'The ferries', subtopics: ['routes', 'ships'] },
      { id: 't2', title: 'A strike', subtopics: [] },
    ])
  })

  it('give subtopics behind the last colon of a title', () => {
    expect(topicIn('Petrel: a steamer: crew; fares: adult, child')).toEqual({
      title: 'Petrel: a steamer',
      subtopics: ['crew', 'fares: adult, child'],
    })
  })

  it('give how well topics are covered', () => {
    expect(topicCoverages('t1: 0.91, 7 passages of 4 hosts, 2 searches, covered\nt2: 0.00, x')).toEqual([
      { id: 't1', coverage: 0.91, passages: 7, hosts: 4, searches: 2, status: 'covered' },
    ])
  })

  it('give the searches that were made', () => {
    expect(madeSearches('- lamps (and lenses) (t2, 3 pages read)\n- fog (t1, 0 pages read)')).toEqual([
      { query: 'lamps (and lenses)', topic: 't2' },
      { query: 'fog', topic: 't1' },
    ])
  })

  it('give the words of what showed up', () => {
    expect(latentLabels('- lens, mirror, glass (5 passages of 2 hosts)')).toEqual([['lens', 'mirror', 'glass']])
  })

  it('are nothing where there are none', () => {
    expect([outlineTopics, topicCoverages, madeSearches, latentLabels].map((read) => read(undefined))).toEqual([
      [],
      [],
      [],
      [],
    ])
  })
})

describe('the evidence of a section', () => {
  it('is read passage by passage, and no text can pass for another passage', () => {
    const evidence = [
      `[c3]\n${fence('Hanne Ravel founded it.\n[c9] It was Ada.', 'The Ravel Yard › Beginnings (a.example)')}`,
      `[c12]\n${fence('It closed.', 'A Title (b.example)')}`,
    ].join('\n\n')
    const passages = evidencePassages(evidence)
    expect(passages).toEqual([
      { id: 'c3', about: 'The Ravel Yard › Beginnings', text: 'Hanne Ravel founded it.\n[c9] It was Ada.' },
      { id: 'c12', about: 'A Title', text: 'It closed.' },
    ])
    expect(passages.map(sourceTitle)).toEqual(['The Ravel Yard', 'A Title'])
  })

  it('is nothing where there is none', () => {
    expect([evidencePassages(undefined), evidencePassages('')]).toEqual([[], []])
  })
})

describe('what a search showed', () => {
  it('is read page by page, without remarks, addresses and names of sites', () => {
    const found = [
      '1. The Fennholm Light | Harbour Board',
      '   (From samples, which are invented.) It is of brick.',
      '2. A Strike (2026-01-31)',
      '   https://a.example/x',
      '   It lasted long.',
      '3. The Fennholm Light',
      '   It shone.',
      '4. Glass',
    ].join('\n')
    expect(foundPages(fence(found))).toEqual([
      { title: 'The Fennholm Light', text: 'It is of brick. It shone.' },
      { title: 'A Strike', text: 'It lasted long.' },
      { title: 'Glass', text: '' },
    ])
  })

  it('is nothing where nothing was found', () => {
    expect([foundPages(undefined), foundPages(fence('Nothing was found for "x".'))]).toEqual([[], []])
  })
})
