import { describe, expect, it } from 'vitest'
import { findAnswer } from './find-answer.ts'
import { lookUp } from './look-up.ts'
import { sentencesIn } from './passages.ts'

const head = (number: number, path: string) => `[${number}] ${path}\nhttps://a.example/x (doc_1, 0–90)\n`
const result = [
  'All of it is invented.',
  `${head(1, 'The Tarn Yard › Beginnings')}Ada Lind founded the yard in 1841. She paid 1,200 crowns for the land. The slip is 48.5 metres long.`,
  `${head(2, 'The Steamer Gannet')}The Gannet was built by the Tarn Yard. The Gannet was repaired at Smithy Cove. She entered service on 3 May 1868 with the number TK-77.`,
  `${head(4, 'The School')}Ada Lind taught Otto Falk.`,
  `${head(5, 'The Steamer Skua')}The Arn Yard built the Skua in 1890. Her boat was built by the Dell Works.`,
  `${head(6, 'The Mill')}Piet Dahl built the mill in 1786.`,
  `${head(3, 'Register › Keepers')}| Keeper | From | Guests |\n| --- | --- | --- |\n| Otto Berg | 1871 | 1,910 |\n| Ida Holm | 1899 | 40 |`,
].join('\n\n')

describe('sentencesIn', () => {
  it('knows where each stands, and reads the rows of tables', () => {
    const sentences = sentencesIn(result)
    expect(sentences.map(({ text }) => text)).toContain('Keeper: Otto Berg, From: 1871, Guests: 1,910')
    expect(sentences[1]).toEqual({
      text: 'She paid 1,200 crowns for the land.',
      headings: ['The Tarn Yard', 'Beginnings'],
      before: 'Ada Lind founded the yard in 1841.',
    })
  })

  it('reads pages of a web search, without what is remarked of them', () => {
    const pages =
      '1. The Storm (2026-01-31)\n   https://a.example/storm\n   (All of it is invented.) …The Gannet saved them.\n\n2. The Yard\n   https://a.example/yard\n   Ada Lind founded it.'
    expect(sentencesIn(pages)).toEqual([
      { text: 'The Gannet saved them.', headings: ['The Storm'], before: '' },
      { text: 'Ada Lind founded it.', headings: ['The Yard'], before: '' },
    ])
  })

  it.each([
    ['between blocks', 'It is old.\n\n## Building\n\nTarn & Co built it.'],
    ['right above its text', 'It is old.\n## Building\nTarn & Co built it.'],
    ['with a number', 'It is old.\n\n## 2.1 Building\n\nTarn & Co built it.'],
  ])('lets a heading %s hold for what follows', (_, text) => {
    expect(sentencesIn(`${head(1, 'The Yard › Age')}${text}`)).toEqual([
      { text: 'It is old.', headings: ['The Yard', 'Age'], before: '' },
      { text: 'Tarn & Co built it.', headings: ['The Yard', 'Building'], before: 'It is old.' },
    ])
  })

  it.each([
    ['in between', 'It is old. ## Building Tarn & Co built it. It is long.'],
    ['at the beginning', '## Age It is so. It is old.\n\n## Building Tarn & Co built it. It is long.'],
    ['cut short', 'It is old. It is long. ## Building Tarn & Co…'],
  ])('believes no sentence that a heading has run into, %s', (_, text) => {
    expect(sentencesIn(`${head(1, 'The Yard › Age')}${text}`).map((each) => each.text)).toEqual([
      'It is old.',
      'It is long.',
    ])
  })

  it('reads a text that is no list of passages', () => {
    expect(sentencesIn('One thing. Another.').map(({ text }) => text)).toEqual(['One thing.', 'Another.'])
  })
})

describe('findAnswer', () => {
  it.each([
    ['Who founded the Tarn Yard?', 'Ada Lind'],
    ['In which year was the Tarn Yard founded?', '1841'],
    ['How much was paid for the land of the Tarn Yard?', '1,200 crowns'],
    ['How long is the slip of the Tarn Yard?', '48.5 metres'],
    ['When did the Gannet enter service?', '3 May 1868'],
    ['What was the number of the Gannet?', 'TK-77'],
    ['Which yard built the Gannet?', 'Tarn Yard'],
    ['Who was taught by Ada Lind?', 'Otto Falk'],
    ['Which ship has the number TK-77?', 'Steamer Gannet'],
    ['How many guests did the keeper Otto Berg have?', '1,910'],
    ['Where was the Gannet repaired?', 'Smithy Cove'],
    ['Where was the Skua built?', 'Arn Yard'],
    ['Where was the Gannet built?', 'Tarn Yard'],
    ['Where was the boat of the Skua built?', 'Dell Works'],
  ])('%s', (question, text) => {
    expect(findAnswer(question, [result])).toMatchObject({ text })
  })

  it.each([
    'Who painted the ceiling of the chapel?',
    'How high is the church tower?',
    'Who founded the Ember Bank?',
    'Where was the mill built?',
  ])('finds nothing for `%s`', (question) => {
    expect(findAnswer(question, [result])).toBeUndefined()
  })
})

describe('lookUp', () => {
  const question = 'Who founded the yard that built the Gannet?'

  it('asks for what must be known first, and goes on from there', () => {
    const asked: string[] = []
    const known = new Map<string, string>()
    for (let end = lookUp(question, (each) => known.get(each)); ; end = lookUp(question, (each) => known.get(each))) {
      if (end.kind !== 'open') {
        expect(end).toMatchObject({ kind: 'found', answer: { text: 'Ada Lind' } })
        break
      }
      asked.push(end.question)
      known.set(end.question, result)
    }
    expect(asked).toEqual(['Which yard built the Gannet?', 'Who founded the Tarn Yard?'])
  })

  it.each([
    ['What was the name of the founder of the Tarn Yard?', 'Who was the founder of the Tarn Yard?'],
    ['What is the name of the yard that built the Gannet?', 'Which yard built the Gannet?'],
    ['What was the name of the keeper of the Tarn Light?', 'Who was the keeper of the Tarn Light?'],
    ['What was the name of the ship designed by Ada Lind?', 'Which ship was designed by Ada Lind?'],
    ['What was the name of the ship?', 'What was the name of the ship?'],
  ])('asks for whose name is asked for: %s', (asked, question) => {
    expect(lookUp(asked, () => undefined)).toMatchObject({ kind: 'open', question })
  })

  it('has asked for a name when it knows who it is, also of somebody who is described by another', () => {
    const results = new Map([
      ['Who founded the Tarn Yard?', result],
      ['Who was the mother of Ada Lind?', `${head(1, 'The Linds')}Ida Holm was the mother of Ada Lind.`],
    ])
    const nested = lookUp('What was the name of the mother of the woman who founded the Tarn Yard?', (each) =>
      results.get(each),
    )
    expect(nested).toMatchObject({ kind: 'found', answer: { text: 'Ida Holm' } })
  })

  it('says which question has no answer', () => {
    expect(lookUp(question, () => 'Nothing was found.')).toMatchObject({
      kind: 'missing',
      question: 'Which yard built the Gannet?',
    })
  })
})
