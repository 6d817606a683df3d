import { describe, expect, it } from 'vitest'
import { turns } from '../../../../test/support/kernel.ts'
import { EventHub } from './event-hub.ts'
import { isFact, type SessionEvent } from './events.ts'

const fact = (seq: number) => ({ seq, at: 0, type: 'note', data: { seq } }) as const

/** What a watcher is given until the hub closes, in few words; a gap is `gap`. */
async function seen(batches: ReturnType<EventHub['watch']>): Promise<readonly (string | number)[]> {
  const all: (string | number)[] = []
  for await (const batch of batches) for (const event of batch) all.push(shown(event))
  return all
}

function shown(event: SessionEvent | undefined): string | number {
  if (event === undefined) return 'gap'
  return isFact(event) ? event.seq : String(event.data['text'] ?? event.type)
}

describe('an event hub', () => {
  it('is active only while somebody watches', async () => {
    const hub = new EventHub('ses_1')
    expect(hub.active).toBe(false)
    const watching = hub.watch()
    expect(hub.active).toBe(true)
    hub.fact(fact(1))
    for await (const _ of watching) break
    expect(hub.active).toBe(false)
  })

  it('is inactive again when a watcher leaves before it has read anything', async () => {
    const hub = new EventHub('ses_1')
    const watching = hub.watch()
    await watching.return()
    expect(hub.active).toBe(false)
  })

  it('gives every watcher all events from when it began', async () => {
    const hub = new EventHub('ses_1')
    const first = hub.watch()
    hub.fact(fact(1))
    const second = hub.watch()
    hub.fact(fact(2))
    hub.close()
    expect(await Promise.all([seen(first), seen(second)])).toEqual([[1, 2], [2]])
  })

  it('joins the pieces of one turn of the event loop, and keeps paths, kinds and calls apart', async () => {
    const hub = new EventHub('ses_1')
    const watching = seen(hub.watch())
    hub.delta('text.delta', 'a#1', 0, { text: 'Hel' })
    hub.delta('text.delta', 'a#1', 0, { text: 'lo' })
    hub.delta('reasoning.delta', 'a#1', 0, { text: 'hm' })
    hub.delta('text.delta', 'b#1', 0, { text: 'other' })
    hub.delta('tool.input.delta', 'b#1', 0, { id: '1', text: '{' })
    hub.delta('tool.input.delta', 'b#1', 0, { id: '2', text: '{' })
    await turns(1)
    hub.delta('text.delta', 'a#1', 0, { text: '!' })
    hub.close()
    expect(await watching).toEqual(['Hello', 'hm', 'other', '{', '{', '!'])
  })

  it('shows the pieces of a text before the fact that follows them', async () => {
    const hub = new EventHub('ses_1')
    const watching = seen(hub.watch())
    hub.delta('text.delta', 'a#1', 0, { text: 'Hello' })
    hub.fact(fact(1))
    hub.close()
    expect(await watching).toEqual(['Hello', 1])
  })

  it('tells who comes later what is under way, and all that was said of it', async () => {
    const hub = new EventHub('ses_1')
    const first = hub.watch()
    hub.started('a#1', 0, { kind: 'generate' })
    hub.delta('text.delta', 'a#1', 0, { text: 'Hel', offset: 0 })
    await turns(1)
    hub.delta('text.delta', 'a#1', 0, { text: 'lo', offset: 3 })
    hub.started('b#1', 0, { kind: 'tool' })
    hub.fact({ ...fact(1), path: 'b#1' })
    const second = hub.watch()
    hub.delta('text.delta', 'a#1', 0, { text: '!', offset: 5 })
    hub.close()
    expect(await seen(second)).toEqual(['step.started', 'Hello', '!'])
    expect(await seen(first)).toEqual(['step.started', 'Hel', 'lo', 'step.started', 1, '!'])
  })

  it('tells of a step that is made again as it is now', async () => {
    const hub = new EventHub('ses_1')
    hub.watch()
    hub.started('a#1', 0, { kind: 'generate' })
    hub.delta('text.delta', 'a#1', 0, { text: 'Wrong', offset: 0 })
    hub.started('a#1', 0, { kind: 'generate', attempt: 2 })
    const later = hub.watch()
    hub.close()
    expect(await seen(later)).toEqual(['step.started'])
  })

  it('tells a watcher that fell behind that something is missing, and gives what is left', async () => {
    const hub = new EventHub('ses_1')
    const slow = hub.watch()
    for (let seq = 1; seq <= 5_000; seq++) hub.fact(fact(seq))
    hub.close()
    const events = await seen(slow)
    expect(events[0]).toBe('gap')
    expect(events.at(-1)).toBe(5_000)
    expect(events.length).toBeLessThan(2_100)
    expect(events.slice(1)).toEqual(events.slice(1).toSorted((a, b) => Number(a) - Number(b)))
  })

  it('is not held up by a watcher that never reads', () => {
    const hub = new EventHub('ses_1')
    hub.watch()
    for (let seq = 1; seq <= 10_000; seq++) hub.fact(fact(seq))
    expect(hub.active).toBe(true)
  })
})
