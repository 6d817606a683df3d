/** What a server of 2026-07-28 must do, whatever it is spoken to over. */
import { GyreError } from '@gyre/core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Place } from './everything-behaves.ts'
import { person, ServersUnderTest } from './servers-under-test.ts'
import { toolContext } from './tool-context.ts'

const answers = (text: string) => async () =>
  ({ text, finish: 'stop', toolCalls: [], message: { role: 'assistant', parts: [] } }) as const

/** To be called where tests are described. */
export function modernBehaves(open: () => Promise<Place>): void {
  let place: Place
  let here: ServersUnderTest

  beforeAll(async () => {
    place = await open()
    here = new ServersUnderTest({ m: place.config })
    await here.servers.tools()
  })
  afterAll(async () => {
    await here.close()
    await place.stop()
  })

  it('is spoken to in its own version', () => {
    expect(here.troubles).toEqual([])
    expect(here.servers.status()).toEqual([
      {
        name: 'm',
        state: 'connected',
        era: 'modern',
        protocolVersion: '2026-07-28',
        serverInfo: { name: 'modern', version: '3' },
        tools: ['m.greet', 'm.pid', 'm.trace', 'm.book', 'm.slow', 'm.grow', 'm.shrink'],
      },
    ])
  })

  it('answers with text and data', async () => {
    expect(await here.call('m.greet', { name: 'Ada' })).toEqual({
      text: 'Hello Ada.',
      data: { greeting: 'Hello Ada.' },
      untrusted: { from: 'm.greet' },
    })
  })

  it('sees the trace of the call', async () => {
    expect((await here.call('m.trace')).text).toBe('00-fea5c0c71d0fe6cc9844c3a8f90afede-7bc1edae027f5501-01')
  })

  it('asks for input in rounds: a person, then a model and the roots', async () => {
    const progress: unknown[] = []
    const { ask, questions } = person('aisle', '2')
    const context = { ask, generate: answers('Sun.'), progress: (each: unknown) => void progress.push(each) }
    const { text } = await here.call('m.book', { to: 'Aarhus' }, context)
    expect(JSON.parse(text)).toMatchObject({
      to: 'Aarhus',
      seat: 'aisle with 2',
      wish: { kind: 'sampling', result: { content: { text: 'Sun.' } } },
      roots: { kind: 'roots', roots: [{ uri: `file://${import.meta.dirname}`, name: 'support' }] },
    })
    expect(questions).toEqual([
      {
        question: 'The server `m` asks: To Aarhus:\nseat (one of the choices, required)',
        choices: ['window', 'aisle', '/decline', '/cancel'],
      },
      {
        question:
          'The server `m` also asks:\nbags (a whole number from 0, may be skipped; skipped, it is 1)\n(Or /skip, /decline, /cancel.)',
      },
    ])
    expect(progress).toEqual([])
  })

  it.each([
    ['/decline', 'Not booked: decline.'],
    ['/cancel', 'Not booked: cancel.'],
  ])('hears %s', async (word, text) => {
    expect(await here.call('m.book', { to: 'Aarhus' }, person(word))).toMatchObject({ text })
  })

  it('knows for which of two calls it asks', async () => {
    const texts = await Promise.all(
      ['window', 'aisle'].map(async (seat, index) => {
        const context = { ...person(seat, '/skip'), generate: answers(`Wish ${index}.`) }
        return (await here.call('m.book', { to: `town ${index}` }, context)).text
      }),
    )
    expect(texts.map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { to: 'town 0', seat: 'window with 1', wish: { result: { content: { text: 'Wish 0.' } } } },
      { to: 'town 1', seat: 'aisle with 1', wish: { result: { content: { text: 'Wish 1.' } } } },
    ])
  })

  const noBudget = new GyreError('budget-exhausted', 'No budget.')

  it('fails the call when the model it asks for fails', async () => {
    const context = { ...person('aisle', '/skip'), generate: () => Promise.reject(noBudget) }
    expect(await here.call('m.book', { to: 'Aarhus' }, context)).toMatchObject({
      text: 'No budget.',
      failed: 'budget-exhausted',
    })
  })

  it('tells how far it is, and is told when nobody wants to know any more', async () => {
    const abort = new AbortController()
    const progress: unknown[] = []
    const context = {
      signal: abort.signal,
      progress: (each: unknown) => {
        progress.push(each)
        abort.abort()
      },
    }
    await expect(here.call('m.slow', {}, context)).rejects.toMatchObject({ code: 'aborted' })
    expect(progress).toEqual([{ done: 1, total: 9, message: 'Begun.' }])
  })

  it('shows another list of tools to whoever asks next; a tool that is gone says so', async () => {
    expect(await here.names()).not.toContain('m.grown')
    await here.call('m.grow')
    await vi.waitFor(async () => expect(await here.names()).toContain('m.grown'))
    const grown = await here.tool('m.grown')
    expect(await here.call('m.grown')).toMatchObject({ text: 'Grown.' })

    await here.call('m.shrink')
    await vi.waitFor(async () => expect(await here.names()).not.toContain('m.grown'))
    await expect(grown.run({}, toolContext())).rejects.toMatchObject({
      code: 'tool-unknown',
      message:
        '`m.grown` is gone: the MCP server `m` does not offer it any more. Its tools: `m.greet`, `m.pid`, `m.trace`, `m.book`, `m.slow`, `m.grow`, `m.shrink`.',
    })
  })
}
