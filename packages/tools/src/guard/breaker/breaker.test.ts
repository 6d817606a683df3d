import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Breaker, type BreakerState, type CallEnd } from './breaker.ts'

const rest = 300_000
const place = 1_000

/** One call after the other at the same time, each with its end. */
function after(...ends: readonly CallEnd[]): Breaker {
  const breaker = new Breaker()
  for (const end of ends) breaker.ended(end, breaker.turn, 0)
  return breaker
}

describe('a breaker', () => {
  it.each<[string, readonly CallEnd[], BreakerState['state'], number]>([
    ['before any call', [], 'closed', 0],
    ['after two failures', ['failed', 'failed'], 'closed', 2],
    ['after three failures', ['failed', 'failed', 'failed'], 'open', 3],
    ['after an answer between failures', ['failed', 'failed', 'answered', 'failed'], 'closed', 1],
    ['after calls that say nothing between failures', ['failed', 'left', 'failed', 'left', 'failed'], 'open', 3],
    ['after calls that say nothing', ['left', 'left', 'left', 'left'], 'closed', 0],
  ])('%s is %3$s', (_, ends, state, failures) => {
    expect(after(...ends).state).toMatchObject({ state, failures })
  })

  it('lets no call through for five minutes, and then one', () => {
    const breaker = after('failed', 'failed', 'failed')
    expect([0, 1, rest - 1, rest].map((now) => breaker.wait(now))).toEqual([rest, rest - 1, 1, 0])
    expect(breaker.enter(rest, place)).toBe(true)
    expect(breaker.state).toEqual({ state: 'half-open', failures: 3, since: rest, until: rest + place })
    expect(breaker.wait(rest)).toBe(place)
  })

  it.each<[CallEnd, BreakerState, number, boolean]>([
    ['answered', { state: 'closed', failures: 0, since: rest + 10, until: 0 }, 0, true],
    ['failed', { state: 'open', failures: 4, since: rest + 10, until: rest + 10 + rest }, rest, true],
    ['left', { state: 'half-open', failures: 3, since: rest, until: rest + 10 }, 0, false],
  ])('goes by the end of that one: %s', (end, state, wait, isChange) => {
    const breaker = after('failed', 'failed', 'failed')
    breaker.enter(rest, place)
    expect(breaker.ended(end, breaker.turn, rest + 10)).toBe(isChange)
    expect(breaker.state).toEqual(state)
    expect(breaker.wait(rest + 10)).toBe(wait)
  })

  it('gives the place to another call when the one that tries does not come back', () => {
    const breaker = after('failed', 'failed', 'failed')
    breaker.enter(rest, place)
    const lost = breaker.turn
    expect(breaker.wait(rest + place - 1)).toBe(1)
    expect(breaker.wait(rest + place)).toBe(0)
    expect(breaker.enter(rest + place, place)).toBe(false)
    expect(breaker.ended('answered', lost, rest + place + 1)).toBe(false)
    expect(breaker.state.state).toBe('half-open')
    expect(breaker.ended('answered', breaker.turn, rest + place + 2)).toBe(true)
  })

  it('does not go by calls that began before it opened', () => {
    const breaker = new Breaker()
    const { turn } = breaker
    for (const end of ['failed', 'failed', 'failed', 'failed', 'answered'] as const) breaker.ended(end, turn, 5)
    expect(breaker.state).toEqual({ state: 'open', failures: 3, since: 5, until: 5 + rest })
    breaker.enter(5 + rest, place)
    breaker.ended('answered', turn, 6 + rest)
    expect(breaker.state.state).toBe('half-open')
  })
})

const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 500, place, rest / 2, rest) }),
    fc.record({ kind: fc.constant('begin' as const) }),
    fc.record({
      kind: fc.constant('end' as const),
      which: fc.nat(20),
      end: fc.constantFrom<CallEnd>('answered', 'failed', 'failed', 'left'),
    }),
  ),
  { maxLength: 60 },
)

/** The same in the words of the rule: calls whose end counts are written down one by one. */
class Model {
  state: BreakerState['state'] = 'closed'
  failures = 0
  until = 0
  counted = new Set<number>()

  mayBegin(now: number): boolean {
    return this.state === 'closed' || now >= this.until
  }

  begin(call: number, now: number): void {
    if (this.state !== 'closed') {
      this.counted.clear()
      this.state = 'half-open'
      this.until = now + place
    }
    this.counted.add(call)
  }

  end(call: number, end: CallEnd, now: number): void {
    if (!this.counted.delete(call)) return
    if (end === 'left') {
      if (this.state === 'half-open') this.until = now
    } else if (end === 'answered') {
      if (this.state === 'half-open') this.counted.clear()
      this.state = 'closed'
      this.failures = 0
    } else {
      this.failures += 1
      if (this.state === 'half-open' || this.failures === 3) {
        this.state = 'open'
        this.until = now + rest
        this.counted.clear()
      }
    }
  }
}

/** Both of them, with the same calls. */
class Pair {
  readonly #breaker = new Breaker()
  readonly #model = new Model()
  readonly #turns: (number | undefined)[] = []
  now = 0

  begin(): void {
    if (!this.#model.mayBegin(this.now)) return
    this.#breaker.enter(this.now, place)
    this.#model.begin(this.#turns.push(this.#breaker.turn) - 1, this.now)
  }

  /** Each call ends once. */
  end(call: number, end: CallEnd): void {
    const turn = this.#turns[call]
    if (turn === undefined) return
    this.#turns[call] = undefined
    this.#breaker.ended(end, turn, this.now)
    this.#model.end(call, end, this.now)
  }

  compare(): void {
    const { state, failures } = this.#breaker.state
    const { state: expected, failures: count } = this.#model
    const mayBegin = this.#model.mayBegin(this.now)
    expect([state, failures, this.#breaker.wait(this.now) === 0]).toEqual([expected, count, mayBegin])
  }
}

it('a breaker does what its rule says, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(acts, (given) => {
      const pair = new Pair()
      for (const act of given) {
        if (act.kind === 'wait') pair.now += act.ms
        else if (act.kind === 'begin') pair.begin()
        else pair.end(act.which, act.end)
        pair.compare()
      }
    }),
    { numRuns: 2_000 },
  )
})
