import { describe, expect, it } from 'vitest'
import type { Step } from '../session/session-log.ts'
import { whenItCalls } from './call-override.ts'

const asked = (request: object, kind = 'generate') => ({ kind, fact: { data: { request } } }) as unknown as Step

describe('what is said of a call before it is sent', () => {
  it.each([
    ['nothing was asked yet', [], false],
    ['all tools were offered', [asked({}), asked({ tools: '*' })], false],
    ['some tools were offered', [asked({ tools: ['web.search'] })], false],
    ['none were', [asked({}), asked({ tools: [] }), asked({ tools: '*' }, 'tool')], true],
  ])('where %s', (_, steps, warns) => {
    expect(whenItCalls({ steps }).includes('this is rejected')).toBe(warns)
  })
})
