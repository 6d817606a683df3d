import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from './clean-text.ts'

const letters = fc.constantFrom(
  'a',
  'e\u0301',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\f',
  '\0',
  '\x07',
  '\ud800',
  '\udc00',
  '𝒳',
  '\u2028',
  '\x85',
)
const texts = fc.array(letters, { maxLength: 200 }).map((parts) => parts.join(''))

describe('cleanText', () => {
  it.each([
    ['line ends of Windows', 'a\r\nb\r\n', 'a\nb'],
    ['line ends of old Macs', 'a\rb', 'a\nb'],
    ['form feeds and other separators', 'a\fb\u2028c\x85d', 'a\nb\nc\nd'],
    ['a mark of byte order', '\uFEFFa', 'a'],
    ['controls', 'a\0b\x07\tc\x9f', 'ab\tc'],
    [
      'codes for terminals',
      '\x1b[31mred\x1b[0m \x1b]0;title\x07\x1b]8;;https://a.b\x1b\\link\x1b(B \x9b1mbold',
      'red link bold',
    ],
    ['a code that never ends', 'a \x1b]0;b', 'a ]0;b'],
    ['trailing blanks', 'a  \nb\t\n', 'a\nb'],
    ['heaps of empty lines', '\n\na\n\n\n\n\nb\n\n', 'a\n\n\nb'],
    ['letters in two parts', 'cafe\u0301', 'caf\u00e9'],
    ['half characters', 'a\ud800b', 'a\ufffdb'],
  ])('makes %s alike', async (_, given, clean) => {
    expect(await cleanText(given, { isProse: true })).toBe(clean)
  })

  it('keeps the blanks and empty lines of code', async () => {
    expect(await cleanText('  a  \r\n\r\n\r\n\r\n\tb', { isProse: false })).toBe('  a  \n\n\n\n\tb')
  })

  it('changes a clean text no more', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), async (text, isProse) => {
        const clean = await cleanText(text, { isProse })
        expect(await cleanText(clean, { isProse })).toBe(clean)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be gone.
        expect(clean).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).toBe(clean.normalize('NFC'))
      }),
    )
  })

  it('cleans the same whichever line ends there are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { maxLength: 20 }), async (lines) => {
        const plain = lines.map((line) => line.replace(/[\r\n]/g, ''))
        const clean = await cleanText(plain.join('\n'), { isProse: true })
        expect(await cleanText(plain.join('\r\n'), { isProse: true })).toBe(clean)
        expect(await cleanText(plain.join('\r'), { isProse: true })).toBe(clean)
      }),
    )
  })

  it('cleans lines of any length whole', async () => {
    const line = `${'e\u0301 𝒳'.repeat(60_000)}  `
    expect(await cleanText(`${line}\r\n${line}`, { isProse: true })).toBe(
      `${'\u00e9 𝒳'.repeat(60_000)}\n${'\u00e9 𝒳'.repeat(60_000)}`,
    )
  })
})
