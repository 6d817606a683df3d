import { describe, expect, it } from 'vitest'
import { Slots } from './slots.ts'

const never = new AbortController().signal

/** Takes a place and notes its name when it is there. */
async function taken(slots: Slots, order: string[], name: string, signal = never): Promise<() => void> {
  const release = await slots.take(signal)
  order.push(name)
  return release
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('slots', () => {
  it('lets as many in as there are places, and the others in the order they came', async () => {
    const [slots, order] = [new Slots(2), [] as string[]]
    const releases = ['a', 'b', 'c', 'd'].map((name) => taken(slots, order, name))
    await settled()
    expect(order).toEqual(['a', 'b'])
    ;(await releases[0]!)()
    // Comes in the very moment in which a place is free, and is not faster than those who wait.
    const late = taken(slots, order, 'late')
    await settled()
    expect(order).toEqual(['a', 'b', 'c'])
    for (const release of releases) await release.then((give) => give())
    ;(await late)()
    expect(order).toEqual(['a', 'b', 'c', 'd', 'late'])
  })

  it('lets one who waits go at once when the call is aborted, and passes over it', async () => {
    const [slots, order, abort] = [new Slots(1), [] as string[], new AbortController()]
    const release = await taken(slots, order, 'a')
    const given = taken(slots, order, 'given up', abort.signal)
    const next = taken(slots, order, 'b')
    abort.abort(new Error('Enough.'))
    await expect(given).rejects.toThrow('Enough.')
    release()
    await next
    expect(order).toEqual(['a', 'b'])
  })

  it('counts a place that is given back twice once', async () => {
    const [slots, order] = [new Slots(1), [] as string[]]
    const release = await taken(slots, order, 'a')
    release()
    release()
    await taken(slots, order, 'b')
    void taken(slots, order, 'c')
    await settled()
    expect(order).toEqual(['a', 'b'])
  })

  it('lets those who wait in when there are more places', async () => {
    const [slots, order] = [new Slots(1), [] as string[]]
    for (const name of ['a', 'b', 'c', 'd']) void taken(slots, order, name)
    slots.resize(3)
    await settled()
    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('takes no place for a call that is aborted already', async () => {
    const slots = new Slots(1)
    await expect(slots.take(AbortSignal.abort(new Error('Enough.')))).rejects.toThrow('Enough.')
    expect(await slots.take(never)).toBeTypeOf('function')
  })
})
