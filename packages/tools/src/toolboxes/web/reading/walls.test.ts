import { describe, expect, it } from 'vitest'
import { wallIn } from './walls.ts'

describe('a wall', () => {
  it.each([
    ['Just a moment... Checking your browser before accessing example.org', 'proof that a person'],
    ['Please verify you are human by completing the captcha', 'proof that a person'],
    ['Please enable JavaScript to view this site', 'runs scripts'],
    ['Sign in to continue reading', 'have logged in'],
    ['403 Forbidden', 'refused to show'],
  ])('is recognised: %s', (text, why) => {
    expect(wallIn(text)).toContain(why)
  })

  it('is no article that mentions one', () => {
    expect(wallIn(`${'A long history of the captcha and its enemies. '.repeat(80)}`)).toBeUndefined()
    expect(wallIn('The moment of inertia of a rod.')).toBeUndefined()
  })
})
