import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventQueue } from './event-queue.ts'

function takeAll<Item>(queue: EventQueue<Item>): readonly [number, Item | undefined][] {
  const taken: [number, Item | undefined][] = []
  while (queue.size > 0) taken.push([queue.next, queue.take()])
  return taken
}

describe('the queue of events', () => {
  it('gives what is due first, and of what is due at once what was put in first', () => {
    const few = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(fc.array(few, { maxLength: 200 }), (times) => {
        const queue = new EventQueue<number>()
        for (const [at, time] of times.entries()) queue.put(time, at)
        const sorted = [...times.entries()].sort(([a, early], [b, late]) => early - late || a - b)
        expect(takeAll(queue)).toEqual(sorted.map(([at, time]) => [time, at]))
      }),
    )
  })

  it('keeps the order when events are put in while others are taken', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.boolean()), { maxLength: 200 }), (acts) => {
        const queue = new EventQueue<number>()
        let held: number[] = []
        for (const [time, isTaken] of acts) {
          queue.put(time, time)
          held.push(time)
          if (!isTaken) continue
          expect(queue.take()).toBe(Math.min(...held))
          held = held.sort((a, b) => a - b).slice(1)
        }
        expect(queue.size).toBe(held.length)
      }),
    )
  })

  it('holds more than it began with room for, and is never due when it is empty', () => {
    const queue = new EventQueue<number>()
    for (let at = 5000; at > 0; at -= 1) queue.put(at, at)
    expect(takeAll(queue)).toEqual(Array.from({ length: 5000 }, (_, at) => [at + 1, at + 1]))
    expect([queue.next, queue.take()]).toEqual([Number.POSITIVE_INFINITY, undefined])
  })
})
