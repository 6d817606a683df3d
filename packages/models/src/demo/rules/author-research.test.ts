import { readFileSync } from 'node:fs'
import { material, shownText, system, user } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { about, decided, wanting } from '../../../test/decided.ts'
import { authorFront, authorPassage, authorSection } from './author-research.ts'

const fence = (text: string, from = 'a.example') => shownText({ text, untrusted: { from } })
const task = 'Write a report on the lights of the Sound.'
const textOf = (decision: ReturnType<typeof decided>) => (decision?.kind === 'answer' ? decision.text : undefined)

/** A document that comes with Gyre, one passage for each of its headings, as it is cut for a research. */
function corpusPassages(name: string, from: number): readonly string[] {
  const text = readFileSync(new URL(`../../../../knowledge/corpus/${name}.md`, import.meta.url), 'utf8')
  const [head = '', ...parts] = text.split(/^## /m)
  const [title = '', ...opening] = head.replace('# ', '').split('\n')
  return [opening.join('\n'), ...parts].map((part, at) => {
    const [heading = '', ...rest] = at === 0 ? [''] : part.split('\n')
    const body = at === 0 ? part : rest.join('\n')
    return `[c${from + at}]\n${fence(body.trim(), `${[title, heading].filter(Boolean).join(' › ')} (a.example)`)}`
  })
}

const nothing = 'Nothing was found on this.'

describe('a section', () => {
  const written = (section: string, evidence: string, more: Record<string, string> = {}) =>
    textOf(decided(authorSection, about({ task, section, evidence, ...more })))

  it('is made of the sentences that have most to do with it, each with what it cites', () => {
    const evidence = [...corpusPassages('hob-skerry-light', 1), ...corpusPassages('fennholm-light', 7)].join('\n\n')
    const text = written('Lenses and lamps: Corrin Glass; paraffin', evidence) ?? ''
    expect(text).toContain('The lens came from Corrin Glass [c3].')
    expect(text).toContain('Paraffin fed the lamp until 1948, when a generator took its place [c3].')
    expect(text).toContain('Corrin Glass supplied the lens, which carries the number CG-91 [c8].')
    expect(text).not.toContain('Latin names')
    const sentences = text.split(/(?<=\]\.)\s+/)
    expect(sentences.length).toBeLessThanOrEqual(10)
    for (const sentence of sentences) expect(sentence).toMatch(/^[“"A-Z].*[^.] \[c\d+\]\.$/)
    expect(text.split('\n\n').length).toBeGreaterThan(1)
  })

  it('keeps a sentence that speaks of the one before it with that one', () => {
    const evidence = `[c1]\n${fence('Ada Lind kept the light. She was born on a farm.', 'A Title (a.example)')}`
    expect(written('The farm', evidence)).toBe('Ada Lind kept the light [c1]. She was born on a farm [c1].')
    expect(
      written('The farm', `[c1]\n${fence('She was born on a farm. Ada kept the light.', 'A Title (a.example)')}`),
    ).toBe('Ada kept the light [c1].')
    const soon = 'Ada Lind kept the light. In old age she taught on a farm.'
    expect(written('The farm', `[c1]\n${fence(soon, 'A Title (a.example)')}`)).toBe(
      'Ada Lind kept the light [c1]. In old age she taught on a farm [c1].',
    )
  })

  it('says once what several passages say, and cites them all', () => {
    const both = 'The light shone in 1909.'
    const evidence = `[c1]\n${fence(`${both} It was red.`, 'A (a.example)')}\n\n[c2]\n${fence(both, 'B (a.example)')}`
    expect(written('The light', evidence)).toBe('The light shone in 1909 [c1][c2]. It was red [c1].')
  })

  it('leaves out what a passage breaks off in, headings, and marks of its own', () => {
    const text =
      'and so it went on. ## The lamp\n\nThe **lamp** was [lit](https://a.example) in 1871.[4] The light gave two'
    expect(written('The lamp', `[c1]\n${fence(text, 'A (a.example)')}`)).toBe('The lamp was lit in 1871 [c1].')
  })

  it('puts citations behind what ends in a quotation or a question', () => {
    const text = 'The Board says: "The light is high." Who kept the light?'
    expect(written('The light', `[c1]\n${fence(text, 'A (a.example)')}`)).toBe(
      'The Board says: "The light is high" [c1]. Who kept the light? [c1]',
    )
  })

  it('keeps a quotation of several sentences whole', () => {
    const text = 'The report says: "The light is low. We measured it." It was printed.'
    expect(written('The light', `[c1]\n${fence(text, 'A (a.example)')}`)).toBe(
      'The report says: "The light is low. We measured it" [c1]. It was printed [c1].',
    )
  })

  it('has entries of tables behind sentences that say as much', () => {
    const table = '| Light | Height |\n| --- | --- |\n| Hob Skerry | 38.6 |'
    expect(
      written('The height of the light', `[c1]\n${fence(`${table}\n\nThe light has no height.`, 'A (a.example)')}`),
    ).toBe('Light: Hob Skerry, Height: 38.6 [c1]. The light has no height [c1].')
    const words = '- **Wicker** — a keeper of the light.'
    expect(written('The light', `[c1]\n${fence(words, 'A (a.example)')}`)).toBe('Wicker — a keeper of the light [c1].')
  })

  it('is written in the language of its passages', () => {
    const german = { task: 'Leuchttürme der Nordsee' }
    const evidence = `[c1]\n${fence('Die Leuchttürme der Nordsee sind weiß. Käse ist gelb.', 'A (a.example)')}`
    expect(written('Leuchttürme der Nordsee', evidence, german)).toBe('Die Leuchttürme der Nordsee sind weiß [c1].')
  })

  it('is not made of passages that have nothing of the task but what all have', () => {
    const evidence = `[c1]\n${fence('The founder was born on a farm and built a museum.', 'A (a.example)')}`
    expect(written('People of the lights: founders, designers and builders', evidence)).toBe(nothing)
    expect(written('The farm', evidence)).toBe(nothing)
    const house = `[c1]\n${fence('The house burned kelp.', 'The Iodine House (a.example)')}`
    expect(written('The house', house, { task: 'The opera houses of Vienna' })).toBe(nothing)
  })

  it.each(['', `[c1]\n${fence('half of', 'A (a.example)')}`, fence('A sentence of nobody.')])(
    'says that there is nothing: %j',
    (evidence) => {
      expect(written('The light', evidence)).toBe(nothing)
    },
  )

  it('has what belongs to it more than to the other sections of the report', () => {
    const evidence = [...corpusPassages('hob-skerry-light', 1), ...corpusPassages('fennholm-light', 7)].join('\n\n')
    const titles = ['The Hob Skerry Light', 'The Fennholm Light']
    const [hob = '', fennholm = ''] = titles.map((title) => {
      const headings = titles.map((each) => (each === title ? `- ${each} (this one)` : `- ${each}`)).join('\n')
      return written(`${title}: the tower; the lamp`, evidence, { headings }) ?? ''
    })
    expect(hob).toContain('Maren Holt designed the Hob Skerry Light in 1866 [c2].')
    expect(fennholm).toContain('Edvin Holt designed the Fennholm Light, and it first shone on 3 March 1909 [c8].')
    const sentences = (text: string) => new Set(text.split(/(?<=\]\.)\s+/))
    expect([...sentences(hob).intersection(sentences(fennholm))]).toEqual([])
  })

  it('takes what others have, too, before it has nothing', () => {
    const evidence = `[c1]\n${fence('The light shone.', 'The light (a.example)')}`
    const headings = '- The light\n- The lamp of the light (this one)'
    expect(written('The lamp of the light', evidence, { headings })).toBe('The light shone [c1].')
  })

  it('that is called as a source of another name has what that says of the task', () => {
    const text = 'The yard built a ship. The light shone on the yard. The yard closed.'
    const evidence = `[c1]\n${fence(text, 'The Ravel Yard (a.example)')}`
    expect(written('The Ravel Yard', evidence)).toBe('The light shone on the yard [c1].')
    expect(written('Yards', evidence)).toContain('The yard closed [c1].')
    const other = `[c2]\n${fence('The Ravel Yard had a light.', 'Tresk (a.example)')}`
    expect(written('The Ravel Yard', `${evidence}\n\n${other}`)).toBe('The light shone on the yard [c1].')
  })

  it('begins with the source that is called as the task is', () => {
    const keepers = `[c1]\n${fence('Four keepers served on the rock.', 'The Keepers (a.example)')}`
    const light = `[c2]\n${fence('The light has four keepers.', 'The Light (a.example)')}`
    expect(written('Keepers', `${keepers}\n\n${light}`)).toBe(
      'The light has four keepers [c2]. Four keepers served on the rock [c1].',
    )
  })

  it('that is called as a source has what that says, where it says nothing of the task', () => {
    const evidence = `[c1]\n${fence('The hole has filled with rain.', 'Greyhalt Quarry (a.example)')}`
    expect(written('Greyhalt Quarry', evidence)).toBe('The hole has filled with rain [c1].')
    expect(written('Quarry', evidence)).toBe(nothing)
  })

  it('has on one thing of a list what speaks of it, though it speaks of no other', () => {
    const listing = { task: 'How did the people of the Sound light, cross and power their waters?' }
    const evidence = `[c1]\n${fence('A rowing boat went across. The pans were of copper.', 'Ondry (a.example)')}`
    expect(written('Crossings, ferries, boats and bridges', evidence, listing)).toBe('A rowing boat went across [c1].')
  })

  it('has neither entries nor what somebody says of himself where enough is told', () => {
    const told = 'The light is red. The light is high. The light is old.'
    const evidence = `[c1]\n${fence(`${told} I saw the light.`, 'A (a.example)')}`
    expect(written('The light', evidence)).toBe('The light is red [c1]. The light is high [c1]. The light is old [c1].')
    expect(written('The light', `[c1]\n${fence('I saw the light.', 'A (a.example)')}`)).toBe('I saw the light [c1].')
  })

  it('is only written where it is asked for', () => {
    expect(decided(authorSection, about({ task }))).toBeUndefined()
  })

  it('cites only passages that are there, whatever they say', () => {
    const word = fc.constantFrom(
      'light',
      'It',
      '.',
      '\n',
      '\n\n',
      '[c9]',
      '# ',
      '| a | b |',
      '"',
      '?',
      'lamp',
      '。',
      '…',
    )
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, (one, other) => {
        const said =
          written('The light', `[c1]\n${fence(one, 'A (a.example)')}\n\n[c2]\n${fence(other, 'B (a.example)')}`) ?? ''
        expect(said).not.toBe('')
        expect(said.match(/\[c\d+\]/g) ?? []).not.toContain('[c9]')
      }),
    )
  })

  describe('written again', () => {
    const evidence = `[c1]\n${fence('The lamp of the light was lit in 1871.', 'A (a.example)')}`
    const again = (draft: string, faults: string) =>
      written('The lamp', evidence, { draft: fence(draft, 'author'), faults })

    it('is without the sentences at fault, and else as it was', () => {
      const draft = 'The lamp was lit [c1]. It shone 90 miles [c1].\n\nIt is red. [c1] It is old [c1].'
      const faults = '- "It shone 90 miles [c1].": 90 is in no passage\n- "It is red. [c1]": red is not said'
      expect(again(draft, faults)).toBe('The lamp was lit [c1].\n\nIt is old [c1].')
    })

    it('is written from the passages where nothing of it stands', () => {
      expect(again('It shone 90 miles [c1].', '- "It shone 90 miles [c1].": no')).toBe(
        'The lamp of the light was lit in 1871 [c1].',
      )
    })
  })
})

describe('a made-up passage', () => {
  const passage = (question: string, query: string) => textOf(decided(authorPassage, about({ question, about: query })))

  it('has the words of the topic and of its kind, and says what it is', () => {
    expect(passage('The Hob Skerry Light: building and technology; keepers', task)).toBe(
      'This passage is made up. It is about The Hob Skerry Light, building and technology, keepers, and about ' +
        'the lights of the Sound. It was designed by an engineer and built of stone and iron; it is many metres long, ' +
        'and it cost a lot. The founder was born in the islands, served as captain and chairman, and was followed by a ' +
        'daughter. So much on The Hob Skerry Light.',
    )
  })

  it('has nothing typical where no side of the topic is named', () => {
    expect(passage('Lighthouses: lamps', task)).toBe(
      'This passage is made up. It is about Lighthouses, lamps, and about the lights of the Sound. So much on Lighthouses.',
    )
  })

  it('has no words of another language', () => {
    expect(passage('Leuchttürme: Wärter', 'Leuchttürme der Nordsee')).toBe(
      'Leuchttürme, Wärter. Leuchttürme der Nordsee.',
    )
  })
})

describe('the front of a report', () => {
  const front = (goal: string, sections: string) => {
    const decision = decided(authorFront, wanting('front', { task: goal, sections }))
    return decision?.kind === 'value' ? decision.value : undefined
  }

  it('has a title from the task, and an abstract of what each section says first', () => {
    const sections = fence(
      '## The lamp\n\nSo it was. The lamp was lit on 14 October 1871 [1][2]. It was red [1].\n\n## The tower\n\nThe tower is of red brick [3].',
    )
    expect(front(task, sections)).toEqual({
      title: 'The lights of the Sound',
      abstract: 'The lamp was lit on 14 October 1871. The tower is of red brick.',
    })
  })

  it('has no abstract of entries, of pieces of quotations, and of sections that found nothing', () => {
    const sections = [
      `## The lens\n\n${nothing}`,
      '## The lamp\n\nLight: Hob Skerry Light, Height (m): 38.6, Place: here [1]. The lamp was lit in 1871 [1].',
      '## The tower\n\n"The tower is not so very high. We measured it" [2]. The tower is of red brick [2].',
    ]
    expect(front(task, fence(sections.join('\n\n')))).toMatchObject({
      abstract: 'The lamp was lit in 1871. The tower is of red brick.',
    })
    expect(front(task, fence(`## A\n\n${nothing}\n\n## B\n\n${nothing}`))).toMatchObject({ abstract: nothing })
  })

  it('has an abstract of at most 250 words', () => {
    const long = (word: string) => `${Array.from({ length: 100 }, () => word).join(' ')}.`
    const { abstract = '' } = front(
      task,
      fence(['a', 'b', 'c'].map((word) => `## ${word}\n\n${long(word)}`).join('\n\n')),
    ) as {
      abstract?: string
    }
    expect(abstract).toBe(`${long('a')} ${long('b')}`)
  })

  it('says so where there is nothing to sum up', () => {
    expect([front('', ''), front('How is it?', fence('## A'))]).toEqual([
      { title: 'Report', abstract: 'The sections say nothing that could be summed up.' },
      { title: 'How is it?', abstract: 'The sections say nothing that could be summed up.' },
    ])
  })

  it('is not taken for a person’s form', () => {
    const schema = { type: 'object', properties: { title: {}, abstract: {} } }
    const messages = [system('Whatever.'), user(material({ task }))]
    expect(decided(authorFront, { messages, output: { name: 'answer', schema } })).toBeUndefined()
  })
})
