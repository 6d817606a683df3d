import { describe, expect, it } from 'vitest'
import { statusEvent } from './page-events.ts'

describe('a status for a page', () => {
  it('stays as it is when it is short', () => {
    expect(statusEvent('😀'.repeat(250), false).data).toEqual({ description: '😀'.repeat(250), done: false })
  })

  it('is well formed when it is cut within a character', () => {
    expect(statusEvent('😀'.repeat(251), true).data).toEqual({
      description: `${'😀'.repeat(249)}\u{fffd}…`,
      done: true,
    })
  })
})
