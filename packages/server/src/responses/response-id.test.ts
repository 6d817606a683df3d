import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemId, readResponseId, responseId, responseOfItem } from './response-id.ts'

const refs = fc.record({ session: fc.uuid().map((id) => `ses_${id}`), after: fc.nat() })

describe('ids of responses', () => {
  it('are made of the session, and of where in it they begin', () => {
    expect(responseId({ session: 'ses_1a-2b', after: 0 })).toBe('resp_1a-2b')
    expect(responseId({ session: 'ses_1a-2b', after: 57 })).toBe('resp_1a-2b_57')
    expect(itemId('msg', { session: 'ses_1a-2b', after: 57 }, 3)).toBe('msg_1a-2b_57_3')
  })

  it('lead back to both', () => {
    fc.assert(
      fc.property(refs, (ref) => {
        expect(readResponseId(responseId(ref))).toEqual(ref)
      }),
    )
  })

  it('of items lead back to their response', () => {
    fc.assert(
      fc.property(refs, fc.constantFrom('msg', 'rs', 'fc', 'mcp'), fc.nat(), (ref, kind, index) => {
        expect(responseOfItem(itemId(kind, ref, index))).toEqual(ref)
      }),
    )
  })

  it.each(['', 'resp_', 'ses_1a', 'resp_1_2_3', 'resp_1_x', 'msg_1_2_3'])('are nothing else: %j', (text) => {
    expect(readResponseId(text)).toBeUndefined()
  })
})
