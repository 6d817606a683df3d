import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { traceParent } from './trace-parent.ts'

describe('the trace context of a call', () => {
  it('is of the session and the path, and the same each time', () => {
    expect(traceParent('ses_1', 'act#1[0]')).toBe('00-46bf2fa87b4820eabd28fa94f4fa05e6-b21f64898b787b8b-01')
  })

  it('shares the trace within a session, and nothing else', () => {
    const [a, b, c] = [traceParent('ses_1', 'a'), traceParent('ses_1', 'b'), traceParent('ses_2', 'a')].map((each) =>
      each.split('-'),
    )
    expect(a?.[1]).toBe(b?.[1])
    expect(a?.[2]).not.toBe(b?.[2])
    expect(a?.[1]).not.toBe(c?.[1])
    expect(a?.[2]).not.toBe(c?.[2])
  })

  it('has the form that W3C gives it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (session, path) => {
        expect(traceParent(session, path)).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/)
      }),
    )
  })
})
