import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DayProfile } from './day-profile.ts'
import { demandOf, firstLimit, type Setting, workersNeeded } from './demand.ts'
import { usualFleet } from './fleet.ts'
import { measured } from './measured.ts'
import { dayMs, meanModelMs, meanSteps, usualWorkload } from './workload.ts'

const usual: Setting = { workload: usualWorkload, measured, fleet: usualFleet }
const withFleet = (fleet: Partial<Setting['fleet']>): Setting => ({ ...usual, fleet: { ...usualFleet, ...fleet } })

describe('what was measured', () => {
  it('gives back the times it was taken from', () => {
    const { statementMs, rowMs, renewalMs, claimMs } = measured
    const within = (told: number, measuredMs: number) => expect(Math.abs(told / measuredMs - 1)).toBeLessThan(0.1)
    within(statementMs + rowMs, 0.17)
    within(statementMs + 50 * rowMs, 0.83)
    within(statementMs + 200 * rowMs, 2.4)
    within(statementMs + 200 * renewalMs, 1.4)
    within(statementMs + 10 * claimMs, 0.53)
  })
})

describe('what a session asks for', () => {
  it('is the sum of what its steps do', () => {
    const bare = { ...usual, workload: { ...usualWorkload, parks: 0, steps: { least: 10, most: 10 } } }
    const { stayMs, cpuMs, notifyMs, postgresAloneMs } = demandOf(bare)
    expect([meanSteps(bare.workload), Math.round(meanModelMs(bare.workload))]).toEqual([10, 2394])
    expect(cpuMs).toBeCloseTo(10 * 14.063, 9)
    expect(stayMs).toBeCloseTo(10 * (meanModelMs(bare.workload) + 14.063 + 0.16 + 0.024 + 0.14) + 0.337, 9)
    expect(notifyMs).toBe(0.22)
    expect(postgresAloneMs).toBeCloseTo(1.1 + 0.16 + 0.037 + 10 * (0.16 + 0.024) + 0.012, 9)
  })

  it('needs workers for its slots or for its cores, whichever are more', () => {
    // 34.7 sessions/s at the peak, 54.2 s each, on 70 of 100 slots; 0.318 s of a core each, on 0.7 of one.
    expect(workersNeeded(1_000_000, usual)).toBe(27)
    expect(workersNeeded(1_000_000, withFleet({ concurrency: 1000 }))).toBe(16)
    expect(workersNeeded(1, usual)).toBe(1)
    expect(workersNeeded(1, withFleet({ shards: 4 }))).toBe(4)
  })
})

describe('the first limit', () => {
  it('is PostgreSQL where workers are added, and workers where they are not', () => {
    expect(firstLimit(usual).resource).toBe('postgres')
    expect(firstLimit(withFleet({ workers: 10 })).resource).toBe('slots')
    expect(firstLimit(withFleet({ workers: 10, concurrency: 1000 })).resource).toBe('cpu')
    expect(firstLimit(withFleet({ cores: 64 })).resource).toBe('notify')
  })

  it('moves out in proportion to shards, and in with the busiest of them', () => {
    const shards = fc.integer({ min: 2, max: 64 })
    const skew = fc.double({ min: 1, max: 2, noNaN: true })
    fc.assert(
      fc.property(shards, skew, (n, uneven) => {
        const { sessionsPerDay } = firstLimit(withFleet({ shards: n, skew: uneven }))
        expect(sessionsPerDay / firstLimit(usual).sessionsPerDay).toBeCloseTo(n / uneven, 6)
      }),
    )
  })

  it('moves out with longer leases', () => {
    const limits = [3000, 6000, 15_000].map((leaseMs) => firstLimit(withFleet({ leaseMs })).sessionsPerDay)
    expect(limits).toEqual(limits.toSorted((a, b) => a - b))
    expect(new Set(limits).size).toBe(3)
  })
})

describe('a day', () => {
  it('has its peak, and on the whole the mean', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 20, noNaN: true }), (peakFactor) => {
        const profile = new DayProfile(peakFactor)
        expect(profile.at(0)).toBeCloseTo(peakFactor, 6)
        const minutes = Array.from({ length: 1440 }, (_, at) => profile.at((at / 1440) * dayMs))
        expect(minutes.reduce((sum, each) => sum + each, 0) / 1440).toBeCloseTo(1, 6)
      }),
    )
  })
})
