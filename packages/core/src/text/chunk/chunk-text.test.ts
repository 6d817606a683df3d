import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Writing } from './block.ts'
import { chunkText } from './chunk-text.ts'

const writings: readonly Writing[] = ['markdown', 'plain', 'code', 'rows']

async function cut(text: string, writing: Writing = 'markdown') {
  const chunks = await chunkText(text, { title: 'Title', writing })
  return chunks.map(({ start, end, headings }) => ({ text: text.slice(start, end), headings, start, end }))
}

const sentence = (at: number) => `Sentence number ${at} of this text says something that is a little long.`
const prose = (from: number, count: number) => Array.from({ length: count }, (_, at) => sentence(from + at)).join(' ')

const word = fc.constantFrom(
  'a',
  'river',
  'stone.',
  'Why?',
  '東京は大きい。',
  '𝒳𝒴',
  '-',
  '|',
  '`',
  '    ',
  '\t',
  '\u200b',
)
const line = fc.oneof(
  fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
  fc.constantFrom('', '', '# One', '## Two', '### Three ##', '#', '```', '~~~', '===', '---', '- item', '  1. nested'),
  fc.constantFrom(
    '| a | b |',
    '|---|---|',
    'export function f() {',
    '}',
    'class A:',
    '  def b(self):',
    '𝒳'.repeat(3000),
  ),
  fc.integer({ min: 0, max: 20_000 }).map((length) => 'x'.repeat(length)),
)
const texts = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))

describe('chunkText', () => {
  it('covers every character that is not blank, in order, with chunks that are not', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...writings), async (text, writing) => {
        const chunks = await cut(text, writing)
        let covered = 0
        for (const chunk of chunks) {
          expect(chunk.text.trim()).not.toBe('')
          expect(chunk.text.isWellFormed()).toBe(true)
          expect(text.slice(covered, Math.max(covered, chunk.start)).trim()).toBe('')
          expect(chunk.end).toBeGreaterThan(covered)
          covered = chunk.end
        }
        expect(text.slice(covered).trim()).toBe('')
        const starts = chunks.map(({ start }) => start)
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
      }),
      { numRuns: 300 },
    )
  })

  it('makes none longer than 1400 characters, but for the headings that go with it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...writings), async (text, writing) => {
        for (const chunk of await cut(text, writing)) {
          const body = chunk.text.replace(/^(?:\s*(?:.{1,80}\n[=-]{3,}|#.*)\n\s*)+/, '').trimStart()
          expect(body.length).toBeLessThanOrEqual(1400)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('makes chunks of 900 to 1400 characters of long prose, each beginning with the last sentences of the one before', async () => {
    const text = [prose(1, 9), prose(10, 30), prose(40, 12), prose(52, 20)].join('\n\n')
    const chunks = await cut(text)
    expect(chunks.length).toBe(5)
    for (const [index, chunk] of chunks.entries()) {
      const isLast = index === chunks.length - 1
      expect(chunk.text.length).toBeGreaterThanOrEqual(isLast ? 200 : 900)
      expect(chunk.text.length).toBeLessThanOrEqual(1400)
      const before = chunks[index - 1]
      if (before === undefined) continue
      const repeated = text.slice(chunk.start, before.end)
      expect(repeated).toMatch(/^Sentence number \d+ of .*long\.$/s)
      expect(repeated.length).toBeLessThanOrEqual(180)
    }
  })

  it('repeats nothing across a heading', async () => {
    const text = `# One\n\n${prose(1, 16)}\n\n# Two\n\n${prose(20, 16)}`
    expect((await cut(text)).map((chunk) => [chunk.text.slice(0, 5), chunk.headings])).toEqual([
      ['# One', ['Title', 'One']],
      ['# Two', ['Title', 'Two']],
    ])
  })

  it('names the headings above, outermost first, and the title once', async () => {
    const text = `# Title\n\n${prose(1, 8)}\n\n## Part\n\n${prose(9, 8)}\n\n### Detail\n\n${prose(17, 8)}\n\nOther\n=====\n\n${prose(25, 8)}`
    expect((await cut(text)).map(({ headings }) => headings)).toEqual([
      ['Title'],
      ['Title', 'Part'],
      ['Title', 'Part', 'Detail'],
      ['Title', 'Other'],
    ])
  })

  it('puts tiny sections together under the headings they share', async () => {
    const text = `# Words\n\n## Ant\n\nAn insect that lives with many others.\n\n## Bee\n\nAnother one, which makes honey of what flowers give.\n\n## Cat\n\nNo insect, though it may eat some.\n\n${prose(1, 4)}\n\n# End\n\n${prose(5, 8)}`
    expect((await cut(text)).map((chunk) => [chunk.headings, chunk.text.split('\n')[0]])).toEqual([
      [['Title', 'Words'], '# Words'],
      [['Title', 'End'], '# End'],
    ])
  })

  it('puts a tiny section and a long one under the heading of the long one', async () => {
    const text = `# Guide\n\n## Note\n\nRead this first of all, please.\n\n## Start\n\n${prose(1, 11)}`
    expect((await cut(text)).map(({ headings }) => headings)).toEqual([['Title', 'Guide', 'Start']])
  })

  it.each([
    ['   ```', '   ```', true],
    ['    ```', '    ```', false],
    ['\t```', '\t```', false],
    ['- item\n\n    ```', '    ```', true],
    ['10. item\n\n       ~~~', '    ~~~', true],
    ['- item\n\nNo item.\n\n    ```', '    ```', false],
    ['```\n    ```\n# still code', '```', true],
  ])('takes what comes after %j for code until %j: %s', async (opened, closed, isCode) => {
    const text = `${opened}\n# Inside\n\n${prose(1, 4)}\n${closed}\n\n# After\n\n${prose(5, 4)}`
    const headings = (await cut(text)).map((chunk) => chunk.headings.slice(1))
    expect(headings).toEqual(isCode ? [[], ['After']] : [['Inside'], ['After']])
  })

  it('leaves no heading at the end of a chunk when what is below it does not fit', async () => {
    const code = `\`\`\`\n${'run()\n'.repeat(228)}\`\`\``
    const chunks = await cut(`# One\n\nVery short.\n\n# Two\n\n${code}`)
    expect(chunks.map(({ text, headings }) => [text, headings])).toEqual([
      ['# One\n\nVery short.', ['Title', 'One']],
      [`# Two\n\n${code}`, ['Title', 'Two']],
    ])
  })

  it('lets a heading without a text go with the section below it', async () => {
    const text = `# Guide\n\n## Start\n\n${prose(1, 4)}`
    expect((await cut(text)).map(({ headings }) => headings)).toEqual([['Title', 'Guide', 'Start']])
  })

  it.each([
    ['a block of code', '```ts\n', `const a = 1\n\n# no heading\n${'b()\n'.repeat(150)}`, '```'],
    ['a table', '| a | b |\n', `|---|---|\n${'| cell | cell |\n'.repeat(55)}`, '| c | d |'],
    ['an item of a list', '- an item\n', '  that goes on and on\n'.repeat(40), '  to here'],
  ])('does not tear %s that fits into a chunk', async (_, first, middle, last) => {
    const whole = first + middle + last
    const text = `${prose(1, 11)}\n\n${whole}\n\n${prose(20, 11)}`
    const chunks = await cut(text)
    expect(chunks.filter((chunk) => chunk.text.includes(whole))).toHaveLength(1)
  })

  it('tears a long block of code between its lines', async () => {
    const text = `\`\`\`\n${Array.from({ length: 200 }, (_, at) => `  line number ${at} of the code`).join('\n')}\n\`\`\``
    const chunks = await cut(text)
    expect(chunks.length).toBeGreaterThan(3)
    for (const chunk of chunks)
      expect(chunk.text).toMatch(/^(?:```\n)?(?: {2}line number \d+ of the code(?:\n|$))+(?:```)?$/)
  })

  it.each([
    ['base64', 'QUJD'.repeat(2000)],
    ['Japanese without blanks', '吾輩は猫である名前はまだ無い'.repeat(500)],
    ['letters of two halves', '𝒳𝒴𝒵'.repeat(1500)],
  ])('cuts %s hard, never through a character', async (_, text) => {
    const chunks = await cut(text)
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
    for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true)
  })

  it('puts code under the declaration it belongs to, what is small before it as well', async () => {
    const body = (name: string) => `${`  ${name}(1)\n`.repeat(75)}`
    const text = `import a from 'a'\n\n// Says hello.\nexport async function hello() {\n${body('greet')}\n${body('wave')}}\n\nclass Farewell {\n${body('leave')}}`
    expect((await cut(text, 'code')).map(({ headings }) => headings)).toEqual([
      ['Title', 'hello'],
      ['Title', 'hello'],
      ['Title', 'Farewell'],
    ])
  })
})
