import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleJson, visibleText } from './visible-text.ts'

describe('visibleText', () => {
  it.each([
    ['a\u202eb', String.raw`a\u202eb`],
    ['pay\u200bpal', String.raw`pay\u200bpal`],
    ['\u2066x\u2069', String.raw`\u2066x\u2069`],
    ['x\u00ad\ufeff\u061c\u3164', String.raw`x\u00ad\ufeff\u061c\u3164`],
    ['\u{e0041}', String.raw`\udb40\udc41`],
    ['a\u2028b\u009bc\u007f', String.raw`a\u2028b\u009bc\u007f`],
    ['pass\u200dword\u200c', String.raw`pass\u200dword\u200c`],
    ['a\ufe0f', String.raw`a\ufe0f`],
  ])('writes out what nobody sees in %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })

  it('writes out each of them alone', () => {
    const unseen = /[^\P{Cc}\n\t]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u
    const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
    expect(characters.filter((each) => unseen.test(each) && visibleText(each) === each)).toEqual([])
  })

  it.each(['plain', 'Zürich, 東京', 'two\n\tlines', '👩‍💻 👩🏽‍🚀 ❤️ 1️⃣', 'می‌خواهم', 'क्‍ष'])(
    'leaves %j as it is',
    (text) => {
      expect(visibleText(text)).toBe(text)
    },
  )
})

it('keeps JSON what it is', () => {
  expect(visibleJson({ to: 'a\u202eb' })).toBe(String.raw`{"to":"a\u202eb"}`)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(visibleJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
