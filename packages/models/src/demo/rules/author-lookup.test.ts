import { assistant, followUpTool, type Message, material, observation, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { decided, library } from '../../../test/decided.ts'
import { authorLookup } from './author-lookup.ts'

const question = 'Who founded the yard that built the Gannet?'
const passage = (text: string) => `[1] A Title\nhttps://a.example/x (doc_1, 0–90)\n${text}`
const built = passage('The Gannet was built by the Tarn Yard.')
const founded = passage('Ada Lind founded the Tarn Yard in 1841.')

function looked(...pairs: readonly (readonly [query: string, text: string])[]): readonly Message[] {
  return pairs.flatMap(([query, text], index) => [
    assistant([{ type: 'tool-call', id: `c${index}`, tool: library.name, input: { query } }]),
    observation({ type: 'tool-result', id: `c${index}`, tool: library.name, text }),
  ])
}

const decide = (messages: readonly Message[], tools = [library]) => decided(authorLookup, { messages, tools })

describe('a fact', () => {
  it('is looked up by way of what must be known first', () => {
    const calls = (query: string) => ({ kind: 'calls', calls: [{ tool: library.name, input: { query } }] })
    const first = looked(['Which yard built the Gannet?', built])
    expect(decide([user(question)])).toMatchObject(calls('Which yard built the Gannet?'))
    expect(decide([user(question), ...first])).toMatchObject(calls('Who founded the Tarn Yard?'))
  })

  it('is looked up in documents before the web', () => {
    const web = { ...library, name: 'web.search' }
    const own = { ...library, name: 'knowledge.search' }
    expect(decide([user(question)], [web, own])).toMatchObject({ calls: [{ tool: 'knowledge.search' }] })
  })

  it('is answered with what says so', () => {
    const found = looked(['Which yard built the Gannet?', built], ['Who founded the Tarn Yard?', founded])
    expect(decide([user(question), ...found])).toMatchObject({
      kind: 'answer',
      text: 'Ada Lind: “Ada Lind founded the Tarn Yard in 1841.” (A Title)',
      findings: { isKnown: true },
    })
  })

  it('is quoted where a whole sentence says it', () => {
    const asked = 'What was found on the plate VO-3318?'
    expect(decide([user(asked), ...looked([asked, passage('A comet was found on the plate VO-3318.')])])).toMatchObject(
      {
        text: '“A comet was found on the plate VO-3318.” (A Title)',
      },
    )
  })

  it('is not answered in a way that its judge would not believe', () => {
    const asked = 'What was found on the plate VO-3318?'
    expect(decide([user(asked), ...looked([asked, passage('Was a comet found on the plate VO-3318?')])])).toMatchObject(
      {
        text: `I found nothing that answers “${asked}”`,
        findings: { isKnown: false },
      },
    )
  })

  it('is not made up', () => {
    expect(decide([user(question), ...looked(['Which yard built the Gannet?', 'Nothing was found.'])])).toMatchObject({
      kind: 'answer',
      text: 'I found nothing that answers “Which yard built the Gannet?”',
      findings: { isKnown: false },
    })
  })

  const begun = (...lines: readonly string[]) => user(['Work that was begun:', '[react]', ...lines].join('\n'))
  const call = (query: string, text: string) => [
    `  [call of search] {"query":"${query}"}`,
    `  [result of search] ${text.replaceAll('\n', '\n    ')}`,
  ]

  it('is answered from work that was begun, when nothing can be looked up any more', () => {
    const first = call('Which yard built the Gannet?', built)
    const whole = begun(...first, ...call('Who founded Tarn Yard?', founded))
    expect(decide([user(question), whole, user('Answer now.')], [])).toMatchObject({
      text: 'Ada Lind: “Ada Lind founded the Tarn Yard in 1841.” (A Title)',
    })
    expect(decide([user(question), begun(...first), user('Answer now.')], [])).toMatchObject({
      text: 'I found nothing that answers “Who founded the Tarn Yard?” So far: Which yard built the Gannet? Tarn Yard.',
    })
  })

  it.each([
    [
      'is said to be missing, when the best answer is one on the way',
      'Tarn Yard: “The Gannet was built by the Tarn Yard.” (A Title)',
      'I found nothing that answers “Who founded the Tarn Yard?” So far: Which yard built the Gannet? Tarn Yard.',
    ],
    ['is left to others, when the best answer is one', 'Ada Lind: “Ada Lind founded the yard.” (A Title)', undefined],
  ])('%s', (_, best, text) => {
    const end = user(`Answer now.\n\nThe best answer so far:\n${best}`)
    expect((decide([user(question), end], []) as { readonly text?: string } | undefined)?.text).toBe(text)
  })

  it('is a follow-up where those are asked', () => {
    expect(decide([user(question)], [followUpTool, library])).toEqual({
      kind: 'follow-ups',
      questions: ['Which yard built the Gannet?'],
    })
  })

  it('is asked for in a step by the answer of another', () => {
    const results =
      'Step 1: Which?\n<untrusted from="step 1">\nTarn Yard: “It was the Tarn Yard.” (A Title)\n</untrusted>'
    const step = user(material({ task: question, results, step: 'Who founded the answer of step 1?' }))
    expect(decide([step])).toMatchObject({ calls: [{ input: { query: 'Who founded Tarn Yard?' } }] })
  })

  it('is asked for in a step by what a search gave for another', () => {
    const results = `Step 1: Which yard built the Gannet?\n<untrusted from="step 1">\n${built}\n</untrusted>`
    const step = user(material({ task: question, results, step: 'Who founded the answer of step 1?' }))
    expect(decide([step])).toMatchObject({ calls: [{ input: { query: 'Who founded Tarn Yard?' } }] })
  })

  it('is not looked up where what must be known first is not', () => {
    const results = 'Step 1: Which?\n<untrusted from="step 1">\nI found nothing.\n</untrusted>'
    const step = user(material({ task: question, results, step: 'Who founded the answer of step 1?' }))
    expect(decide([step])).toMatchObject({
      text: 'I found nothing that answers “Who founded the answer of step 1?”',
      findings: { isKnown: false },
    })
  })

  it.each([
    ['without a search', question, []],
    ['in small talk', 'Who are you?', [library]],
  ])('is left to others %s', (_, asked, tools) => {
    expect(decide([user(asked)], tools)).toBeUndefined()
  })
})
