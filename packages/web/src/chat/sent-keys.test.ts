import { describe, expect, it } from 'vitest'
import { SentKeys } from './sent-keys.ts'

describe('the keys of what is sent', () => {
  it('stay while the same words are tried again, and change with the words', () => {
    const keys = new SentKeys()
    const first = keys.ofWords('Be brief.')
    expect(keys.ofWords('Be brief.')).toBe(first)
    const other = keys.ofWords('Be briefer.')
    expect(other).not.toBe(first)
    expect(keys.ofWords('Be brief.')).not.toBe(first)
  })

  it('are new for words that are said again after they arrived', () => {
    const keys = new SentKeys()
    const first = keys.ofWords('Go on.')
    keys.wordsArrived()
    expect(keys.ofWords('Go on.')).not.toBe(first)
  })

  it('stay with a file, and differ for another of the same name', () => {
    const keys = new SentKeys()
    const [one, other] = [{ name: 'a.txt' }, { name: 'a.txt' }]
    expect(keys.ofFile(one)).toBe(keys.ofFile(one))
    expect(keys.ofFile(other)).not.toBe(keys.ofFile(one))
  })
})
