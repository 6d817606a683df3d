import { describe, expect, it } from 'vitest'
import { passages } from './corpora.ts'
import { relations } from './synthetic/relations.ts'
import { syntheticCorpus } from './synthetic-corpus.ts'
import { syntheticSample } from './synthetic-sample.ts'

const corpus = syntheticCorpus()
const texts = new Map(corpus.documents.map(({ name, text }) => [name, text]))

const functionWords = new Set(
  'the a an of in on at to for by from is was are were be been has have had did do does what which who whom whose where when how many much long that it its with and under up once one'.split(
    ' ',
  ),
)
const contentWords = (text: string) =>
  (text.toLowerCase().match(/\{\w\}|[a-z]+/g) ?? []).filter((word) => !word.startsWith('{') && !functionWords.has(word))

describe('the synthetic corpus', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(syntheticCorpus(1)).toEqual(corpus)
    expect(syntheticCorpus(2).documents[0]).not.toEqual(corpus.documents[0])
  })

  it('has 600 documents of 80 to 410 words, each under a name of its own', () => {
    expect(corpus.documents).toHaveLength(600)
    expect(texts.size).toBe(600)
    const lengths = corpus.documents.map(({ text }) => text.split(/\s+/).length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(80)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(410)
  })

  it('asks 300 different questions of six kinds', () => {
    const kinds = Map.groupBy(corpus.questions, ({ kind }) => kind)
    const sizes = Object.fromEntries([...kinds].map(([kind, questions]) => [kind, questions.length]))
    expect(sizes).toEqual({ exact: 60, paraphrase: 60, typo: 50, identifier: 40, 'two-hop': 50, long: 40 })
    expect(new Set(corpus.questions.map(({ question }) => question)).size).toBe(300)
    expect(new Set(corpus.questions.map(({ id }) => id)).size).toBe(300)
  })

  it('fills every slot of its sentences', () => {
    const written = [...texts.values(), ...corpus.questions.map(({ question }) => question)]
    expect(written.filter((text) => /[{}]|undefined/.test(text))).toEqual([])
  })

  it('has one document per question that answers it, and the answer is in its text', () => {
    for (const { relevant, answer } of corpus.questions) {
      const best = Object.keys(relevant).filter((name) => relevant[name] === 2)
      expect(best).toHaveLength(1)
      expect(texts.get(best[0] ?? '')?.toLowerCase()).toContain(answer.toLowerCase())
    }
  })

  it('has a second document for each question of two hops, which names what the first one is about', () => {
    for (const { relevant, kind } of corpus.questions) {
      if (kind !== 'two-hop') continue
      const answering = Object.keys(relevant).find((name) => relevant[name] === 2) ?? ''
      const [, name] =
        /\n\n(.+?)(?:, the [a-z]+ \S+,|, [A-Z]{2}-\d+,)? is the subject/.exec(texts.get(answering) ?? '') ?? []
      const bridges = Object.keys(relevant).filter((other) => relevant[other] === 1)
      expect(bridges.some((bridge) => texts.get(bridge)?.includes(name ?? 'no name'))).toBe(true)
    }
  })

  it('gives a question with a typo a name that no document has', () => {
    const known = new Set([...texts.values()].flatMap((text) => text.match(/\p{Lu}\p{L}{5,}/gu) ?? []))
    for (const { question, kind } of corpus.questions) {
      if (kind !== 'typo') continue
      const names = question.match(/(?<=\s)\p{Lu}\p{L}{4,}/gu) ?? []
      expect(names.some((name) => !known.has(name))).toBe(true)
    }
  })

  it.each(relations)('asks for the $name of a $of in words that no sentence about it has', (relation) => {
    const told = new Set(relation.told.flatMap(({ sentence }) => contentWords(sentence)))
    const asked = [...relation.asked, relation.described ?? ''].flatMap(contentWords)
    expect(asked.filter((word) => told.has(word))).toEqual([])
  })

  it('has a fixed sample that made-up passages are written for, without the answers', async () => {
    const sample = syntheticSample(corpus.questions).map(({ id, question }) => ({ id, question }))
    expect(sample).toHaveLength(60)
    await expect(`${JSON.stringify(sample, null, 2)}\n`).toMatchFileSnapshot('synthetic-sample.json')
  })

  it('has made-up passages that are about the questions of the sample, and not of another version of it', () => {
    const written = passages()
    const strangers = syntheticSample(corpus.questions).filter(({ id, question }) => {
      const names = question.match(/(?<=\s)\p{Lu}\p{Ll}{4,}|\p{L}{2}[- ]\d{4}/gu) ?? []
      const text = (written[id] ?? []).join(' ').toLowerCase()
      return !names.some((name) => text.includes(name.toLowerCase()))
    })
    expect(strangers).toEqual([])
  })
})
