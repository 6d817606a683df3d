import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureKeys } from './figures.ts'
import { sentencesIn } from './sentences.ts'
import { faultCount, type Passage, scoreOf, type Verdict, verify } from './verifier.ts'

const strike: Passage = {
  id: 'c1',
  about: 'The Ferry Strike of 1911',
  text: "A deckhand earned 19 crowns a week and bought his own oilskins. The Sound Boatmen's Union (SBU) asked for 24 crowns, a rest day every fortnight and a cooler stokehold. Conrad Pell, the chairman, answered that the sea did not rest either. Nessa Corrie led the strike, which began on 9 May 1911. One hundred and eighty-four men and women walked off the ships and quays. It cost 3.5 million crowns, or 12 per cent of the trade of 1908–1910.",
}
const streik: Passage = {
  id: 'c2',
  about: 'Der Fährstreik',
  text: 'Der Streik begann am 9. Mai 1911. Die Reederei zahlte 1.250 Kronen an 84 Familien auf Fennholm. Der Vorsitzende sagte: „Auch das Meer ruht nicht.“',
}
const evidence = new Map([strike, streik].map((passage) => [passage.id, passage]))
const options = { addresses: new Set(['https://known.example/a']) }
const check = (text: string) => verify(text, evidence, options)

describe('verify', () => {
  it.each<[Verdict, string, readonly string[]]>([
    ['supported', 'Deckhands earned 19 crowns every week [c1].', []],
    ['supported', 'The strike began on May 9, 1911. [C1]', []],
    ['supported', 'The strike began on 1911-05-09 [source: c1].', []],
    ['supported', 'The strike of 1911 was led by Nessa Corrie [c1].', []],
    ['supported', 'Some 184 men and women walked off the quays (c1).', []],
    ['supported', 'It cost 3,500,000 crowns, or 12 % of the trade [c1; c2].', []],
    ['supported', 'The chairman answered that “the sea did not rest [...] either” [c1].', []],
    ['supported', "The union's chairman was Pell, and the SBU asked for 24 crowns 【c1】.", []],
    ['supported', 'The trade of 1910 was larger than what the strike cost [c1].', []],
    ['unsupported', 'Deckhands earned 21 crowns every week [c1].', ['number: 21']],
    ['unsupported', 'The strike began on 8 May 1911 [c1].', ['number: 8 May 1911']],
    ['unsupported', 'The strike cost 3.5 billion crowns [c1].', ['number: 3.5 billion']],
    [
      'unsupported',
      'The strike cost nineteen per cent of the trade for thirty crowns [c1].',
      ['number: nineteen', 'number: thirty'],
    ],
    ['unsupported', 'The strike was led by Nessa Holt [c1].', ['name: Nessa Holt']],
    ['unsupported', 'The men of the ATP walked off the ships [c1].', ['name: ATP']],
    ['unsupported', 'The chairman answered that “the sea does never rest” [c1].', ['quote: the sea does never rest']],
    [
      'unsupported',
      'Every winter brought fog, hunger and wolves from the mountains [c1].',
      ['words: winter, brought, fog, hunger, wolves, mountains'],
    ],
    ['unsupported', 'Deckhands earned 19 crowns every week [c77].', ['citation: c77']],
    ['unsupported', 'Deckhands earned 19 crowns every week [3].', ['citation: [3]']],
    ['unsupported', 'Deckhands earned 19 crowns (https://evil.example/x).', ['link: https://evil.example/x']],
    ['uncited', 'Deckhands earned 19 crowns every week.', []],
    ['uncited', 'The crews repaired the church roof without any pay.', []],
    ['plain', 'Why did the crews stop work in 1911?', []],
    ['plain', 'This section describes the causes of the long strike.', []],
    ['plain', '## The strike of 1911', []],
    ['plain', 'There was more to come.', []],
    ['supported', 'Am 9. Mai 1911 begann der Streik [c2].', []],
    ['supported', 'Die Reederei zahlte 1250 Kronen an Familien (Quelle c2).', []],
    ['supported', 'Der Vorsitzende sagte, „auch das Meer ruht nicht“ [c2].', []],
    ['unsupported', 'Die Reederei zahlte 1.350 Kronen an die Familien [c2].', ['number: 1.350']],
    ['unsupported', 'Der Streik begann am 9. Juni 1911 [c2].', ['number: 9. Juni 1911']],
    ['unsupported', 'Der Vorsitzende Konrad Pelz sagte das über das Meer [c2].', ['name: Vorsitzende Konrad Pelz']],
    ['unsupported', 'Der Vorsitzende sagte: „Das Meer schläft niemals“ [c2].', ['quote: Das Meer schläft niemals']],
    ['uncited', 'Die Reederei zahlte den Familien auf der Insel viel Geld.', []],
  ])('calls it %s: %s', (verdict, text, faults) => {
    const { sentences } = check(text)
    expect(sentences.map((sentence) => sentence.verdict)).toEqual([verdict])
    expect(sentences.flatMap((sentence) => sentence.faults.map(({ kind, what }) => `${kind}: ${what}`))).toEqual(faults)
  })

  it('writes valid citations in one form and takes the others out', () => {
    const { text, removed } = check(
      'It began in 1911 [Source C1, c2, 4] [5]. It ended [c9; c1], as of [2023] (Smith et al., 2020).',
    )
    expect(text).toBe('It began in 1911 [c1][c2]. It ended [c1], as of (2023).')
    expect(removed.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
      'citation: [5]',
      'citation: c9',
      'citation: (Smith et al., 2020)',
    ])
  })

  it('takes out links to other places and keeps those to the sources', () => {
    const { text } = check(
      'See [a](https://evil.example/), [b](https://known.example/a) and [3](https://known.example/a).',
    )
    expect(text).toBe('See a, [b](https://known.example/a) and.')
  })

  it('takes out a list of sources at the end', () => {
    const { text, removed } = check(
      'It began in 1911 [c1].\n\n**Sources:**\n- [c1] The strike\n- https://evil.example\n',
    )
    expect(text).toBe('It began in 1911 [c1].\n')
    expect(removed.map(({ kind, what }) => `${kind}: ${what}`)).toEqual(['bibliography: **Sources:**'])
  })

  it('keeps what looks like an author in the words of a source', () => {
    const ship: Passage = { id: 'c3', about: '', text: 'The steamer (Petrel, 1898) sank.' }
    const { text } = verify('The steamer (Petrel, 1898) sank [c3].', new Map([['c3', ship]]), options)
    expect(text).toBe('The steamer (Petrel, 1898) sank [c3].')
  })

  it('leaves code of a passage as it is, and checks all other code', () => {
    const code: Passage = { id: 'c3', about: '', text: 'Use list[3] here:\nconst x = list[4] // https://code.example' }
    const text = 'Use `list[3]` for it [c3].\n\n```js\nconst x = list[4] // https://code.example\n```'
    const copied = verify(text, new Map([['c3', code]]), options)
    expect(copied.text).toBe(text)
    expect(copied.sentences.map(({ verdict }) => verdict)).toEqual(['supported'])
    expect(check(text).text).toBe('Use `list` for it.\n\n```js\nconst x = list //\n```')
  })

  it('gives places in the text that it returns', () => {
    const { text, sentences } = check('First [3] it rained here for 3 days. [c1] Then it snowed for 4 days [c1].')
    expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual([
      'First it rained here for 3 days. [c1]',
      'Then it snowed for 4 days [c1].',
    ])
  })

  it('is done after one pass, whatever was written', () => {
    fc.assert(
      fc.property(junk, (text) => {
        const once = check(text)
        const twice = check(once.text)
        expect(twice.text).toBe(once.text)
        expect(twice.removed).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('reads 200 kB of nonsense', () => {
    for (const piece of ['[[3]', '[c1', '((c1)', '“a. ', '\nSources\n- a', '\n|a', 'Of The ', '1.', '`', ' ']) {
      expect(check(piece.repeat(200_000 / piece.length)).sentences).toBeInstanceOf(Array)
    }
  })
})

const junk = fc
  .array(
    fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '【',
        '】',
        '[c1]',
        '(c2)',
        '[c9]',
        '(C9)',
        '[3]',
        '[^1]',
        '[2023]',
        'c1',
        'c9',
        '3',
        '\\',
      ],
      ...[
        '&lbrack;',
        '&#93;',
        '&amp;',
        '\u200b',
        '〔',
        '〕',
        '³',
        '](',
        '[S2]',
        '****',
        '[]',
        '(see',
        '{{',
        '\r',
        '> ',
      ],
      ...[
        'http://',
        'evil.example',
        'www.',
        '<a href="x">',
        '<',
        '>',
        ' ',
        '\n',
        '\n\n',
        '\n- ',
        '\n# Sources',
        '\n# ',
      ],
      ...[
        ',',
        '.',
        ':',
        '"',
        '“',
        '”',
        '`',
        '\n```\n',
        'Smith',
        '2020',
        'The ferry sank',
        '|',
        '*',
        '1911–',
        '%',
        'Source ',
      ],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const corpus = new URL('../../../../../knowledge/corpus/', import.meta.url)
const passages = readdirSync(corpus)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => readFileSync(new URL(file, corpus), 'utf8').match(/[\s\S]{1,1000}/g) ?? [])
const copied = passages.flatMap((text) =>
  sentencesIn(text)
    .filter(({ kind }) => kind === 'prose')
    .map((sentence) => ({ text, sentence: sentence.text })),
)
const one = (text: string) => new Map([['c1', { id: 'c1', about: '', text }]])

describe('sentences of the corpus', () => {
  it('are supported by the passage that they are copied from', () => {
    const refused = copied.filter(({ text, sentence }) => {
      const { sentences } = verify(`${sentence} [c1]`, one(text), options)
      return sentences.some(({ verdict }) => verdict !== 'supported')
    })
    expect(copied.length).toBeGreaterThan(500)
    expect(refused).toEqual([])
  })

  it('are unsupported when one of their numbers is not in the passage', () => {
    const numbered = copied.filter(({ sentence }) => /\d/.test(sentence))
    fc.assert(
      fc.property(
        fc.constantFrom(...numbered),
        fc.integer({ min: 0, max: 9_999_999 }),
        ({ text, sentence }, number) => {
          fc.pre(!figureKeys(text).has(String(number)))
          const changed = sentence.replace(/(?<![\p{L}\p{N}.,:-])\d+(?:[.,:]\d+)*/u, String(number))
          fc.pre(changed !== sentence)
          const { sentences } = verify(`${changed} [c1]`, one(text), options)
          const [kinds] = sentences.map(({ faults }) => faults.map(({ kind }) => kind))
          expect(kinds).toContain('number')
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('scoreOf', () => {
  it('counts sentences that make a claim', () => {
    const verification = check(
      '# Strike\nDeckhands earned 19 crowns every week [c1]. They earned 20 crowns [c1]. They earned 19 crowns [7]. It began in 1911.',
    )
    expect(scoreOf([verification])).toEqual({
      ...{ sentences: 4, cited: 3, supported: 1, unsupported: 2, uncited: 1 },
      ...{ precision: 1 / 3, recall: 1 / 4 },
    })
    expect(faultCount(verification)).toBe(3)
  })

  it('is full for a text that claims nothing', () => {
    expect(scoreOf([check('# Nothing')])).toMatchObject({ sentences: 0, precision: 1, recall: 1 })
  })
})
