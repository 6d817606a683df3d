import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callId, sessionOfCall } from './call-ids.ts'

describe('ids of calls', () => {
  it('lead back to the session', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (uuid, path) => {
        expect(sessionOfCall(callId(`ses_${uuid}`, path))).toBe(`ses_${uuid}`)
      }),
    )
  })

  it('are the same for a place each time, and others for other places', () => {
    expect(callId('ses_1', 'act#1[0]')).toBe(callId('ses_1', 'act#1[0]'))
    expect(callId('ses_1', 'act#1[0]')).not.toBe(callId('ses_1', 'act#1[1]'))
  })

  it.each(['call_1', 'call_abc_0123456789ab', 'toolu_01', ''])('does not know `%s`', (id) =>
    expect(sessionOfCall(id)).toBeUndefined(),
  )
})
