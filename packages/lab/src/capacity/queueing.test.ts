import { describe, expect, it } from 'vitest'
import { Draws } from './draws.ts'
import { EventQueue } from './event-queue.ts'
import { Servers } from './servers.ts'
import { Waits } from './waits.ts'

type Line = { readonly servers: number; readonly load: number; readonly serviceMs: (draws: Draws) => number }

const meanMs = 10
const isRandom = (draws: Draws) => draws.exponential(meanMs)
const isFixed = () => meanMs

/** Arrivals at random, as events; what they wait before they are served, on average. */
function waited({ servers, load, serviceMs }: Line): { readonly waitMs: number; readonly utilisation: number } {
  const draws = new Draws(7)
  const events = new EventQueue<'arrival'>()
  const line = new Servers(servers)
  const waits = new Waits()
  const gapMs = meanMs / (load * servers)
  events.put(0, 'arrival')
  line.countFrom(0)
  let now = 0
  for (let each = 0; each < 400_000; each += 1) {
    now = events.next
    events.take()
    const ms = serviceMs(draws)
    waits.add(Math.max(0, line.serve(now, ms) - now - ms))
    events.put(now + draws.exponential(gapMs), 'arrival')
  }
  return { waitMs: waits.mean, utilisation: line.utilisation(now) }
}

/** The chance to wait where there are so many servers. */
function erlangC(servers: number, load: number): number {
  const offered = servers * load
  let [sum, term] = [0, 1]
  for (let at = 0; at < servers; at += 1) {
    sum += term
    term *= offered / (at + 1)
  }
  return term / (1 - load) / (sum + term / (1 - load))
}

describe('servers with one line', () => {
  it.each([0.3, 0.6, 0.8])('make random work wait as M/M/1 says at a load of %d', (load) => {
    const { waitMs, utilisation } = waited({ servers: 1, load, serviceMs: isRandom })
    expect(waitMs / ((load * meanMs) / (1 - load))).toBeCloseTo(1, 1)
    expect(utilisation).toBeCloseTo(load, 2)
  })

  it.each([0.3, 0.6, 0.8])('make work of one length wait half as long, as M/D/1 says at a load of %d', (load) => {
    const { waitMs } = waited({ servers: 1, load, serviceMs: isFixed })
    expect(waitMs / ((load * meanMs) / (2 * (1 - load)))).toBeCloseTo(1, 1)
  })

  it.each([2, 4, 16])('of %d make random work wait as Erlang says', (servers) => {
    const load = 0.8
    const { waitMs } = waited({ servers, load, serviceMs: isRandom })
    expect(waitMs / ((erlangC(servers, load) * meanMs) / (servers * (1 - load)))).toBeCloseTo(1, 1)
  })

  it('count only what was done in the time that is looked at', () => {
    const line = new Servers(1)
    line.serve(0, 30)
    line.countFrom(10)
    // 20 of the first are left, and of the second all but what is done after 60.
    line.serve(50, 40)
    expect(line.utilisation(60)).toBe((20 + 10) / 50)
  })
})

describe('waits', () => {
  it('tell quantiles to 1 %, and means exactly', () => {
    const waits = new Waits()
    for (let ms = 1; ms <= 1000; ms += 1) waits.add(ms)
    expect(waits.mean).toBe(500.5)
    expect(waits.quantile(0.5) / 500).toBeCloseTo(1.005, 2)
    expect(waits.quantile(0.95) / 950).toBeCloseTo(1.005, 2)
    waits.clear()
    expect([waits.count, waits.quantile(0.5)]).toEqual([0, 0])
  })
})

describe('draws', () => {
  it('are the same for a seed, and have the means they are drawn for', () => {
    expect(new Draws(3).share()).toBe(new Draws(3).share())
    expect(new Draws(3).share()).not.toBe(new Draws(4).share())
    const draws = new Draws(1)
    const meanOf = (draw: () => number) => Array.from({ length: 100_000 }, draw).reduce((a, b) => a + b) / 100_000
    expect(meanOf(() => draws.exponential(5))).toBeCloseTo(5, 1)
    expect(meanOf(() => draws.between(5, 40))).toBeCloseTo(22.5, 0)
    expect(meanOf(() => draws.lognormal(2, 0.6)) / (2 * Math.exp(0.18))).toBeCloseTo(1, 1)
  })
})
