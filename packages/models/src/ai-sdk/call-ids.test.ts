import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallIdForm, wireId } from './call-ids.ts'

const forms: Readonly<Record<CallIdForm, RegExp>> = { plain: /^[A-Za-z0-9_-]{1,64}$/, nine: /^[A-Za-z0-9]{9}$/ }

const id = fc.oneof(
  fc.string({ maxLength: 100 }),
  fc.stringMatching(/^[a-z]{1,8}#[1-9]:[0-9]$/),
  fc.stringMatching(/^call_[A-Za-z0-9]{24}$/),
  fc.stringMatching(/^call--[0-9a-f]{32}$/),
  fc.stringMatching(/^[A-Za-z0-9]{9}$/),
)

describe.each(['plain', 'nine'] as const)('the id of a call in the %s form', (form) => {
  it('has that form, is the same for the same call and another for another', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(wireId(one, form)).toMatch(forms[form])
        expect(wireId(one, form) === wireId(other, form)).toBe(one === other)
      }),
    )
  })
})

describe('the id of a call', () => {
  it('is not the one that was made for another call', () => {
    fc.assert(
      fc.property(
        id.filter((each) => !forms.plain.test(each)),
        (each) => {
          expect(wireId(wireId(each, 'plain'), 'plain')).not.toBe(wireId(each, 'plain'))
        },
      ),
    )
  })

  it('stays when the provider takes it', () => {
    expect(wireId('toolu_01A-b', 'plain')).toBe('toolu_01A-b')
    expect(wireId('call12345', 'nine')).toBe('call12345')
  })

  it('does not change from one version to the next, for journals are read again', () => {
    expect(wireId('think#1:0', 'plain')).toBe('call--18b159b6d62f7c48dc4a0d464f58d169')
    expect(wireId('think#1:0', 'nine')).toBe('bEWJxMlqo')
  })
})
