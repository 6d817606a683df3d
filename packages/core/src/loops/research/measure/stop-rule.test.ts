import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CycleFacts, type StopSettings, stopReason, whyStopped } from './stop-rule.ts'

const settings: StopSettings = {
  maxCycles: 6,
  minCycles: 2,
  patience: 2,
  epsilon: 0.02,
  coverAt: 0.8,
  isNumeric: true,
}

/** Two topics with gaps, and cycles that go well. */
const facts = (more: Partial<CycleFacts> = {}): CycleFacts => ({
  cycles: 3,
  coverage: [0.5, 0.3],
  exhausted: [false, false],
  gains: [0.2, 0.1, 0.1],
  accepted: [5, 3, 3],
  unseen: 0.1,
  hasUntriedLatent: false,
  ...more,
})

const poor = { gains: [0.02, 0.01, 0.01] }

describe('the stop rule', () => {
  it('goes on while cycles go well', () => expect(stopReason(facts(), settings)).toBeUndefined())

  it.each<[string, Partial<CycleFacts>, string | undefined]>([
    ['all topics are covered', { coverage: [0.8, 0.9] }, 'covered'],
    ['one is not', { coverage: [0.79, 0.9] }, undefined],
    ['the others are exhausted', { coverage: [0.1, 0.9], exhausted: [true, false] }, 'exhausted'],
    ['all are covered, and exhausted as well', { coverage: [0.9, 0.9], exhausted: [true, true] }, 'covered'],
    ['all are exhausted', { exhausted: [true, true] }, 'exhausted'],
    ['all are exhausted, one of them covered', { coverage: [0.1, 0.9], exhausted: [true, true] }, 'exhausted'],
    ['there is no topic', { coverage: [], exhausted: [] }, undefined],
    ['the gain is too little', poor, 'diminishing'],
    ['the gain is too little for one cycle', { gains: [0.03, 0.01, 0.01] }, undefined],
    ['the gain is just enough', { gains: [0.02, 0.02, 0.02] }, undefined],
    ['the gain is too little, and much is unseen', { ...poor, unseen: 0.2 }, undefined],
    ['the gain is too little, and a latent topic is untried', { ...poor, hasUntriedLatent: true }, undefined],
    ['two cycles accept nothing', { accepted: [5, 0, 0], unseen: 1 }, 'no_progress'],
    ['one cycle accepts nothing', { accepted: [0, 5, 0] }, undefined],
    ['the only cycle accepts nothing', { cycles: 1, accepted: [0], gains: [0] }, undefined],
    ['all cycles are done', { cycles: 6 }, 'max_cycles'],
  ])('when %s', (_, more, expected) => expect(stopReason(facts(more), settings)).toBe(expected))

  it('says the first of several reasons', () => {
    const all = { ...poor, cycles: 6, accepted: [0, 0, 0] }
    expect(stopReason(facts({ ...all, coverage: [0.9, 0.9] }), settings)).toBe('covered')
    expect(stopReason(facts({ ...all, exhausted: [true, true] }), settings)).toBe('diminishing')
    expect(stopReason(facts({ ...all, exhausted: [true, true], unseen: 1 }), settings)).toBe('exhausted')
    expect(stopReason(facts({ ...all, unseen: 1 }), settings)).toBe('no_progress')
  })

  it('waits for the least number of cycles, and for as many gains as it has patience', () => {
    expect(stopReason(facts(poor), { ...settings, minCycles: 4 })).toBeUndefined()
    expect(stopReason(facts(poor), { ...settings, minCycles: 3 })).toBe('diminishing')
    expect(stopReason(facts({ ...poor, gains: [0.01, 0.01, 0.01] }), { ...settings, patience: 4 })).toBeUndefined()
  })

  it('ends by its cycles alone when the numbers do not count', () => {
    const done = { ...poor, coverage: [0.9, 0.9], accepted: [0, 0, 0] }
    expect(stopReason(facts(done), { ...settings, isNumeric: false })).toBeUndefined()
    expect(stopReason(facts({ ...done, cycles: 6 }), { ...settings, isNumeric: false })).toBe('max_cycles')
  })
})

const anySettings = fc.record({
  maxCycles: fc.integer({ min: 10, max: 20 }),
  minCycles: fc.integer({ min: 1, max: 5 }),
  patience: fc.integer({ min: 1, max: 4 }),
  epsilon: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
  coverAt: fc.constantFrom(0.8),
  isNumeric: fc.constantFrom(true),
})

describe('the stop rule over many cycles', () => {
  it('ends a stream that brings nothing within its least cycles and its patience', () => {
    fc.assert(
      fc.property(anySettings, fc.boolean(), (some, isAccepting) => {
        const ends = (cycles: number) => {
          const each = (value: number) => Array<number>(cycles).fill(value)
          const accepted = each(isAccepting ? 1 : 0)
          return stopReason(facts({ cycles, gains: each(0), accepted, unseen: 0 }), some)
        }
        expect(ends(some.minCycles + some.patience)).toBeDefined()
      }),
    )
  })

  it('never ends before its most cycles while each adds enough', () => {
    const gains = fc.array(fc.double({ min: 0, max: 0.5, noNaN: true }), { maxLength: 9 })
    const unseen = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(anySettings, gains, unseen, (some, extra, share) => {
        const all = extra.map((each) => some.epsilon + each)
        const accepted = all.map(() => 1)
        expect(stopReason(facts({ cycles: all.length, gains: all, accepted, unseen: share }), some)).toBeUndefined()
      }),
    )
  })
})

describe('why research stopped', () => {
  it.each([
    ['budget', {}, 'The budget was spent after 3 cycles, at a coverage of 0.4.'],
    ['budget', { coverage: [0.7, 0.1] }, 'The budget was spent after 3 cycles, at a coverage of 0.4.'],
    ['cancelled', { cycles: 1 }, 'It was cancelled after 1 cycle, at a coverage of 0.4.'],
    ['covered', { coverage: [0.9, 0.83456] }, 'The least covered topic is at 0.834, not below 0.8.'],
    [
      'diminishing',
      { gains: [0.024, 0, 0] },
      'The smoothed gain was 0.012 and 0.006 in the last 2 cycles, below 0.02.',
    ],
    [
      'diminishing',
      { gains: [0.019_99, 0.019_99] },
      'The smoothed gain was 0.019 and 0.019 in the last 2 cycles, below 0.02.',
    ],
    ['exhausted', { coverage: [0], exhausted: [true] }, 'Searches find nothing more for 1 of 1 topic.'],
    ['no_progress', {}, 'The last 2 cycles found nothing new.'],
    ['max_cycles', { cycles: 6 }, 'It did 6 cycles, of at most 6, and reached a coverage of 0.4.'],
  ] as const)('by %s with %o', (reason, more, expected) => {
    expect(whyStopped(reason, facts(more), settings)).toBe(expected)
  })
})
