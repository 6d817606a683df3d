import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { equipment, gate, loopOf, turns, world } from '../../../../test/support/kernel.ts'
import { relayedStores } from '../../../../test/support/shared-workers.ts'
import { isFact, type SessionEvent } from '../kernel/events.ts'
import { user } from '../messages.ts'
import type { Model } from '../ports/model.ts'
import type { Runtime } from './runtime.ts'

const saying = loopOf('saying', async (ctx) => (await ctx.generate([user('Say it.')])).text)

/** A model that says two words, each when it is let. */
function twoWords() {
  const [first, held] = [gate(), gate()]
  const model: Model = {
    id: 'two-words',
    async *stream() {
      await first.pass()
      yield { type: 'text', text: 'A first line, long enough to be told.\n' }
      await held.pass()
      yield { type: 'text', text: 'Two.' }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 2 } }
    },
  }
  return { before: first, held, model }
}

/** Events of a session as another process sees them. */
function watching(runtime: Runtime, id: string) {
  const events: SessionEvent[] = []
  const over = (async () => {
    for await (const event of runtime.events(id)) events.push(event)
  })()
  return { events, over }
}

const textOf = (events: readonly SessionEvent[]) =>
  events.filter(({ type }) => type === 'text.delta').map(({ data }) => data['text'])

function processes() {
  const { before, held, model } = twoWords()
  const relayed = relayedStores(memoryStore())
  const first = world({ ...equipment(saying, model), store: relayed.store('first') })
  const second = first.another({ store: relayed.store('second') })
  return { before, held, model, relayed, first: first.runtime, second }
}

describe('a session that another process runs', () => {
  it('is watched word for word, and to its end', async () => {
    const { before, held, model, relayed, first, second } = processes()
    const session = await first.start(saying, 'Go.', { model })
    before.open()
    await held.isReached
    const { events, over } = watching(second, session.id)
    await turns()
    held.open()
    await session.outcome
    relayed.tellFacts(session.id)
    await over
    expect(textOf(events).join('')).toBe('A first line, long enough to be told.\nTwo.')
    const facts = events.filter(isFact)
    expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, at) => at + 1))
    expect(facts.at(-1)).toMatchObject({ type: 'session.ended' })
  })

  it('is watched word for word also by who followed it before anybody took it', async () => {
    const { before, held, model, relayed, first, second } = processes()
    const session = await first.start(saying, 'Go.', { model, notBefore: new Date(Date.UTC(2026, 0, 2)) })
    const early = watching(second, session.id)
    await turns()
    await first.resume(session.id)
    await before.isReached
    before.open()
    await held.isReached
    await turns()
    expect(textOf(early.events)).toEqual(['A first line, long enough to be told.\n'])
    held.open()
    await session.outcome
    relayed.tellFacts(session.id)
    await early.over
  })

  it('shows a second watcher what is under way', async () => {
    const { before, held, model, relayed, first, second } = processes()
    const session = await first.start(saying, 'Go.', { model })
    const early = watching(second, session.id)
    await before.isReached
    await turns()
    before.open()
    await held.isReached
    await turns()
    const third = world({ ...equipment(saying, model), store: relayed.store('third') }).runtime
    const late = watching(third, session.id)
    await turns()
    expect(textOf(late.events)).toEqual(['A first line, long enough to be told.\n'])
    held.open()
    await session.outcome
    relayed.tellFacts(session.id)
    await Promise.all([early.over, late.over])
    expect(textOf(late.events).join('')).toBe('A first line, long enough to be told.\nTwo.')
  })

  it('tells nothing to anybody when nobody follows it', async () => {
    const { before, held, model, relayed, first } = processes()
    before.open()
    held.open()
    await (await first.start(saying, 'Go.', { model })).outcome
    expect(relayed.published).toEqual([])
  })

  it('is followed no more when nobody watches it', async () => {
    const { before, held, model, relayed, first, second } = processes()
    const session = await first.start(saying, 'Go.', { model })
    before.open()
    await held.isReached
    const leaving = new AbortController()
    const watched = Array.fromAsync(second.events(session.id, 0, { signal: leaving.signal }))
    await turns()
    expect(relayed.followers(session.id)).toBe(1)
    leaving.abort()
    await watched
    expect(relayed.followers(session.id)).toBe(0)
  })

  it('is followed as long as somebody waits for its outcome', async () => {
    const { before, held, model, relayed, first, second } = processes()
    const session = await first.start(saying, 'Go.', { model })
    before.open()
    await held.isReached
    const outcome = second.outcomeOf(session.id)
    await turns()
    expect(relayed.followers(session.id)).toBe(1)
    held.open()
    await session.outcome
    await outcome
    await turns()
    expect(relayed.followers(session.id)).toBe(0)
  })
})
