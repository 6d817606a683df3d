import { describe, expect, it } from 'vitest'
import { sentencesIn } from './sentences.ts'

const shown = (text: string) => sentencesIn(text).map((sentence) => `${sentence.text} <${sentence.cites.join(' ')}>`)

describe('sentencesIn', () => {
  it.each([
    ['It sank. [c1] It rose.[c2] 4 men swam [c3].', ['It sank. <c1>', 'It rose. <c2>', '4 men swam. <c3>']],
    [
      'Dr. Smith met J. Holt at St. Ives, e.g. on Monday. He left.',
      ['Dr. Smith met J. Holt at St. Ives, e.g. on Monday. <>', 'He left. <>'],
    ],
    [
      'It was No. 4 of ca. 40 ships, etc. The rest sank.',
      ['It was No. 4 of ca. 40 ships, etc. <>', 'The rest sank. <>'],
    ],
    [
      'Am 9. Mai sank z. B. Abb. 3 im 19. Jahrhundert. Vgl. Bd. 2.',
      ['Am 9. Mai sank z. B. Abb. 3 im 19. Jahrhundert. <>', 'Vgl. Bd. 2. <>'],
    ],
    [
      'He said: “It sank. It is gone.” [c1] Then he left.',
      ['He said: “It sank. It is gone.” <c1>', 'Then he left. <>'],
    ],
    ['A ship\nsank\n[c1]\n\nA boat rose.', ['A ship sank <c1>', 'A boat rose. <>']],
    ['- Low pay. Long hours. [c1]\n- Fog. [c2] Ice. [c3]', ['Low pay. Long hours. <c1>', 'Fog. <c2>', 'Ice. <c3>']],
    [
      '# Ships\n| A | B |\n|---|---|\n| x | y [c1] |\n```\ncode. here\n```',
      ['Ships <>', 'A | B <>', 'x | y <c1>', 'code. here <>'],
    ],
  ])('reads %j', (text, sentences) => {
    expect(shown(text)).toEqual(sentences)
  })

  it('says where each stands, with its citations', () => {
    const text = '1. It sank. [c1]\n\n> It rose. [c2]\n> It left.'
    expect(sentencesIn(text).map(({ start, end, kind }) => [kind, text.slice(start, end)])).toEqual([
      ['item', 'It sank. [c1]'],
      ['prose', 'It rose. [c2]'],
      ['prose', 'It left.'],
    ])
  })
})
