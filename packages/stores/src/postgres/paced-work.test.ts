import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PacedWork } from './paced-work.ts'
import { RecentNames } from './recent-names.ts'

function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('paced work', () => {
  it('is done at once, then no more often than so', async () => {
    fakeTime()
    const times: number[] = []
    const begun = performance.now()
    const work = new PacedWork(20, async () => void times.push(performance.now() - begun))
    for (let at = 0; at < 50; at++) {
      work.want()
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(times).toEqual([0, 20, 40, 60])
  })

  it('is never done twice at the same time, and goes on when it fails', async () => {
    fakeTime()
    let begun = 0
    const first = Promise.withResolvers<void>()
    const work = new PacedWork(20, () => (begun++ === 0 ? first.promise : Promise.resolve()))
    work.want()
    await vi.advanceTimersByTimeAsync(50)
    work.want()
    await vi.advanceTimersByTimeAsync(50)
    expect(begun).toBe(1)
    first.reject(new Error('no server'))
    await vi.advanceTimersByTimeAsync(50)
    expect(begun).toBe(2)
  })

  it('does what is still wanted when it is closed, and nothing after it', async () => {
    let done = 0
    const work = new PacedWork(60_000, async () => void done++)
    work.want()
    await work.close()
    work.want()
    await work.close()
    expect(done).toBe(1)
  })
})

describe('recent names', () => {
  it('are known for a while and then forgotten', () => {
    let now = 0
    const names = new RecentNames(10, () => now)
    const known: boolean[] = []
    now = 9
    names.add('a')
    for (now of [10, 19, 20, 100]) known.push(names.has('a'))
    expect(known).toEqual([true, true, false, false])
    names.add('b')
    now = 200
    expect(names.has('b')).toBe(false)
  })
})
