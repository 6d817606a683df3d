import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caveat } from './caveat.ts'
import { attenuate, isSigned, mint, readToken } from './token.ts'

const secret = 'c2VjcmV0'
const root = { session: 'ses_1', key: 'k1', secret }
const caveats: readonly Caveat[] = [
  ['tools', ['add', 'send']],
  ['depth', 0],
]
const more: readonly Caveat[] = [
  ['tools', ['add']],
  ['expires', 5],
]
const token = attenuate(attenuate(mint(root, caveats), more), [['depth', 1]])

const anyText = fc.string({ unit: 'binary' })
const anyCaveats = fc.array(fc.tuple(anyText, fc.jsonValue()), { maxLength: 5 })

describe('a token', () => {
  it('is lines of text, the last of them a signature', () => {
    expect(token.split('\n')).toEqual([
      '["gyre/1","k1","ses_1",["tools",["add","send"]],["depth",0]]',
      '[["tools",["add"]],["expires",5]]',
      '[["depth",1]]',
      expect.stringMatching(/^[\w-]{43}$/),
    ])
  })

  it('says what it was made with', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.tuple(fc.string(), fc.jsonValue())),
        (session, given) => {
          const made = mint({ ...root, session }, given)
          expect(isSigned(made, secret)).toBe(true)
          expect(readToken(made)).toEqual({ key: 'k1', session, caveats: JSON.parse(JSON.stringify(given)) })
        },
      ),
    )
  })

  it('with more caveats says all of them', () => {
    fc.assert(
      fc.property(anyCaveats, anyCaveats, (first, second) => {
        const made = attenuate(mint(root, first), second)
        expect(isSigned(made, secret)).toBe(true)
        expect(readToken(made)).toEqual(readToken(mint(root, [...first, ...second])))
      }),
    )
  })

  it('is worth nothing when any byte of it is another', () => {
    const bytes = Buffer.from(token)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ flip
        expect(isSigned(changed.toString('latin1'), secret)).toBe(false)
        expect(isSigned(changed.toString(), secret)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each<[string, (lines: string[]) => readonly string[]]>([
    ['a line less', (lines) => lines.toSpliced(1, 1)],
    ['its last line less', (lines) => lines.toSpliced(-2, 1)],
    ['a caveat less', (lines) => lines.with(1, '[["tools",["add"]]]')],
    ['no first caveats', (lines) => lines.with(0, '["gyre/1","k1","ses_1"]')],
    ['its lines in another order', ([id, a, b, end]) => [id!, b!, a!, end!]],
    ['a line twice', (lines) => lines.toSpliced(1, 0, lines[1]!)],
    ['a caveat that nobody signed', (lines) => lines.toSpliced(-1, 0, '[["tools",["all"]]]')],
    ['another session', (lines) => lines.with(0, lines[0]!.replace('ses_1', 'ses_2'))],
    ['another key', (lines) => lines.with(0, lines[0]!.replace('k1', 'k2'))],
    ['space in a line', (lines) => lines.with(2, '[["depth", 1]]')],
    ['space at its end', (lines) => [...lines.slice(0, -1), `${lines.at(-1)} `]],
    ['a line at its end', (lines) => [...lines, '']],
    ['no signature', (lines) => lines.slice(0, -1)],
    ['a shorter signature', (lines) => [...lines.slice(0, -1), lines.at(-1)!.slice(0, -1)]],
  ])('is worth nothing with %s', (_, change) => {
    const changed = change(token.split('\n')).join('\n')
    expect(changed).not.toBe(token)
    expect(isSigned(changed, secret)).toBe(false)
  })

  it('is worth nothing with another secret', () => {
    expect(isSigned(token, 'b3RoZXI')).toBe(false)
  })

  it('is worth nothing with half a character in the place of another', () => {
    const made = mint(root, [['tools', ['\ufffd']]])
    expect(isSigned(made, secret)).toBe(true)
    expect(isSigned(made.replace('\ufffd', '\ud800'), secret)).toBe(false)
  })

  it.each([
    '',
    '\n',
    'x',
    '{}\nx',
    '[]\nx',
    '["gyre/2","k1","ses_1"]\nx',
    '["gyre/1","k1","s"]\n["tools"]\nx',
    '["gyre/1","k1","s",["tools"]]\nx',
    '["gyre/1","k1","s"]\n{}\nx',
    '["gyre/1"]\nx',
    'x'.repeat(100),
    'null\nx',
  ])('is not %j, and neither is that with more caveats', (text) => {
    expect(readToken(text)).toBeUndefined()
    expect(isSigned(text, secret)).toBe(false)
    expect(isSigned(attenuate(text, caveats), secret)).toBe(false)
  })

  it('is no other text whatever', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isSigned(text, secret)).toBe(false)
        readToken(text)
      }),
    )
  })
})
