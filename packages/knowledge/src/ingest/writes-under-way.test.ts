import { describe, expect, it } from 'vitest'
import { WritesUnderWay } from './writes-under-way.ts'

/** Writes that end when they are told to. */
function heldWrites(count: number) {
  const held = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const writes = held.map(({ promise }, number) => () => {
    begun.push(number)
    return promise
  })
  return { held, begun, writes }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('writes under way', () => {
  it('are eight at most: the next begins when one has ended', async () => {
    const { held, begun, writes } = heldWrites(9)
    const under = new WritesUnderWay()
    const all = (async () => {
      for (const write of writes) await under.begin(write)
    })()
    await settled()
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    held[3]?.resolve()
    await all
    expect(begun).toHaveLength(9)
    for (const { resolve } of held) resolve()
    await under.end()
  })

  it('are waited for at the end, and the first failure is told', async () => {
    const { held, writes } = heldWrites(3)
    const under = new WritesUnderWay()
    for (const write of writes) await under.begin(write)
    const end = under.end()
    held[1]?.reject(new Error('the disk is full'))
    held[0]?.reject(new Error('later'))
    held[2]?.resolve()
    await expect(end).rejects.toThrow('the disk is full')
  })

  it('begin no more after a failure', async () => {
    const { held, begun, writes } = heldWrites(2)
    const under = new WritesUnderWay()
    await under.begin(writes[0] ?? settled)
    held[0]?.reject(new Error('the disk is full'))
    await settled()
    await expect(under.begin(writes[1] ?? settled)).rejects.toThrow('the disk is full')
    expect(begun).toEqual([0])
  })
})
