import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveBy, rowsOf, rowTyped } from './tree-keys.ts'

const item = (key: string, parent: string | null = null) => ({ key, parent, text: `${key} thought` })
const items = [item('a'), item('b', 'a'), item('c', 'b'), item('d', 'a'), item('e')]
const keysOf = (closed: readonly string[] = []) => rowsOf(items, new Set(closed)).map(({ item: { key } }) => key)

describe('the rows of a tree', () => {
  it('stand in order, each below its parent', () => {
    expect(keysOf()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(rowsOf(items, new Set()).map(({ level }) => level)).toEqual([1, 2, 3, 2, 1])
  })

  it('are hidden below one that is closed', () => {
    expect(keysOf(['b'])).toEqual(['a', 'b', 'd', 'e'])
    expect(keysOf(['a'])).toEqual(['a', 'e'])
  })
})

describe('keys', () => {
  const move = (current: string, key: string, closed: readonly string[] = []) =>
    moveBy(rowsOf(items, new Set(closed)), current, key)

  it('go up and down, to the first and to the last', () => {
    expect(move('b', 'ArrowDown')).toEqual({ to: 'c' })
    expect(move('b', 'ArrowUp')).toEqual({ to: 'a' })
    expect(move('a', 'ArrowUp')).toBeUndefined()
    expect(move('e', 'ArrowDown')).toBeUndefined()
    expect([move('c', 'Home'), move('a', 'End')]).toEqual([{ to: 'a' }, { to: 'e' }])
  })

  it('open to the right, then go inside; close to the left, then go out', () => {
    expect(move('a', 'ArrowRight', ['a'])).toEqual({ open: 'a' })
    expect(move('a', 'ArrowRight')).toEqual({ to: 'b' })
    expect(move('e', 'ArrowRight')).toBeUndefined()
    expect(move('a', 'ArrowLeft')).toEqual({ close: 'a' })
    expect(move('c', 'ArrowLeft')).toEqual({ to: 'b' })
  })

  it('never lead to a row that is not seen', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']
    const anyClosed = fc.subarray(['a', 'b', 'd'])
    fc.assert(
      fc.property(anyClosed, fc.constantFrom(...keys), fc.nat(4), (closed, key, at) => {
        const seen = keysOf(closed)
        const moved = move(seen[at % seen.length] ?? '', key, closed)
        if (moved && 'to' in moved) expect(seen).toContain(moved.to)
      }),
    )
  })

  it('find what is typed, round the end', () => {
    const rows = rowsOf(items, new Set())
    expect(rowTyped(rows, 'a', 'd')).toBe('d')
    expect(rowTyped(rows, 'e', 'b')).toBe('b')
    expect(rowTyped(rows, 'd', 'd th')).toBe('d')
    expect(rowTyped(rows, 'a', 'x')).toBeUndefined()
  })
})
