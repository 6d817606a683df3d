import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits, spansOf } from './span-edits.ts'

const draft = 'The bridge opened in 1952. It is 112 m long,\nand the council met in 1952.\n'

describe('applyEdits', () => {
  it('replaces the words of a claim and nothing else', () => {
    const { text, faults } = applyEdits(draft, [{ claim: '112 m', replacement: '121 m' }])
    expect(text).toBe('The bridge opened in 1952. It is 121 m long,\nand the council met in 1952.\n')
    expect(faults).toEqual([])
  })

  it('applies several in the order of the text, whatever theirs', () => {
    const { text } = applyEdits(draft, [
      { claim: 'met in 1952', replacement: 'met in 1953' },
      { claim: 'opened in 1952', replacement: 'opened in 1951' },
    ])
    expect(text).toBe('The bridge opened in 1951. It is 112 m long,\nand the council met in 1953.\n')
  })

  it.each([
    ['other case and spaces', 'it is 112 m long, and THE council', 'It is 112 m long. The council'],
    ['other quotes around it', '“112 m”', '112 m'],
  ])('finds a claim by its words in %s', (_, claim, replacement) => {
    expect(applyEdits(draft, [{ claim, replacement }])).toMatchObject({
      faults: [],
      text: expect.stringContaining(replacement),
    })
  })

  it('replaces the full stop with a claim that is quoted with it', () => {
    const edits = [{ claim: 'the bridge opened in 1952.', replacement: 'The bridge opened in 1951.' }]
    expect(applyEdits(draft, edits).text).toBe(draft.replace('1952', '1951'))
  })

  it('deletes what is to be replaced by nothing', () => {
    expect(applyEdits(draft, [{ claim: ' It is 112 m long,', replacement: '' }]).text).toBe(
      'The bridge opened in 1952. \nand the council met in 1952.\n',
    )
  })

  it.each([
    [
      'is missing',
      [{ claim: '113 m', replacement: 'x' }],
      'edits[0].claim: `113 m` is not in the draft; quote its exact words',
    ],
    [
      'has no words',
      [{ claim: ' ', replacement: 'x' }],
      'edits[0].claim: `` is not in the draft; quote its exact words',
    ],
    [
      'is only a part of a word',
      [{ claim: '195', replacement: '196' }],
      'edits[0].claim: `195` is not in the draft; quote its exact words',
    ],
    [
      'stands there more than once',
      [{ claim: '1952', replacement: '1953' }],
      'edits[0].claim: `1952` stands 2 times in the draft; quote enough around it that it stands once',
    ],
    [
      'overlaps another',
      [
        { claim: 'bridge opened in 1952', replacement: 'x' },
        { claim: 'The bridge', replacement: 'y' },
      ],
      'edits[1].claim: `The bridge` overlaps the claim of another edit; make one edit of them',
    ],
    [
      'is replaced by two texts',
      [
        { claim: '112 m', replacement: '121 m' },
        { claim: '112 m', replacement: '211 m' },
      ],
      'edits[1].claim: `112 m` overlaps the claim of another edit; make one edit of them',
    ],
  ])('says of a claim that it %s', (_, edits, fault) => {
    expect(applyEdits(draft, edits).faults).toEqual([fault])
  })

  it('applies what can be applied, and names the claims of the rest', () => {
    const edits = [
      { claim: '1952', replacement: '1953' },
      { claim: '112 m', replacement: '121 m' },
      { claim: '1950', replacement: '1951' },
    ]
    expect(applyEdits(draft, edits)).toMatchObject({
      text: draft.replace('112 m', '121 m'),
      refused: ['1952', '1950'],
      faults: [/stands 2 times/, /is not in the draft/].map((fault) => expect.stringMatching(fault)),
    })
  })

  it.each([
    ['北京有2000万人口。', '2000万', '2200万', '北京有2200万人口。'],
    ['北京有2000万人口。', '万人口', '万市民', '北京有2000万市民。'],
    ['東京タワーは333mです。', '333m', '332m', '東京タワーは332mです。'],
    ['กรุงเทพมีประชากร10ล้านคน', '10ล้าน', '11ล้าน', 'กรุงเทพมีประชากร11ล้านคน'],
    ['It is 112m long.', '112', '121', 'It is 121m long.'],
  ])('finds in %j the part %j that no space divides from the rest', (text, claim, replacement, edited) => {
    expect(applyEdits(text, [{ claim, replacement }])).toMatchObject({ text: edited, faults: [] })
  })

  it.each([
    ['a word', 'Yards', 'Yard'],
    ['a number', '112m', '12'],
    ['a letter and its marks', 'ที่นี่', 'ท'],
  ])('does not cut %s in two', (_, text, claim) => {
    expect(spansOf(text, claim)).toEqual([])
  })

  it.each(['-5', '−5', '–5', '－5', '‑5'])('takes the sign of `%s` for the minus of any other', (number) => {
    for (const claim of ['-5', '−5', number]) {
      expect(applyEdits(`It is ${number} °C.`, [{ claim, replacement: '-6' }]).text).toBe('It is -6 °C.')
    }
  })

  it('takes the same edit twice for one, and one that changes nothing for none', () => {
    const same = { claim: '112 m', replacement: '121 m' }
    expect(applyEdits(draft, [same, same])).toMatchObject({ faults: [], applied: [{ replacement: '121 m' }] })
    expect(applyEdits(draft, [{ claim: '112 m', replacement: '112 m' }])).toEqual({
      text: draft,
      applied: [],
      refused: [],
      faults: [],
    })
  })

  it('does not take the beginning of a number for the number', () => {
    expect(spansOf('It is 3.14 or 1,250.', '3')).toEqual([])
    expect(spansOf('It is 3.14 or 1,250.', '250')).toEqual([])
    expect(spansOf('It is 3. Or 4.', '3')).toEqual([{ start: 6, end: 7 }])
  })

  const sentence = fc.array(
    fc.constantFrom('the', 'Yard', 'was', 'built', '1952', '3.5', 'ünder', '東京', '🙂', ',', '\n'),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  const anyText = fc.oneof(
    sentence.map((words) => words.join(' ')),
    fc.string({ unit: 'binary' }),
  )
  const anyEdits = (text: string) => {
    const place = fc.nat({ max: text.length })
    const quoted = fc.tuple(place, place).map(([a, b]) => text.slice(Math.min(a, b), Math.max(a, b)))
    return fc.array(fc.record({ claim: fc.oneof(quoted, fc.string()), replacement: fc.string() }), { maxLength: 6 })
  }

  it('keeps every byte outside of the edited spans, for any text and any edits', () => {
    fc.assert(
      fc.property(
        anyText.chain((text) => fc.tuple(fc.constant(text), anyEdits(text))),
        ([text, edits]) => {
          const edited = applyEdits(text, edits)
          let [from, at] = [0, 0]
          for (const { start, end, replacement } of edited.applied) {
            expect(start).toBeGreaterThanOrEqual(from)
            const kept = text.slice(from, start)
            expect(edited.text.slice(at, at + kept.length + replacement.length)).toBe(kept + replacement)
            at += kept.length + replacement.length
            from = end
          }
          expect(edited.text.slice(at)).toBe(text.slice(from))
          expect(edited.applied.length + edited.faults.length).toBeLessThanOrEqual(edits.length)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('finds whole words of a text where they stand', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.nat(), (words, a, b) => {
        const text = words.join(' ')
        const from = a % words.length
        const claim = words.slice(from, from + 1 + (b % words.length)).join(' ')
        const found = spansOf(text, claim).map(({ start, end }) => text.slice(start, end))
        if (claim.trim() !== '') expect(found).toContain(claim.trim())
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['a ', 'a b ', '1952', '. '])('reads a long text of `%s` in bounded time', { timeout: 10_000 }, (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length))
    expect(applyEdits(text, [{ claim: 'a a b', replacement: 'x' }]).text).toHaveLength(text.length)
    expect(spansOf(text, 'zebra')).toEqual([])
  })
})
