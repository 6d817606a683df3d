import { describe, expect, it } from 'vitest'
import { loopOf, search, world } from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { system, user } from '../messages.ts'
import { recordedModel } from '../testing/recorded-model.ts'
import { calls, says, scriptedModel } from '../testing/scripted-model.ts'
import { readCassette, rowsOf } from './cassette.ts'
import { replayCassette } from './replay-cassette.ts'

const long = 'Read this with care. '.repeat(200)

/** Asks twice under the same long text: it is stored under its address. */
const twice = loopOf('twice', async (ctx) => {
  await ctx.generate([system(long), user('a')])
  return (await ctx.generate([system(long), user('b')])).text
})

async function recorded() {
  const { runtime } = world()
  const model = scriptedModel(says('x'), says('y'))
  const session = await runtime.start(twice, 'Go.', { model, tools: [search] })
  await session.outcome
  const { rows } = await runtime.read(session.id)
  return { runtime, id: session.id, rows, lines: await Array.fromAsync(runtime.cassette(session.id)) }
}

describe('the lines of a cassette', () => {
  it('name the session and its tools, and each large message once, before the fact that needs it', async () => {
    const { lines, id } = await recorded()
    const read = lines.map((line) => JSON.parse(line))
    expect(read[0]).toEqual({
      cassette: 1,
      session: id,
      tools: [{ name: 'search', description: 'Searches the web.', input: search.input, effect: 'pure' }],
    })
    expect(read.slice(1).map(({ payload, type }) => (payload ? 'payload' : type))).toEqual([
      'session.created',
      'payload',
      'step.finished',
      'step.finished',
      'session.ended',
    ])
    expect(read[2].message).toEqual({ role: 'system', parts: [{ type: 'text', text: long }] })
  })

  it('give back the very rows they were made of, apart from the audit chain', async () => {
    const { rows, lines } = await recorded()
    const unsigned = rows.map((row) => ({ ...row, chain: '', key: '' }))
    expect(rowsOf(readCassette(lines))).toEqual(unsigned)
  })

  it('tell neither the owner nor the chain', async () => {
    const { lines, rows } = await recorded()
    expect(lines.join('\n')).not.toContain('"owner"')
    expect(lines.join('\n')).not.toContain(rows[0]?.chain)
  })

  it('feed a recorded model', async () => {
    const { runtime } = world()
    const model = scriptedModel(calls('search', { query: 'q' }), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await session.outcome
    const { facts } = readCassette(await Array.fromAsync(runtime.cassette(session.id)))
    const again = await runtime.start(react, 'Look.', { model: recordedModel(facts), tools: [search] })
    expect(await again.outcome).toMatchObject({ answer: 'Done.', usage: { modelCalls: 2, toolCalls: 1 } })
  })
})

describe('reading', () => {
  it('takes the lines of an export, empty ones aside', async () => {
    const { runtime, id } = await recorded()
    const cassette = readCassette([...(await Array.fromAsync(runtime.export(id))), ''])
    expect(cassette).toMatchObject({ session: id, tools: [], payloads: new Map() })
    expect(await replayCassette(cassette, { loops: [twice] })).toMatchObject({ isEqual: true, error: null })
  })

  it.each([
    ['of nothing', [], 'The cassette is damaged. It tells of no session.'],
    ['that is no JSON', ['{"cassette":1,"session":"s"}', '{'], 'The cassette is damaged. Line 2 is no JSON.'],
    ['that is no object', ['7'], 'The cassette is damaged. Line 1 is no object.'],
    ['without a fact', ['', '{"session":"s"}'], 'The cassette is damaged. Line 2 holds no fact.'],
    [
      'with another message than its address names',
      ['{"payload":"@x","message":{"role":"user","parts":[]}}'],
      'The cassette is damaged. The message of line 1 is not the one its address names.',
    ],
  ])('refuses a file %s', (_, lines, message) => {
    expect(() => readCassette(lines)).toThrow(expect.objectContaining({ code: 'store-corrupt', message }))
  })

  it('refuses a cassette of a later version', () => {
    expect(() => readCassette(['{"cassette":2,"session":"s"}'])).toThrow(
      expect.objectContaining({
        code: 'store-newer',
        message: 'The cassette is of version 2; this Gyre reads version 1.',
      }),
    )
  })

  it('leaves a missing line to the replay, which names it', async () => {
    const { lines, id } = await recorded()
    const cut = readCassette(lines.filter((line) => JSON.parse(line).seq !== 2))
    await expect(replayCassette(cut, { loops: [twice] })).rejects.toMatchObject({
      code: 'store-corrupt',
      message: `Row 2 of the journal of \`${id}\` is missing.`,
    })
  })
})
