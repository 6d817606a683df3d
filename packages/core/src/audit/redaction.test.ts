import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactor } from './redaction.ts'

const { text, json } = redactor(['hunter2-hunter2', 'correct horse battery staple', 'pässwörd'])

describe('a redactor', () => {
  it.each([
    ['a literal', 'say hunter2-hunter2!', 'say [redacted]!'],
    ['a literal with spaces', 'it is correct horse battery staple.', 'it is [redacted].'],
    ['a literal of any letters', 'pässwörd', '[redacted]'],
    ['a key of OpenAI', 'sk-proj-abcdefghijklmnop1234', '[redacted]'],
    ['a token of GitHub', 'ghp_abcdefghijklmnopqrst0123', '[redacted]'],
    ['a fine-grained token of GitHub', 'github_pat_abcdefghij_klmnopqrst', '[redacted]'],
    ['a token of Slack', 'xoxb-1234567890-abc', '[redacted]'],
    ['a key id of AWS', 'AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['a key of Google', `AIza${'x'.repeat(35)}`, '[redacted]'],
    ['a web token', 'eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2', '[redacted]'],
    ['a private key', 'a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb', 'a\n[redacted]\nb'],
    ['a private key that was cut', 'a\n-----BEGIN PRIVATE KEY-----\nMIIE', 'a\n[redacted]'],
    ['several at once', 'hunter2-hunter2 hunter2-hunter2', '[redacted] [redacted]'],
  ])('takes out %s', (_, before, after) => {
    expect(text(before)).toBe(after)
  })

  it.each([
    'an ordinary sentence',
    'the task-list is sk-short',
    'risk-assessment-framework-2026.md',
    'ghp_ is how tokens begin',
    'AKIA',
    'eyJ is the beginning of many',
    '',
  ])('leaves `%s` alone', (ordinary) => {
    expect(text(ordinary)).toBe(ordinary)
  })

  it('takes them out of values and keys, however deep', () => {
    expect(json({ a: ['hunter2-hunter2', { 'hunter2-hunter2': 1 }], b: null, c: 2, d: undefined })).toEqual({
      a: ['[redacted]', { '[redacted]': 1 }],
      b: null,
      c: 2,
    })
  })

  it('gives back the very same value when it holds no secret', () => {
    const value = { a: ['x', { y: 1 }], b: 'z' }
    expect(json(value)).toBe(value)
  })

  it('takes the longer of two secrets that begin alike', () => {
    expect(redactor(['abcdef', 'abcdefghij']).text('abcdefghij')).toBe('[redacted]')
  })

  it('does not tear words apart by secrets that are too short to be any', () => {
    expect(redactor(['a', 'test']).text('a test')).toBe('a test')
  })

  it('reads secrets as they are, not as patterns', () => {
    expect(redactor(['a.c*e+g?']).text('abcdefg a.c*e+g?')).toBe('abcdefg [redacted]')
  })
})

/** Shows a text piece by piece, as a stream does, and gives what was shown. */
function shown(pieces: readonly string[], secrets: readonly string[]): string {
  const redact = redactor(secrets)
  let held = ''
  let out = ''
  for (const piece of pieces) {
    held += piece
    const safe = redact.safeLength(held)
    out += redact.text(held.slice(0, safe))
    held = held.slice(safe)
  }
  return out + redact.text(held)
}

function cut(whole: string, places: readonly number[]): readonly string[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length]
  return at.slice(1).map((end, index) => whole.slice(at[index], end))
}

describe('a text that streams', () => {
  const secrets = ['hunter2-hunter2', 'correct horse battery staple', 'pässwörd!*']
  const keys = ['sk-proj-abcdefghijklmnop1234', 'eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2', 'AKIAIOSFODNN7EXAMPLE']
  const word = fc.constantFrom('the', 'key:', ' is ', '\n', '日本語', '{"a":"', '","b":"', 'x'.repeat(700), '- ', '.')
  const texts = fc
    .array(fc.oneof(word, fc.constantFrom(...secrets, ...keys)), { maxLength: 12 })
    .map((all) => all.join(' '))

  it('shows no part of a secret, wherever it is cut', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 12 }), (whole, places) => {
        expect(shown(cut(whole, places), secrets)).toBe(redactor(secrets).text(whole))
      }),
      { numRuns: 500 },
    )
  })

  it('shows no part of a secret that stands in a long run without spaces', () => {
    const whole = `{"blob":"${'x'.repeat(600)}","key":"hunter2-hunter2","rest":"${'y'.repeat(600)}"}`
    const pieces = Array.from({ length: Math.ceil(whole.length / 7) }, (_, index) =>
      whole.slice(index * 7, index * 7 + 7),
    )
    expect(shown(pieces, ['hunter2-hunter2'])).toBe(whole.replace('hunter2-hunter2', '[redacted]'))
  })

  it('holds nothing back of a language without spaces', () => {
    expect(redactor([]).safeLength('これは長い文章です。')).toBe(10)
  })

  it('holds back the beginning of a secret only', () => {
    const { safeLength } = redactor(['hunter2-hunter2'])
    expect(safeLength('he said hunter2-')).toBe('he said '.length)
    expect(safeLength('he said so. ')).toBe('he said so. '.length)
  })

  it('holds a private key back until it is whole', () => {
    const begun = 'Look:\n-----BEGIN PRIVATE KEY-----\nMIIE\nMIIE\n'
    expect(redactor([]).safeLength(begun)).toBe('Look:\n'.length)
  })
})
