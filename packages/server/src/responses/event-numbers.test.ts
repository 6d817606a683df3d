import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventNumbers, newAfter } from './event-numbers.ts'
import type { EventBody, ResponseEvent } from './response-wire.ts'

const created: EventBody = { type: 'response.created' }
const done: EventBody = { type: 'response.output_text.done' }
const status: EventBody = { type: 'response.in_progress' }

function delta(text: string): EventBody {
  return { type: 'response.output_text.delta', delta: text }
}

/** A stream that says a text in these pieces, with a status after each. */
function told(pieces: readonly string[]): readonly ResponseEvent[] {
  const numbers = new EventNumbers()
  return [
    numbers.next(created),
    ...pieces.flatMap((piece) => [numbers.next(delta(piece)), ...numbers.passing(status)]),
    numbers.next(done),
  ]
}

const piecesOfText = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 })

describe('numbers of events', () => {
  it('begin at 0 and grow by what is said', () => {
    expect(told(['It is', ' 42.']).map((event) => event.sequence_number)).toEqual([0, 500, 501, 900, 901, 1000])
  })

  it('always grow', () => {
    fc.assert(
      fc.property(piecesOfText, (pieces) => {
        const numbers = told(pieces).map((event) => event.sequence_number)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
      }),
    )
  })

  it('are the same at the end, whatever the pieces', () => {
    fc.assert(
      fc.property(piecesOfText, (pieces) => {
        expect(told(pieces).at(-1)).toEqual(told([pieces.join('')]).at(-1))
      }),
    )
  })

  it('leave out what does not fit between two events', () => {
    const numbers = new EventNumbers()
    numbers.next(created)
    const passing = Array.from({ length: 150 }, () => numbers.passing(status)).flat()
    expect(passing.map((event) => event.sequence_number)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
    expect(numbers.next(done).sequence_number).toBe(100)
  })

  it('keep room for the last one', () => {
    const numbers = new EventNumbers()
    numbers.next(created)
    for (let told = 0; told < 150; told += 1) numbers.passing(status)
    const last = [numbers.passing(status, { isLast: true }), numbers.passing(status, { isLast: true })].flat()
    expect(last.map((event) => event.sequence_number)).toEqual([91, 92])
  })
})

describe('what is new after a number', () => {
  const textIn = (events: readonly ResponseEvent[]) => events.map((event) => event.delta ?? '').join('')

  it('is the rest of the text, however it was cut before', () => {
    fc.assert(
      fc.property(piecesOfText, fc.nat(), (pieces, at) => {
        const first = told(pieces)
        const seen = first.slice(0, (at % first.length) + 1)
        const last = seen.at(-1)?.sequence_number ?? 0
        const rest = told([pieces.join('')]).flatMap((event) => newAfter(event, last) ?? [])
        expect(textIn(seen) + textIn(rest)).toBe(pieces.join(''))
      }),
    )
  })

  it('is never half of a character', () => {
    const event = { ...delta('a😀b'), sequence_number: 400 }
    expect([0, 100, 200, 300].map((seen) => newAfter(event, seen)?.delta)).toEqual(['a😀b', '😀b', '😀b', 'b'])
  })

  it('is everything for who has seen nothing', () => {
    const events = told(['It is', ' 42.'])
    expect(events.map((event) => newAfter(event, -1))).toEqual(events)
  })
})
