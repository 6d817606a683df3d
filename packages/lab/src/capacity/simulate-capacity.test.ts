import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capacityTable } from './capacity-table.ts'
import { arrivalsPerMs, demandOf, firstLimit, renewalShare, type Setting } from './demand.ts'
import { usualFleet } from './fleet.ts'
import { measured } from './measured.ts'
import { Shard } from './shard.ts'
import { simulateCapacity } from './simulate-capacity.ts'
import { usualWorkload } from './workload.ts'

/** Arrivals that do not change over the day, so that closed forms hold all the time. */
const flat = { ...usualWorkload, peakFactor: 1 }
const settingOf = (fleet: Partial<Setting['fleet']> = {}): Setting => ({
  workload: flat,
  measured,
  fleet: { ...usualFleet, ...fleet },
})

describe('a load', () => {
  it('comes out the same each time, and a little different for another seed', () => {
    const options = { sessionsPerDay: [50_000], minutes: 10 }
    expect(simulateCapacity(options)).toEqual(simulateCapacity(options))
    const peakOf = (seed: number) => simulateCapacity({ ...options, seed })[0]?.stepsPerSecond.peak
    expect(peakOf(1)).not.toBe(peakOf(2))
  })

  it('takes of everything what arithmetic says, at little load', () => {
    const load = fc.record({
      sessionsPerDay: fc.integer({ min: 300_000, max: 600_000 }),
      parks: fc.constantFrom(0, 0.1, 0.5),
      most: fc.integer({ min: 5, max: 40 }),
      seed: fc.nat(1000),
    })
    fc.assert(
      fc.property(load, ({ sessionsPerDay, parks, most, seed }) => {
        const workload = { ...flat, parks, steps: { least: 5, most } }
        const setting = { ...settingOf(), workload }
        const [row] = simulateCapacity({ sessionsPerDay: [sessionsPerDay], workload, minutes: 60, seed })
        const { stayMs, cpuMs, notifyMs, postgresAloneMs } = demandOf(setting)
        const arrivals = arrivalsPerMs(sessionsPerDay, setting.fleet)
        const { workers = 0, running = 0, utilisation } = row ?? {}
        expect(running / (arrivals * stayMs)).toBeCloseTo(1, 1)
        expect((utilisation?.cpu ?? 0) / ((arrivals * cpuMs) / workers)).toBeCloseTo(1, 1)
        expect((utilisation?.notify ?? 0) / (arrivals * notifyMs)).toBeCloseTo(1, 1)
        const renewals = running * renewalShare(setting, running / workers)
        expect((utilisation?.postgres ?? 0) / (arrivals * postgresAloneMs + renewals)).toBeCloseTo(1, 1)
      }),
      { numRuns: 6 },
    )
  })

  it('has answers of persons from the beginning, also of those who were asked before', () => {
    const options = { workload: { ...flat, parks: 1 }, minutes: 10 }
    const [row] = simulateCapacity({ sessionsPerDay: [1_000_000], ...options })
    const twice = 2 * arrivalsPerMs(1_000_000, usualFleet) * measured.notifyMs
    expect((row?.utilisation.notify ?? 0) / twice).toBeCloseTo(1, 1)
  })

  it("obeys Little's law also where slots are short", () => {
    const shard = new Shard(settingOf({ concurrency: 20 }), 10, 1)
    shard.begin(300_000, -300_000)
    shard.runUntil(0)
    shard.countFrom(0)
    shard.runUntil(3_600_000)
    const running = shard.workers.reduce((sum, worker) => sum + worker.meanRunning(3_600_000), 0)
    expect(running).toBeGreaterThan(170)
    expect(running / ((shard.stays.count / 3_600_000) * shard.stays.mean)).toBeCloseTo(1, 1)
  })

  it('has more steps a second at the peak than on the mean of the day', () => {
    const [row] = simulateCapacity({ sessionsPerDay: [200_000], minutes: 60 })
    expect(row?.stepsPerSecond.mean).toBeCloseTo(52.08, 2)
    expect((row?.stepsPerSecond.peak ?? 0) / 52.08).toBeCloseTo(3, 0)
    expect(row?.megabytesPerDay).toBe(4950)
    expect(row?.megabytesPerSessionHour).toBeCloseTo(1.64, 2)
  })
})

describe('the first limit', () => {
  const workload = { ...flat, parks: 0, steps: { least: 5, most: 15 } }

  it('of PostgreSQL lies between loads it bears and loads it does not', () => {
    // Ten times as slow: a tenth of the events.
    const slow = { statementMs: 2, rowMs: 0.39, renewalMs: 0.39, claimMs: 2.9, offerMs: 4.6 }
    const { resource, sessionsPerDay } = firstLimit({ ...settingOf(), workload, measured: { ...measured, ...slow } })
    expect(resource).toBe('postgres')
    const loads = [0.9, 1.15].map((share) => share * sessionsPerDay)
    const [below, above] = simulateCapacity({ sessionsPerDay: loads, workload, measured: slow, minutes: 4 })
    expect(below?.queueMs.p95).toBeLessThan(1000)
    expect(below?.waiting).toBeLessThan(100)
    expect(above?.queueMs.p50).toBeGreaterThan(10_000)
    expect(above?.utilisation.postgres).toBeCloseTo(1, 3)
  })

  it('of slots lies between such loads, too', () => {
    const fleet = { workers: 5, concurrency: 20 }
    const { resource, sessionsPerDay } = firstLimit({ ...settingOf(fleet), workload })
    expect(resource).toBe('slots')
    const loads = [0.8, 1.2].map((share) => share * sessionsPerDay)
    const [below, above] = simulateCapacity({ sessionsPerDay: loads, workload, fleet, minutes: 10 })
    expect(below?.queueMs.p95).toBeLessThan(1000)
    expect(above?.queueMs.p50).toBeGreaterThan(10_000)
    expect(above?.utilisation.slots).toBeCloseTo(1, 2)
  })
})

describe('shards', () => {
  it('are as busy as one PostgreSQL with its part of the sessions, and the busiest by what it has more', () => {
    const of = (sessionsPerDay: number, fleet: Partial<Setting['fleet']>) =>
      simulateCapacity({ sessionsPerDay: [sessionsPerDay], fleet, minutes: 10 })[0]
    const [alone, four, uneven] = [of(100_000, {}), of(400_000, { shards: 4 }), of(200_000, { shards: 4, skew: 2 })]
    expect(four?.utilisation).toEqual(alone?.utilisation)
    expect(four?.workers).toBe(4 * (alone?.workers ?? 0))
    expect(four?.stepsPerSecond.peak).toBe(4 * (alone?.stepsPerSecond.peak ?? 0))
    expect(uneven?.utilisation).toEqual(alone?.utilisation)
  })
})

describe('the table', () => {
  it('has a line for each load', () => {
    const table = capacityTable([
      {
        sessionsPerDay: 1_000_000,
        workers: 27,
        shards: 1,
        stepsPerSecond: { mean: 260.42, peak: 781.6 },
        running: 1872.5,
        utilisation: { slots: 0.6935, cpu: 0.42, postgres: 0.3336, notify: 0.0371 },
        queueMs: { p50: 6.81, p95: 8.91 },
        stepMs: { p50: 20.1, p95: 152.4 },
        waiting: 0,
        megabytesPerDay: 45_000,
        megabytesPerSessionHour: 2.994,
        first: { resource: 'postgres', sessionsPerDay: 4_747_495 },
        events: 1,
      },
    ])
    const cells = table
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    expect(cells.map((line) => line.length)).toEqual([15, 15, 15])
    expect(cells[2]).toEqual([
      '1,000,000',
      '260',
      '782',
      '1,873',
      '27',
      '69 %',
      '42 %',
      '1',
      '33 %',
      '3.7 %',
      '6.8 / 8.9',
      '20.1 / 152',
      '45,000',
      '3.0',
      'PostgreSQL at 4,747,000',
    ])
    expect(
      new Set(
        table
          .trimEnd()
          .split('\n')
          .map((line) => line.length),
      ).size,
    ).toBe(1)
  })
})
