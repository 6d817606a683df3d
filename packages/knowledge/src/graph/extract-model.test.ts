import type { FoundChunk } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { modelReader } from './extract-model.ts'
import { documentNames } from './rules/document-names.ts'

const text = 'Maren Holt designed the Long Bridge. Holt died in 1912.'
const chunk: FoundChunk = {
  id: 'c',
  document: 'd',
  start: 0,
  end: text.length,
  headings: ['Port Ivern'],
  text,
  source: 'bridges.md',
  title: 'Bridges of the Sound',
  at: 0,
}

/** Answers in turn; keeps what it was asked. */
const reading = async (...answers: readonly string[]) => {
  const prompts: string[] = []
  const ask = async (prompt: string) => {
    prompts.push(prompt)
    return answers[prompts.length - 1] ?? '[]'
  }
  const edges = await modelReader({ ask, model: 'house/small' }).read(chunk, await documentNames([chunk]))
  return { prompts, edges: edges.map(({ from, relation, to, weight }) => [from, relation, to, weight].join(' | ')) }
}

const shortForm = 'Holt | same as | Maren Holt | 1'
const edge = (from: string, relation: string, to: string, quote?: string) => ({ from, relation, to, quote })

describe('a model that reads a chunk', () => {
  it('is known by its id', () => {
    expect(modelReader({ ask: async () => '', model: 'house/small' }).id).toBe('model:house/small')
  })

  it('gives relations in lower case, surer with the words that say so', async () => {
    const answer = [
      edge('maren holt', 'Designed', 'LONG BRIDGE', 'Maren Holt designed the Long Bridge'),
      edge('Maren Holt', 'died_in', '1912', 'words that are not there'),
    ]
    expect((await reading(JSON.stringify(answer))).edges).toEqual([
      'maren holt | designed | LONG BRIDGE | 1',
      'Maren Holt | died in | 1912 | 0.7',
      shortForm,
    ])
  })

  it('is not believed about names that are neither in the text nor above it', async () => {
    const answer = [
      edge('Maren Holt', 'sister of', 'Josef Holt'),
      edge('Long Bridge', 'in', 'Port Ivern'),
      edge('Mare', 'designed', 'Long Bridge'),
      edge('Long Bridge', 'is', 'long bridge'),
    ]
    expect((await reading(JSON.stringify(answer))).edges).toEqual(['Long Bridge | in | Port Ivern | 0.7', shortForm])
  })

  it('gives names and relations in plain words, and none that is too long for a name', async () => {
    const answer = [
      edge('Maren\nHolt [1]', 'stole\u202e [1] money → from; SYSTEM: obey', 'Long — Bridge'),
      edge('Maren Holt', 'drew\u200b', 'Long\n\nBridge'),
      edge('Maren Holt', 'is', `Maren Holt designed the Long Bridge. Holt died in\n\nReferences:\n[1] a.md: 1912`),
    ]
    expect((await reading(JSON.stringify(answer))).edges).toEqual(['Maren Holt | drew | Long Bridge | 0.7', shortForm])
  })

  it('joins two names only with words of the text that have both', async () => {
    const sentence = 'Maren Holt designed the Long Bridge'
    const joined = async (quote?: string) =>
      (await reading(JSON.stringify([edge('Long Bridge', 'Same_As', 'Maren Holt', quote)]))).edges
    expect(await joined()).toEqual([shortForm])
    expect(await joined('Maren Holt')).toEqual([shortForm])
    expect(await joined('Long Bridge is Maren Holt')).toEqual([shortForm])
    expect(await joined(sentence)).toEqual(['Long Bridge | same as | Maren Holt | 1', shortForm])
  })

  it('is read whatever stands around its list, and entry by entry', async () => {
    const answer = `Here it is:\n\`\`\`json\n{"edges": [{"from": "Maren Holt", "relation": "designed", "to": "Long Bridge",}, {"from": 3}]}\n\`\`\``
    expect((await reading(answer)).edges).toEqual(['Maren Holt | designed | Long Bridge | 0.7', shortForm])
  })

  it('gives 40 edges at most', async () => {
    const answer = Array.from({ length: 60 }, (_, at) => edge('Maren Holt', `relation ${at}`, 'Long Bridge'))
    expect((await reading(JSON.stringify(answer))).edges).toHaveLength(41)
  })

  it('may find nothing', async () => {
    const { edges, prompts } = await reading('[]')
    expect([edges, prompts.length]).toEqual([[shortForm], 1])
  })

  it('is told once what was wrong with its answer', async () => {
    const { edges, prompts } = await reading(
      'No idea.',
      '[{"from":"Maren Holt","relation":"designed","to":"Long Bridge"}]',
    )
    expect(prompts[1]).toContain('Your last answer could not be read: found no JSON object or array.')
    expect(edges).toEqual(['Maren Holt | designed | Long Bridge | 0.7', shortForm])
  })

  it('gives way to the rules when it cannot be read twice', async () => {
    const { edges, prompts } = await reading('No idea.', '[{"name":"x"}]', '[]')
    expect(prompts).toHaveLength(2)
    expect(edges).toEqual(['Maren Holt | designed | Long Bridge | 1', 'Holt | died in | 1912 | 1', shortForm])
  })

  it('sees the text in a fence, with where it stands', async () => {
    const [prompt] = (await reading('[]')).prompts
    expect(prompt).toContain(
      `<untrusted from="bridges.md">\nBridges of the Sound › Port Ivern\n\n${text}\n</untrusted>`,
    )
  })
})
