/** Values by key, for a while or for good, and counters. */
import { pause } from './samples.ts'
import type { KeyValueSuite } from './suite.ts'

export function keyValueTests({ test, expect }: KeyValueSuite): void {
  test('a value is kept until it is replaced or deleted', async ({ keyValue }) => {
    await keyValue.set('a', { list: [1, 'zwei', null], text: 'x\0\ud800' })
    expect(await keyValue.get('a')).toEqual({ list: [1, 'zwei', null], text: 'x\0\ud800' })
    await keyValue.set('a', 'other')
    expect(await keyValue.get('a')).toBe('other')
    await keyValue.delete('a')
    expect(await keyValue.get('a')).toBeUndefined()
    await keyValue.delete('a')
  })

  test('every kind of value comes back as it was', async ({ keyValue }) => {
    for (const value of [null, true, false, 0, 1.5, -3, 1e21, '', '12', [], {}]) {
      await keyValue.set('a', value)
      expect(await keyValue.get('a')).toEqual(value)
    }
  })

  test('a value that was kept is not changed from outside', async ({ keyValue }) => {
    const value = { list: [1] }
    await keyValue.set('a', value)
    value.list.push(2)
    expect(await keyValue.get('a')).toEqual({ list: [1] })
  })

  test('an unknown key has no value', async ({ keyValue }) => {
    expect(await keyValue.get('x')).toBeUndefined()
  })

  test('a value is gone when its time is over', async ({ keyValue }) => {
    await keyValue.set('long', 2, 60_000)
    await keyValue.set('short', 1, 400)
    expect(await keyValue.get('short')).toBe(1)
    await pause(450)
    expect(await keyValue.get('short')).toBeUndefined()
    expect(await keyValue.get('long')).toBe(2)
  })

  test('a value set again without a time stays', async ({ keyValue }) => {
    await keyValue.set('a', 1, 20)
    await keyValue.set('a', 2)
    await pause(40)
    expect(await keyValue.get('a')).toBe(2)
  })

  test('a counter starts at 0 and adds up', async ({ keyValue }) => {
    expect(await keyValue.increment('n', 2)).toBe(2)
    expect(await keyValue.increment('n', 0.5)).toBe(2.5)
    expect(await keyValue.increment('n', -3)).toBe(-0.5)
    expect(await keyValue.get('n')).toBe(-0.5)
  })

  test('a counter begins with the number that was set', async ({ keyValue }) => {
    await keyValue.set('n', 40)
    expect(await keyValue.increment('n', 2)).toBe(42)
    await keyValue.set('n', 'text')
    expect(await keyValue.increment('n', 2)).toBe(2)
  })

  test('many that count at once lose nothing', async ({ keyValue }) => {
    const counts = await Promise.all(Array.from({ length: 50 }, () => keyValue.increment('n', 1)))
    expect(new Set(counts).size).toBe(50)
    expect(await keyValue.get('n')).toBe(50)
  })

  test('a counter dies its time after it was made, however often it was used', async ({ keyValue }) => {
    await keyValue.increment('n', 1, 600)
    await pause(300)
    expect(await keyValue.increment('n', 1, 600)).toBe(2)
    await pause(350)
    expect(await keyValue.get('n')).toBeUndefined()
    expect(await keyValue.increment('n', 5, 60_000)).toBe(5)
    expect(await keyValue.increment('n', 1)).toBe(6)
  })

  test('values that expired do not pile up and do not take others with them', async ({ keyValue }) => {
    await keyValue.set('kept', 1)
    await Promise.all(Array.from({ length: 300 }, (_, i) => keyValue.set(`short ${i}`, i, 1)))
    await pause(5)
    await Promise.all(Array.from({ length: 300 }, (_, i) => keyValue.set(`long ${i}`, i, 60_000)))
    expect(await keyValue.get('kept')).toBe(1)
    expect(await keyValue.get('short 299')).toBeUndefined()
    expect(await keyValue.get('long 299')).toBe(299)
  })
}
