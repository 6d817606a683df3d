import { describe, expect, it } from 'vitest'
import { competence } from '../competence.ts'
import { oddsOf } from './odds.ts'

const key = { seed: 1, task: 'chain-6/n1', path: 'think#1', prompt: 7 }
const odds = (changes: Partial<typeof key> = {}) => oddsOf(competence({}), { ...key, ...changes })

describe('odds', () => {
  it('come out the same for the same key', () => expect(odds().share('slip 1')).toBe(odds().share('slip 1')))

  it.each([{ seed: 2 }, { task: 'chain-6/n2' }, { path: 'think#2' }, { prompt: 8 }])('differ by %j', (change) => {
    expect(odds(change).share('slip 1')).not.toBe(odds().share('slip 1'))
  })

  it('of a task are the same at every step of it, and differ between tasks', () => {
    const isStuck = (changes: Partial<typeof key>) => odds(changes).happensToTask('stuck', 0.5)
    const tasks = Array.from({ length: 40 }, (_, index) => `chain-6/n${index}`)
    const stuck = tasks.map((task) => isStuck({ task }))
    expect(tasks.map((task) => isStuck({ task, path: 'answer#9', prompt: 3 }))).toEqual(stuck)
    expect(new Set(stuck).size).toBe(2)
  })

  it('are spread evenly, and hang together with no neighbour', () => {
    const shares = Array.from({ length: 20_000 }, (_, step) => odds({ path: `think#${step}` }).share('slip'))
    const counts = Array.from(
      { length: 10 },
      (_, tenth) => shares.filter((share) => Math.floor(share * 10) === tenth).length,
    )
    // Nine degrees of freedom: 33.7 is exceeded once in ten thousand times.
    expect(counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)).toBeLessThan(33.7)
    const both = shares.filter((share, at) => share < 0.5 && (shares[at + 1] ?? 1) < 0.5).length
    expect(Math.abs(both - 5000)).toBeLessThan(4 * Math.sqrt(20_000 * 0.25 * 0.75))
  })
})
