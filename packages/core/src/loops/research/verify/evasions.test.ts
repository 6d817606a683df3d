import { describe, expect, it } from 'vitest'
import { type Passage, type Verdict, verify } from './verifier.ts'

const strike: Passage = {
  id: 'c1',
  about: 'The Ferry Strike of 1911',
  text: "A deckhand earned 19 crowns a week and bought his own oilskins. The Sound Boatmen's Union (SBU) asked for 24 crowns, a rest day every fortnight and a cooler stokehold. Conrad Pell, the chairman, answered that the sea did not rest either. Nessa Corrie led the strike, which began on 9 May 1911. One hundred and eighty-four men and women walked off the ships and quays. It cost 3.5 million crowns, or 12 per cent of the trade of 1908–1910.",
}
const options = { addresses: new Set<string>() }
const check = (text: string) => verify(text, new Map([['c1', strike]]), options)

describe('what a writer could hide', () => {
  it.each([
    ['```\nDeckhands earned 21 crowns [c1]. See [7].\n```', 'Deckhands earned 21 crowns [c1]. See.'],
    ['~~~html\nDeckhands earned 21 crowns [c1].\n~~~', 'Deckhands earned 21 crowns [c1].'],
    ['````text\n```\nDeckhands earned 21 crowns [c1].\n```\n````', 'Deckhands earned 21 crowns [c1].'],
  ])('is not hidden by a fence around all of it: %j', (text, kept) => {
    const { text: shown, sentences } = check(text)
    expect(shown).toBe(kept)
    expect(sentences[0]?.verdict).toBe('unsupported')
  })

  it('is not hidden by a fence in the middle', () => {
    const { text, sentences } = check('The strike began in 1911 [c1].\n\n```\nIt killed 99 men [c1], see [7].\n```')
    expect(text).toBe('The strike began in 1911 [c1].\n\n```\nIt killed 99 men [c1], see.\n```')
    expect(sentences.map(({ verdict }) => verdict)).toEqual(['supported', 'unsupported'])
  })

  it.each([
    'It began in 1911 &lbrack;2&rbrack; [c1].',
    'It began in 1911 [&#x32;] [c1].',
    'It began in 1911 &amp;lsqb;2&amp;rsqb; [c1].',
    'It began in 1911 [\u200b2] [c1].',
    'It began in 1911 ³ [c1].',
    'It began in 1911 <sup>2</sup> [c1].',
    'It began in 1911 \\cite{smith} [c1].',
    'It began in 1911 [[1]] [c1].',
    'It began in 1911 (see [4]) [c1].',
    'It began in 1911 **[4]** [c1].',
    'It began in 1911 [] [c1].',
  ])('is no citation: %s', (text) => {
    expect(check(text).text).toBe('It began in 1911 [c1].')
  })

  it.each([
    '[a](//evil.example)',
    '[a [b] c](//evil.example)',
    '[a](<//evil.example/a b>)',
    '[a](//e.example/a(b(c)d)e)',
  ])('is no link: %s', (link) => {
    expect(check(`It began in 1911 ${link} [c1].`).text).not.toContain('](')
  })

  it.each<[string, readonly string[]]>([
    ['### Nessa Holt won 99 crowns in 1999', ['99 crowns', '1999', 'Nessa Holt']],
    ['**Conrad Hale**', ['Conrad Hale']],
    ['| Conrad Hale | 99 |\n|---|---|', ['99', 'Conrad Hale']],
    ['Did Nessa Holt lead it in 1999?', ['1999', 'Nessa Holt']],
    ['## Early Years and Key Findings of the Strike', []],
    ['### Labour Relations', []],
  ])('is held against all passages, though it cites none: %s', (text, faults) => {
    const [sentence] = check(`${text}\n\nThere was more of it to come for all the men.`).sentences
    expect(sentence?.faults.map(({ what }) => what)).toEqual(faults.map((each) => each.replace(' crowns', '')))
    expect(sentence?.verdict).toBe(faults.length > 0 ? 'unsupported' : 'plain')
  })

  it('is a claim, although a question stands in brackets at its end', () => {
    expect(check('The union asked for 24 crowns (who knew?)').sentences[0]?.verdict).toBe('uncited')
  })

  it.each([
    ['Smith led the strike, which began on 9 May 1911 [c1].', 'Smith'],
    ["Smith's strike began on 9 May 1911 [c1].", "Smith's"],
    ['Ahmed Corrie led the strike [c1].', 'Ahmed Corrie'],
    ['Emily Corrie led the strike [c1].', 'Emily Corrie'],
    ['The strike (Smith) began on 9 May 1911 [c1].', 'Smith'],
    ['- **John Smith:** led the strike of 1911 [c1].', 'John Smith'],
    ['- **John Smith** led the strike of 1911 [c1].', 'John Smith'],
    ['- **Churchill** led the strike of 1911 [c1].', 'Churchill'],
  ])('is a name: %s', (text, name) => {
    expect(check(text).sentences[0]?.faults).toContainEqual({
      ...{ kind: 'name', what: name, why: `“${name}”: this name stands in no cited passage.` },
    })
  })

  it.each([
    'Wages were 19 crowns a week [c1].',
    'Progress was made in the strike of 1911 [c1].',
    'Work stopped in the strike of 1911 [c1].',
    'Afterwards, the union asked for 24 crowns [c1].',
    'Finally Nessa Corrie led the strike [c1].',
    '- **Key Demands:** the union asked for 24 crowns [c1].',
  ])('is no name: %s', (text) => {
    expect(check(text).sentences[0]?.faults.filter(({ kind }) => kind === 'name')).toEqual([])
  })

  it.each([
    "Conrad Pell answered: 'the sea does never rest' [c1].",
    'Conrad Pell answered: ”the sea does never rest” [c1].',
    'Conrad Pell answered: ‚the sea does never rest‘ [c1].',
    'Conrad Pell answered: ‹the sea does never rest› [c1].',
    'Conrad Pell answered: 「the sea does never rest」 [c1].',
    'Conrad Pell answered: ＂the sea does never rest＂ [c1].',
    'Conrad Pell answered: &quot;the sea does never rest&quot; [c1].',
    'Conrad Pell answered: "restless waters" [c1].',
    'Conrad Pell answered: "the sea [always and ever] did not rest" [c1].',
    '> The sea does never rest. [c1]',
  ])('is a quotation: %s', (text) => {
    expect(check(text).sentences[0]?.faults.map(({ kind }) => kind)).toContain('quote')
  })

  it.each([
    "Conrad Pell's answer was that the workers' sea did not rest [c1].",
    '> The sea did not rest either. [c1]',
    'Conrad Pell answered: "[T]he sea did not [...] rest" [c1].',
  ])('is no changed quotation: %s', (text) => {
    expect(check(text).sentences[0]?.faults).toEqual([])
  })
})

describe('scripts without blanks', () => {
  const tower: Passage = { id: 'c4', about: '', text: '灯塔高38.6米，建于1866年，由马伦·霍尔特设计。' }
  const thai: Passage = { id: 'c5', about: '', text: 'ประภาคารสูง 38 เมตร สร้างโดยสมชายในปี 1866' }
  const other = new Map([tower, thai, strike].map((passage) => [passage.id, passage]))

  it.each<[Verdict, string]>([
    ['supported', '灯塔高38.6米，建于1866年 [c4]。'],
    ['unsupported', '灯塔高99米，建于1866年 [c4]。'],
    ['unsupported', '该塔在战争中被德国人炸毁，工程师约翰被杀 [c4]。'],
    ['unsupported', 'สะพานถูกทำลายในสงครามโลกโดยทหารเยอรมันและคนเฝ้าถูกฆ่า [c5]'],
    ['uncited', '该塔在战争中被德国人炸毁，工程师约翰被杀。'],
    ['unsupported', '该塔在战争中被德国人炸毁，工程师约翰被杀 [c1]。'],
    ['supported', '罢工始于1911年 [c1]。'],
  ])('are checked by pairs of letters: %s: %s', (verdict, text) => {
    expect(verify(text, other, options).sentences.map((sentence) => sentence.verdict)).toEqual([verdict])
  })
})

describe('a text in another language than its passages', () => {
  it('is checked for figures, names and quotations alone, and that is counted', () => {
    const { sentences, translated } = check(
      'Der Streik begann am 9. Mai 1911 und wurde von Nessa Corrie geführt [c1]. Der Streik begann am 8. Mai 1911 in der Stadt [c1].',
    )
    expect(sentences.map(({ verdict }) => verdict)).toEqual(['supported', 'unsupported'])
    expect(translated).toBe(1)
  })

  it('is not supported where there is nothing to look for', () => {
    const { sentences, translated } = check('Die Wölfe kamen im Winter aus den Bergen und sie waren sehr hungrig [c1].')
    expect(sentences.map(({ verdict }) => verdict)).toEqual(['unsupported'])
    expect(translated).toBe(0)
  })
})
