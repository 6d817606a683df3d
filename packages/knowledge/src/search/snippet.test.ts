import { queryWords, wordsOf } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFormOf } from '../word-forms.ts'
import { snippetOf } from './snippet.ts'
import { snippetLine } from './snippet-line.ts'

const filler = 'Nothing of note is written in this part of the text, which goes on for a while. '
const marked = (text: string, query: string, length?: number) => {
  const snippet = snippetOf(text, query, length)
  return snippet.highlights.map(([start, end]) => snippet.text.slice(start, end))
}

describe('a snippet', () => {
  it('is a short text as a whole, its white space collapsed', () => {
    expect(snippetOf('  The ferry\n\nleaves  at seven. ', 'ferry seven')).toEqual({
      text: 'The ferry leaves at seven.',
      highlights: [
        [4, 9],
        [20, 25],
      ],
    })
  })

  it.each([
    [
      'between two sentences',
      'A new ship.\n\n## Building\n\nCalder & Stroud built her.',
      'A new ship. Building. Calder',
    ],
    ['right above its text', '### Design ###\nIlse Varga drew her.', 'Design. Ilse Varga drew her.'],
    ['with marks of emphasis', '## *The* `ferry`\n\nSlow.', 'The ferry. Slow.'],
    ['that asks', '## Who built her?\n\nNobody knows.', 'Who built her? Nobody knows.'],
    ['at the beginning', '# The ferry\n\nShe is slow.', 'The ferry. She is slow.'],
    ['by its underline', 'The ferry\n=========\nShe is slow.', 'The ferry. She is slow.'],
    ['without words', 'One.\n\n##\n\nTwo.', 'One. Two.'],
    ['alone', '## The ferry', 'The ferry.'],
  ])('ends a heading %s like a sentence', (_, text, start) => {
    expect(snippetOf(text, 'submarine').text.slice(0, start.length)).toBe(start)
  })

  it.each([
    ['a comment of code', '# Count the ferries\ncount()'],
    ['a rule between paragraphs', 'One. --- Two.'],
    ['a rule of a table', '| ferry |\n| --- |'],
    ['what only begins like a heading', '#ferry is slow'],
  ])('takes %s for no heading', (_, text) => {
    expect(snippetOf(text, 'submarine').text).toBe(text.replace('\n', ' '))
  })

  it('marks words of a heading where they stand', () => {
    expect(marked('One.\n\n## Opening hours\n\nFrom seven to nine.', 'opening hours')).toEqual(['Opening', 'hours'])
  })

  it('shows where most of the query stands together', () => {
    const text = `${filler}A ferry. ${filler.repeat(4)}The ferry leaves the harbour at dawn. ${filler.repeat(4)}`
    const { text: shown } = snippetOf(text, 'when does the ferry leave the harbour')
    expect(shown).toContain('The ferry leaves the harbour at dawn.')
    expect(shown).toMatch(/^…\S.*\S…$/)
    expect(shown.length).toBeLessThanOrEqual(242)
  })

  it('prefers different words of the query to one of them again and again', () => {
    const text = `${'ferry '.repeat(30)}${filler.repeat(4)}A ferry in a harbour. ${filler}`
    expect(snippetOf(text, 'ferry harbour').text).toContain('A ferry in a harbour.')
  })

  it('begins with the text when no word of the query is in it', () => {
    expect(snippetOf(filler.repeat(5), 'submarine', 30)).toEqual({
      text: 'Nothing of note is written in…',
      highlights: [],
    })
  })

  it('begins behind the head of a table, and shows its rows', () => {
    const rows = 'Northern Star, built 1911, sails to the island | '.repeat(6)
    const table = `| Ship | Notes |\n| :--- | ------- |\n| The ferry ${rows}`
    expect(snippetOf(table, 'ferry').text).toMatch(/^…\| The ferry Northern Star/)
  })

  it.each([
    ['emphasis', '**The** *old* __ferry__ is **slow**. '],
    ['a heading', '## The ferry\n\n'],
    ['a rule of a table', '| ferry | --- | '],
  ])('prefers a place without %s to an earlier one that says as much', (_, noisy) => {
    const text = `${noisy}${filler.repeat(5)}One ferry sails. ${filler.repeat(5)}`
    expect(snippetOf(text, 'ferry').text).toContain('One ferry sails.')
  })

  it.each([
    ['case', 'FERRY', 'The Ferry.', ['Ferry']],
    ['accents', 'cafe', 'Le Café.', ['Café']],
    ['accents that are written apart', 'café', 'Le Cafe\u0301.', ['Cafe\u0301']],
    ['places, where one character has two of them', '21 2kg', '2½kg of it.', ['2½kg']],
    ['endings', 'ferry', 'All ferries.', ['ferries']],
    ['forms of letters', 'file', 'A ﬁle.', ['ﬁle']],
    ['characters of scripts without spaces', '渡轮', '今天的渡轮很多', ['渡轮']],
    ['words of the query that stand side by side', 'big ferry', 'A big ferry.', ['big', 'ferry']],
  ])('marks words whatever their %s', (_, query, text, expected) => {
    expect(marked(text, query)).toEqual(expected)
  })

  it.each([
    ['contract', 'contrary'],
    ['20241', '20242'],
    ['art', 'arts'],
    ['ship', 'shipyards'],
  ])('does not mark %s for %s', (word, query) => {
    expect(marked(`One ${word} here.`, query)).toEqual([])
  })

  it.each(['', ' ', '\u0301', '???', '😀'])('of %j is what is there of it', (text) => {
    expect(snippetOf(text, 'ferry')).toEqual({ text: text.trim(), highlights: [] })
  })

  it('cuts no character in two, and a text without spaces where it must', () => {
    const smiles = '😀'.repeat(50)
    const { text } = snippetOf(`${smiles}渡轮${smiles}`, '渡轮', 41)
    expect(text).toBe(`…${'😀'.repeat(6)}渡轮${'😀'.repeat(13)}…`)
    expect(snippetOf(`${smiles}渡轮 ${smiles}`, '渡轮', 41).text).toBe(`…${'😀'.repeat(6)}渡轮…`)
  })

  const word = fc.constantFrom(
    'ferry',
    'Ferries',
    'harbour',
    'the',
    'été',
    '渡',
    '轮船',
    '😀',
    'x'.repeat(90),
    'a-b',
    '…',
    '\n',
    '\n\n## Tides\n\n',
  )
  const texts = fc
    .array(word, { maxLength: 120 })
    .chain((words) => fc.constantFrom(' ', '  ', '', '. ').map((between) => words.join(between)))
  const queries = fc.oneof(
    fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
    fc.string({ unit: 'grapheme' }),
  )

  it('is a part of the text, and marks words of the query inside it, in order, none touching another', () => {
    fc.assert(
      fc.property(texts, queries, fc.integer({ min: 10, max: 260 }), (text, query, length) => {
        const snippet = snippetOf(text, query, length)
        const line = snippetLine(text).text
        expect(line).toContain(snippet.text.replace(/^…/, '').replace(/…$/, ''))
        expect(snippet.text.length).toBeLessThanOrEqual(length + 2)
        expect(snippet.text.isWellFormed()).toBe(true)
        let last = -1
        for (const [start, end] of snippet.highlights) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          last = end
          for (const found of wordsOf(snippet.text.slice(start, end)))
            expect(queryWords(query).some((asked) => isFormOf(found, asked))).toBe(true)
        }
        expect(last).toBeLessThanOrEqual(snippet.text.length)
      }),
    )
  })

  it('marks exactly what the index finds a text by, and other endings of it', () => {
    const odd = fc.constantFrom('½', '㎏', 'ﬁle', 'Cafe\u0301', 'ΟΔΟΣ', 'οδος', 'İ', 'ｶﾞ', '渡', '-', ' ', ' ')
    const written = fc.oneof(
      texts,
      fc.array(odd, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(written, fc.oneof(queries, written), (text, query) => {
        const { text: shown, highlights } = snippetOf(text, query, text.length)
        const marked = highlights.map(([start, end]) => wordsOf(shown.slice(start, end)))
        const stored = wordsOf(text)
        const asked = queryWords(query)
        for (const words of marked)
          expect(words.some((each) => stored.includes(each) && asked.some((one) => isFormOf(each, one)))).toBe(true)
        expect(marked.flat()).toEqual(expect.arrayContaining(asked.filter((each) => stored.includes(each))))
      }),
    )
  })

  it.each(['## A b\n', 'a b\n', '| a | --- |\n'])('of %j again and again is found in one pass', (piece) => {
    // Long enough that looking at all headings for each word takes minutes.
    expect(snippetOf(piece.repeat(150_000), 'a b').highlights).not.toEqual([])
  })

  it('marks something whenever the text has a word of the query that fits', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { highlights } = snippetOf(`${text} lighthouse ${text}`, 'lighthouse')
        expect(highlights).toHaveLength(1)
      }),
    )
  })
})
