import { describe, expect, it } from 'vitest'
import { countedTitle, news } from './notifications.ts'

const same = (text: string) => text

describe('news of the inbox', () => {
  it('is nothing of what was there at first', () => {
    expect(news(undefined, ['a', 'b'], same)).toEqual([])
  })

  it('is what was not there before, once', () => {
    expect(news(new Set(['a']), ['a', 'b'], same)).toEqual(['b'])
    expect(news(new Set(['a', 'b']), ['b'], same)).toEqual([])
  })

  it('is an item that went and came again', () => {
    expect(news(new Set([]), ['a'], same)).toEqual(['a'])
  })
})

describe('the title of the tab', () => {
  it('tells how many wait', () => {
    expect(countedTitle('Sessions · Gyre', 3)).toBe('(3) Sessions · Gyre')
    expect(countedTitle('(3) Sessions · Gyre', 2)).toBe('(2) Sessions · Gyre')
  })

  it('is plain where nothing waits', () => {
    expect(countedTitle('(3) Sessions · Gyre', 0)).toBe('Sessions · Gyre')
    expect(countedTitle('Sessions · Gyre', 0)).toBe('Sessions · Gyre')
  })
})
