import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../rules/research/sentences.ts'
import { knownTopics } from './topics/known-topics.ts'
import { tells } from './web-facts.ts'
import { type PageKind, urlOf, type WebPage } from './web-page.ts'
import { type WebWorld, webWorld } from './web-world.ts'

const seeds = fc.integer({ min: 0, max: 1_000_000 })
const textOf = ({ paragraphs }: WebPage) => paragraphs.join('\n')
const honest = ({ pages }: WebWorld) => pages.filter(({ kind }) => kind === 'honest')

describe('a synthetic web', () => {
  it('is the same for the same seed, and another for another', () => {
    const facts = (seed: number) => webWorld({ seed }).facts
    const pages = (seed: number) => webWorld({ seed }).pages
    expect(facts(4)).toEqual(facts(4))
    expect(pages(4)).toEqual(pages(4))
    expect(facts(5)).not.toEqual(facts(4))
  })

  it('asks for five topics and hides a sixth', () => {
    const world = webWorld({ seed: 1 })
    expect(world.topics).toHaveLength(5)
    expect(knownTopics.map(({ title }) => title).filter((title) => !world.topics.includes(title))).toEqual([
      world.hidden,
    ])
    expect(world.goal).not.toContain(world.hidden?.toLowerCase())
    for (const topic of world.topics) expect(world.goal).toContain(topic.toLowerCase())
  })

  it('hides every topic by some seed', () => {
    const hidden = Array.from({ length: 60 }, (_, seed) => webWorld({ seed }).hidden)
    expect(new Set(hidden)).toEqual(new Set(knownTopics.map(({ title }) => title)))
  })

  it('has facts whose names, numbers and years no other fact has', () =>
    fc.assert(
      fc.property(seeds, (seed) => {
        const { facts, lies } = webWorld({ seed })
        expect(facts).toHaveLength(54)
        expect(new Set(facts.map(({ name }) => name)).size).toBe(54)
        for (const key of ['number', 'year'] as const) {
          expect(new Set([...facts, ...lies].map((fact) => fact[key])).size).toBe(108)
        }
      }),
      { numRuns: 20 },
    ))

  it('has every fact on one or two honest pages, and nowhere else but on copies of them', () =>
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = webWorld({ seed })
        for (const fact of world.facts) {
          const pages = honest(world).filter((page) => tells(textOf(page), fact))
          expect([1, 2]).toContain(pages.length)
          expect(new Set(pages.map(({ topic }) => topic))).toEqual(new Set([fact.topic]))
          expect(textOf(pages[0] as WebPage)).toContain(fact.sentence)
        }
      }),
      { numRuns: 10 },
    ))

  it('spreads the facts of a topic over more than four hosts', () => {
    const world = webWorld({ seed: 2 })
    for (const [, pages] of Map.groupBy(honest(world), ({ topic }) => topic)) {
      expect(new Set(pages.map(({ host }) => host)).size).toBe(7)
    }
  })

  it('gives each page an address of its own', () => {
    const { pages, pageAt } = webWorld({ seed: 3 })
    expect(pages.length).toBe(59)
    expect(new Set(pages.map(urlOf)).size).toBe(59)
    for (const page of pages) expect(pageAt(urlOf(page))).toBe(page)
    expect(pageAt('http://tides.example/nothing')).toBeUndefined()
  })

  it('says false things of the same names on the page of a liar alone', () => {
    const world = webWorld({ seed: 1 })
    const telling = world.pages.filter((page) => world.lies.some((lie) => tells(textOf(page), lie)))
    expect(telling.map(({ kind }) => kind)).toEqual(['liar'])
    expect(world.lies.every((lie, at) => lie.name === world.facts[at]?.name)).toBe(true)
  })

  it('has every kind of broken and hostile page, unless it is told not to', () => {
    const kinds = (hasHazards: boolean) => new Set(webWorld({ seed: 1, hasHazards }).pages.map(({ kind }) => kind))
    const all: readonly PageKind[] = [
      ...(['honest', 'copy', 'gone', 'reset', 'late', 'silent', 'long', 'huge', 'liar'] as const),
      ...(['injection', 'veiled', 'trap', 'closed'] as const),
    ]
    expect(kinds(true)).toEqual(new Set(all))
    expect(kinds(false)).toEqual(new Set(['honest']))
  })

  it('mentions another topic in passing on every page of the hidden one, and on no other page', () => {
    const world = webWorld({ seed: 1 })
    for (const page of honest(world)) {
      const [, word] = /Whoever writes about (\w+) leaves it out\./.exec(textOf(page)) ?? []
      const meant = knownTopics.filter(({ parts }) => parts.some(({ heading }) => heading.startsWith(`${word}`)))
      expect(meant.length).toBe(page.topic === world.hidden ? 1 : 0)
      expect(meant.map(({ title }) => title)).not.toContain(page.topic)
    }
  })

  it('has no sixth topic when it is told so', () => {
    const world = webWorld({ seed: 1, hasHidden: false })
    expect(world.hidden).toBeUndefined()
    expect(world.facts).toHaveLength(45)
    expect(new Set(honest(world).map(({ topic }) => topic))).toEqual(new Set(world.topics))
  })

  it('says the same on every page when there is to be nothing new', () => {
    const world = webWorld({ seed: 1, hasNovelty: false, hasHazards: false })
    expect(new Set(world.pages.map(textOf)).size).toBe(1)
    expect(world.facts).toHaveLength(6)
    for (const fact of world.facts) expect(tells(textOf(world.pages[0] as WebPage), fact)).toBe(true)
  })
})

describe('the topics', () => {
  const content = ({ words }: (typeof knownTopics)[number]) => wordsOf(words.join(' '))

  it('share none of the words that each is known by', () => {
    const all = knownTopics.flatMap((topic) => [...content(topic)])
    expect(new Set(all).size).toBe(all.length)
  })

  it('use their own words, and hardly those of another', () => {
    for (const topic of knownTopics) {
      const texts = topic.parts.flatMap(({ facts, fillers }) => [...facts, ...fillers])
      const having = (other: typeof topic) =>
        texts.filter((text) => wordsOf(text).intersection(content(other)).size > 0).length
      expect(having(topic)).toBeGreaterThan(texts.length / 2)
      for (const other of knownTopics) if (other !== topic) expect(having(other)).toBeLessThanOrEqual(1)
    }
  })
})
