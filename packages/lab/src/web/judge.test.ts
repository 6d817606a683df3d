import type { ResearchDetails } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { judgeResearch } from './judge.ts'
import { verifierScore } from './verifier-score.ts'
import type { Draft } from './watched-drafts.ts'
import { urlOf, type WebPage } from './web-page.ts'
import { webWorld } from './web-world.ts'

const world = webWorld({ seed: 1 })
const page = world.pages.find(({ kind, topic }) => kind === 'honest' && topic === world.topics[0]) as WebPage
const text = page.paragraphs.join('\n\n')
const told = world.facts.filter(({ sentence }) => text.includes(sentence))
const [first, second] = told as [(typeof told)[number], (typeof told)[number]]
const lie = world.lies[world.facts.indexOf(first)]

/** A report of one section that cites one page. */
function details(section: string, changes: object = {}): ResearchDetails {
  return {
    sections: [{ topic: 't1', title: page.topic, text: section, isExtract: false, rewrites: 0 }],
    sources: [{ number: 1, id: 's1', title: page.title, url: urlOf(page), host: page.host, isPinned: false }],
    citations: [{ section: 't1', sentence: '', number: 1, chunk: 'c1', source: 's1', start: 0, end: 9, sha256: '' }],
    unsupported: [],
    state: { chunks: [{ id: 'c1', text }] },
    ...changes,
  } as unknown as ResearchDetails
}

const citedOnce = (sentence: string) => sentence.replace(/\.$/, ' [1].')
const judged = (section: string, changes: object = {}) => judgeResearch(world, details(section, changes))

describe('the judge of a report', () => {
  it('counts the facts that the evidence tells of, and those of the report', () => {
    const { evidence, report } = judged(citedOnce(first.sentence))
    expect(told).toHaveLength(2)
    expect(evidence).toEqual({ asked: 2 / 45, hidden: 0, all: 2 / 54, lies: 0 })
    expect(report).toEqual({ asked: 1 / 45, hidden: 0, all: 1 / 54, lies: 0 })
  })

  it('counts those of the hidden topic apart, and what is not so', () => {
    const fact = world.facts.find(({ topic }) => topic === world.hidden)
    const chunks = [{ id: 'c1', text: `${fact?.sentence} ${lie?.sentence}` }]
    expect(judged('', { state: { chunks } }).evidence).toEqual({ asked: 0, hidden: 1 / 9, all: 1 / 54, lies: 1 })
  })

  it('finds nothing wrong with what is taken from the page', () => {
    const { invalidCitations, unmarked, marked, falseMarks } = judged(
      [first, second].map(({ sentence }) => citedOnce(sentence)).join(' '),
    )
    expect({ invalidCitations, unmarked, marked, falseMarks }).toEqual({
      ...{ invalidCitations: [], unmarked: [], marked: [], falseMarks: [] },
    })
  })

  it('finds numbers that no source has', () => {
    const { invalidCitations } = judged(first.sentence.replace(/\.$/, ' [1][7].'))
    expect(invalidCitations).toEqual([expect.stringMatching(/^\[7\]: /)])
  })

  it('finds passages that are not on the page they are said to be on', () => {
    const other = world.pages.find(({ topic, kind }) => kind === 'honest' && topic !== page.topic) as WebPage
    const sources = [{ number: 1, id: 's1', title: '', url: urlOf(other), host: other.host, isPinned: false }]
    expect(judged(citedOnce(first.sentence), { sources }).invalidCitations).toEqual([`c1 is not on ${urlOf(other)}`])
    const hidden = { chunks: [{ id: 'c1', text: `${text} Hidden words.` }] }
    expect(judged(citedOnce(first.sentence), { state: hidden }).invalidCitations).toHaveLength(1)
  })

  it('tells what was made up and is marked from what is not', () => {
    const wrong = citedOnce(first.sentence.replace(first.number, '9'.repeat(5)))
    const { unmarked, marked, report } = judged(`${wrong} *(unsupported: 99999)* All of it is gone [1].`)
    expect(marked).toEqual([{ kind: 'number', sentence: wrong }])
    expect(unmarked).toEqual([{ kind: 'claim', sentence: 'All of it is gone [1].' }])
    expect(report.asked).toBe(0)
  })

  it.each(['unsupported: 12', 'no source given', 'wording not found'])(
    'counts the mark *(%s)* behind what is so',
    (mark) => {
      const { falseMarks } = judged(`${citedOnce(first.sentence)} *(${mark})*`)
      expect(falseMarks).toEqual([citedOnce(first.sentence)])
    },
  )
})

describe('the score of a verifier', () => {
  const sentences = ['The salt is white [c1].', 'The salt is blue [c1].', 'It costs nine pence [c1].']
  const draft = (changes: Partial<Draft>): Draft => ({
    section: page.topic,
    text: sentences.join(' '),
    inventions: [
      { kind: 'claim', sentence: sentences[1] as string },
      { kind: 'number', sentence: sentences[2] as string },
    ],
    faults: undefined,
    ...changes,
  })

  it('goes by the faults that a first draft is written again for', () => {
    const faults = '- "The salt is blue": the words are not there\n- "The salt is white": nor are these'
    const score = verifierScore([draft({}), draft({ faults, text: '', inventions: [] })], details(''))
    expect(score).toEqual({
      found: { number: { of: 1, flagged: 0 }, quote: { of: 0, flagged: 0 }, claim: { of: 1, flagged: 1 } },
      sound: { of: 1, flagged: 1 },
      recall: 1 / 2,
      precision: 1 / 2,
    })
  })

  it('knows a sentence again in which the words of a link are left', () => {
    const faults = '- "The salt is blue report": the words are not there'
    const { found } = verifierScore([draft({}), draft({ faults })], details(''))
    expect(found.claim).toEqual({ of: 1, flagged: 1 })
  })

  it('goes by the report when nothing is written again', () => {
    const unsupported = [{ section: 't1', sentence: 'It costs nine pence.', why: [] }]
    const { found, precision } = verifierScore([draft({})], details('', { unsupported }))
    expect(found.number).toEqual({ of: 1, flagged: 1 })
    expect(found.claim).toEqual({ of: 1, flagged: 0 })
    expect(precision).toBe(1)
  })
})
