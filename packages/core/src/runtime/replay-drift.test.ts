import { describe, expect, it } from 'vitest'
import { loopOf, search, world } from '../../../../test/support/kernel.ts'
import type { GenerateOptions } from '../kernel/context.ts'
import type { Loop } from '../kernel/loop.ts'
import { type Message, system, user } from '../messages.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import { calls, modelOf, type ScriptedReply, says, scripted } from '../testing/scripted-model.ts'
import { readCassette } from './cassette.ts'
import { replayCassette } from './replay-cassette.ts'

type Words = GenerateOptions & { readonly words: string; readonly query?: string }

/** Two turns with a tool between them, under words that can be edited. */
function talker({ words, query = 'q', ...options }: Words): Loop {
  return loopOf('talker', async (ctx) => {
    const messages: Message[] = [system(words), user('Hello.')]
    const first = await ctx.generate(messages, { tools: ctx.tools, ...options })
    const call = { type: 'tool-call', id: 'c1', tool: 'search', input: { query } } as const
    messages.push(first.message, ...(await ctx.callTools([call])))
    return (await ctx.generate(messages)).text
  })
}

/** What differs when the session of one loop is replayed with another, from a store and from a cassette. */
async function drifts(was: Loop, now: Loop, replies: readonly ScriptedReply[] = [says('one'), says('two')]) {
  const { runtime, another } = world()
  const model = scripted(replies, { nativeTools: false })
  const session = await runtime.start(was, 'Go.', { model, tools: [search], instructions: 'Be kind.' })
  await session.outcome
  const cassette = readCassette(await Array.fromAsync(runtime.cassette(session.id)))
  const there = await another({ loops: [now], models: [model], tools: [search] }).replay(session.id)
  const report = await replayCassette(cassette, { loops: [now] })
  expect(report).toEqual(there)
  return report.drift.map(({ path, pageWas, pageNow }) => ({ path, pageWas, pageNow }))
}

const page = (words: string) => `tools: search\n\nsystem: ${words}\n\nsystem: Be kind.\n\nuser: Hello.\n`

describe('a prompt that was edited', () => {
  it('is shown once, whole, as it was and as it is', async () => {
    expect(await drifts(talker({ words: 'Talk plainly.' }), talker({ words: 'Talk in verse.' }))).toEqual([
      { path: 'generate#1', pageWas: page('Talk plainly.'), pageNow: page('Talk in verse.') },
    ])
  })

  it('is shown whole when it is large', async () => {
    const long = 'plainly '.repeat(2000)
    expect(await drifts(talker({ words: long }), talker({ words: `${long}!` }))).toEqual([
      { path: 'generate#1', pageWas: page(long), pageNow: page(`${long}!`) },
    ])
  })

  it('is shown with its options', async () => {
    const was = talker({ words: 'Talk.', temperature: 0.2 })
    const now = talker({ words: 'Talk.', temperature: 0.7, stop: ['END'] })
    const rest = page('Talk.').slice('tools: search\n'.length)
    expect(await drifts(was, now)).toEqual([
      {
        path: 'generate#1',
        pageWas: `tools: search\ntemperature: 0.2\n${rest}`,
        pageNow: `tools: search\nstop: [\n  "END"\n]\ntemperature: 0.7\n${rest}`,
      },
    ])
  })

  it('is shown as it was written where tools are taught as text', async () => {
    const spoken = { grammar: reactGrammar }
    const replies = [says('FINAL_ANSWER: one'), says('two')]
    const [first] = await drifts(talker({ words: 'A.', ...spoken }), talker({ words: 'B.', ...spoken }), replies)
    expect(first?.pageNow).toContain('system: B.')
    expect(first?.pageNow).toContain('Searches the web.')
    expect(first?.pageWas).toBe(first?.pageNow.replace('system: B.', 'system: A.'))
  })

  it('is shown with what came before it, as that is now', async () => {
    const later = (first: string, last: string) =>
      loopOf('later', async (ctx) => {
        const messages = [user(first)]
        messages.push((await ctx.generate(messages)).message, user(last))
        return (await ctx.generate(messages)).text
      })
    expect(await drifts(later('a', 'b'), later('A', 'B'))).toEqual([
      { path: 'generate#1', pageWas: 'system: Be kind.\n\nuser: a\n', pageNow: 'system: Be kind.\n\nuser: A\n' },
      {
        path: 'generate#2',
        pageWas: 'system: Be kind.\n\nuser: a\n\nassistant: one\n\nuser: b\n',
        pageNow: 'system: Be kind.\n\nuser: A\n\nassistant: one\n\nuser: B\n',
      },
    ])
  })

  it('is shown beside the refusal where steps ran side by side', async () => {
    const pair = (word: string) =>
      loopOf('pair', async (ctx) => {
        const chains = ['a', word].map(async (each) => {
          await ctx.generate([user('begin')])
          return ctx.generate([user(each)])
        })
        return (await Promise.all(chains)).map(({ text }) => text).join()
      })
    const { runtime } = world()
    const session = await runtime.start(pair('b'), 'Go.', { model: modelOf(() => says('x')) })
    await session.outcome
    const cassette = readCassette(await Array.fromAsync(runtime.cassette(session.id)))
    expect(await replayCassette(cassette, { loops: [pair('c')] })).toMatchObject({
      isEqual: false,
      drift: [{ path: 'generate#4', pageWas: 'user: b\n', pageNow: 'user: c\n' }],
      error: { code: 'journal-mismatch' },
    })
  })
})

describe('another request', () => {
  it('is shown as JSON', async () => {
    const shown = (query: string) => `${JSON.stringify({ id: 'c1', tool: 'search', input: { query } }, null, 2)}\n`
    expect(await drifts(talker({ words: 'A.' }), talker({ words: 'A.', query: 'r' }))).toEqual([
      { path: 'callTools#1[0]', pageWas: shown('q'), pageNow: shown('r') },
    ])
  })

  it('of a prompt is its stored text when a large message is not at hand', async () => {
    const long = 'plainly '.repeat(2000)
    const { runtime } = world()
    const model = scripted([calls('search', { query: 'q' }), says('two')], {})
    const session = await runtime.start(talker({ words: long }), 'Go.', { model, tools: [search] })
    await session.outcome
    const exported = readCassette(await Array.fromAsync(runtime.export(session.id)))
    const { drift } = await replayCassette(exported, { loops: [talker({ words: 'Short.' })] })
    expect(drift[0]?.pageWas).toMatch(/"@": "@[\w-]+"/)
    expect(drift[0]?.pageNow).toBe('tools: search\n\nsystem: Short.\n\nuser: Hello.\n')
  })
})
