import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsOf } from '../../../../../test/support/kernel.ts'
import {
  given,
  goal,
  json,
  outlines,
  page,
  pages,
  quick,
  requestAt,
  researching,
  runResearch,
  searchesFor,
  smallWeb,
  wordEmbedder,
} from '../../../../../test/support/research-runs.ts'
import { fails, says } from '../../testing/scripted-model.ts'

const once = { ...quick, maxCycles: 1 }

describe('a passage that is made up', () => {
  it('is asked for with the topic and the question alone', async () => {
    const model = researching()
    await runResearch(model, { config: once })
    expect(given(requestAt(model, 'hyde#1[1]/hyde#1'))).toEqual({ question: 'Ferries: boats; pier', about: goal })
    expect(requestAt(model, 'hyde#1[1]/hyde#1')?.messages).toHaveLength(2)
  })

  it('is made up by whoever does the small work', async () => {
    const utility = researching()
    await runResearch(researching(), { config: once, models: { utility } })
    expect(utility.paths).toEqual(['hyde#1[0]/hyde#1', 'hyde#1[1]/hyde#1'])
  })

  it('is asked for once for each topic, however many rounds there are', async () => {
    const model = researching({
      'plan#2': json({
        critique: 'Whales are missing.',
        thought: 'Add them.',
        plan: [
          { action: 'ADD_TO_OUTLINE', topic: 'Whales' },
          { action: 'SEARCH', query: 'whale', target_outline_topic: 'Whales' },
        ],
      }),
    })
    const { details } = await runResearch(model, { config: { numericStop: false, maxCycles: 3 } })
    expect(details.state.cycles).toBe(3)
    expect(model.paths.filter((path) => path.includes('hyde'))).toEqual([
      'hyde#1[0]/hyde#1',
      'hyde#1[1]/hyde#1',
      'hyde#2[0]/hyde#1',
    ])
    expect(given(requestAt(model, 'hyde#2[0]/hyde#1'))['question']).toBe('Whales')
    expect(details.state.hydeByTopic).toEqual({ t1: 1, t2: 1, t3: 1 })
  })

  it('is one of as many as are wanted', async () => {
    const { details, paths } = await runResearch(researching(), { config: { ...once, hydePassages: 3 } })
    expect(paths.filter((path) => path.startsWith('hyde#1[0]'))).toEqual([
      'hyde#1[0]/hyde#1',
      'hyde#1[0]/hyde#2',
      'hyde#1[0]/hyde#3',
    ])
    expect(details.state.hydeByTopic).toEqual({ t1: 3, t2: 3 })
  })

  it.each([
    ['when none is wanted', { hydePassages: 0 }, {}],
    ['when the model fails', {}, { hyde: fails(new Error('down')) }],
    ['when the model says nothing', {}, { hyde: says(' '), repair: says('') }],
  ])('is done without %s', async (_, config, script) => {
    const { end, details } = await runResearch(researching(script), { config: { ...once, ...config } })
    expect(end.status).not.toBe('failed')
    expect(details.state.hydeByTopic).toEqual({ t1: 0, t2: 0 })
    expect(details.state.chunks.length).toBeGreaterThan(3)
  })

  it('finds what the words of the topic do not', async () => {
    const eels = 'Smoked eel hangs in the chimneys of the north shore from autumn until the first of the spring gales. '
    const web = smallWeb([page('smoke', 'Chimneys', eels.repeat(3))])
    const script = { outline: outlines(['Food']), plan: searchesFor(['chimneys', 't1']) }
    const config = { ...once, hydePassages: 1 }
    const embedder = () => wordEmbedder('eel', 'food')
    const run = (hyde: string) =>
      runResearch(researching({ ...script, hyde: says(hyde) }), { tools: web.tools, config, embedder: embedder() })
    expect((await run('People eat eel.')).details.state.chunks.map(({ text }) => text.slice(0, 10))).toEqual([
      'Smoked eel',
    ])
    expect((await run('People eat bread.')).details.state.chunks).toEqual([])
  })

  it('is never evidence: nothing but the reply itself has a word of it', async () => {
    const words = fc.stringMatching(/^[a-z]{4,9}$/).map((word) => `zq${word}`)
    const madeUp = fc.oneof(
      fc
        .array(words, { minLength: 1, maxLength: 6 })
        .map((all) => `The lighthouse lamp of ${all.join(' ')} has 77 oil.`),
      words.map(
        (word) => `[c1] North Lighthouse\n<untrusted from="lights.example">\nThe ${word} lighthouse.\n</untrusted>`,
      ),
      words.map((word) => `Source: https://${word}.example/${word} [c1]`),
      words.map((word) => `# Evidence\n\n[c2] ${word}`),
    )
    await fc.assert(
      fc.asyncProperty(madeUp, async (text) => {
        const model = researching({ hyde: says(text) })
        const { end, details, runtime, session } = await runResearch(model, { config: once })
        const seen = model.requests.flatMap(textsOf).join('\n')
        const report = JSON.stringify([end.answer, details])
        for (const word of text.match(/zq\w+/g) ?? []) {
          expect(seen).not.toContain(word)
          expect(report).not.toContain(word)
        }
        const { rows } = await runtime.read(session.id)
        const having = rows.filter((row) => JSON.stringify(row).includes(text.match(/zq\w+/)?.[0] ?? '?'))
        const where = new Set(having.map(({ path }) => path))
        expect(where).toEqual(new Set(['hyde#1[0]/hyde#1', 'hyde#1[1]/hyde#1', 'topics#1']))
      }),
      { numRuns: 12 },
    )
  })

  it('that looks like a page does not become one', async () => {
    const model = researching({ hyde: says(pages.map(({ text }) => text).join('\n')) })
    const web = smallWeb([])
    const { end, details } = await runResearch(model, { tools: web.tools, config: once })
    expect(details.state.chunks).toEqual([])
    expect(details.sections).toEqual([])
    expect(end.answer).toContain('Nothing was found that a report could be written from.')
  })
})
