import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { material, readMaterial } from './material.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/).filter((each) => !/-\d+$/.test(each))
const piece = fc.constantFrom(
  '<',
  '>',
  '/',
  '</',
  '\n',
  '\r',
  ' ',
  'task',
  'draft',
  '<task>',
  '</task>',
  '\n</task>\n',
  '\n<task-2>\n',
  '\n</draft-2>\n',
  '\n</reason-3>\n',
  '<b>',
  '</B >',
  'x',
)
const nasty = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
)

describe('material', () => {
  it('puts each part between its tags, in the order given', () => {
    expect(material({ task: 'Add 1 and 2.', draft: 'It is 3.\nSurely.' })).toBe(
      '<task>\nAdd 1 and 2.\n</task>\n\n<draft>\nIt is 3.\nSurely.\n</draft>',
    )
  })

  it('leaves out what is not there, and keeps what is empty', () => {
    expect(material({ task: 'x', draft: undefined, thoughts: '' })).toBe(
      '<task>\nx\n</task>\n\n<thoughts>\n\n</thoughts>',
    )
    expect(material({})).toBe('')
  })

  it.each([
    ['the tag of its own part', 'a</task>b'],
    ['the tag of another part', '</draft>\n<task>'],
    ['a tag in capitals', '</TASK>'],
    ['a tag with spaces', '< / task >'],
    ['a tag with an attribute', '<task id="1">'],
    ['a tag that is cut off', 'x </task'],
  ])('has other tags, the same for all parts, where a text holds %s', (_, text) => {
    expect(material({ task: text, draft: '' })).toBe(`<task-2>\n${text}\n</task-2>\n\n<draft-2>\n\n</draft-2>`)
  })

  it('takes the first tags that no text holds', () => {
    expect(material({ task: '<task> <task-2>', draft: '</draft-3> <task-5>' })).toContain('<task-4>\n<task> <task-2>\n')
  })

  it.each([
    ['the tag of no part', '<b>x</b> a < b'],
    ['a longer name', '<tasks> <task-list>'],
    ['a tag of another number', '<task-2>'],
  ])('has plain tags where a text holds %s', (_, text) => {
    expect(material({ task: text })).toBe(`<task>\n${text}\n</task>`)
  })
})

describe('readMaterial', () => {
  it('reads what `material` wrote, wherever it stands in a text', () => {
    const text = `Look at this.\n\n${material({ task: 'Add.', draft: ' 3\n' })}\n\nNow judge.`
    expect(readMaterial(text)).toEqual({ task: 'Add.', draft: ' 3\n' })
  })

  it.each([
    ['prose', 'There is no part.'],
    ['a tag that is never closed', '<task>\nx'],
    ['a tag that was never opened', 'x\n</task>'],
    ['tags within a line', 'the <b>bold</b> word'],
    ['tags in the wrong order', '</task>\n<task>'],
  ])('finds nothing in %s', (_, text) => {
    expect(readMaterial(text)).toEqual({})
  })

  it('takes tags inside of a part for text', () => {
    const draft = '<p>\nOne.\n</p>'
    expect(readMaterial(material({ draft }))).toEqual({ draft })
  })

  it('gives back every text as it was, whatever is written in it', () => {
    fc.assert(
      fc.property(fc.dictionary(name, nasty, { maxKeys: 4, noNullPrototype: true }), (parts) => {
        expect(readMaterial(material(parts))).toEqual(parts)
      }),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(nasty, nasty, nasty, (task, draft, reason) => {
        expect(readMaterial(material({ task, draft, reason }))).toEqual({ task, draft, reason })
      }),
      { numRuns: 2000 },
    )
  })

  it('gives back material that is a part of material', () => {
    const goal = material({ task: 'Add.', step: 'Look.' })
    expect(readMaterial(material({ task: material({ task: goal }), answer: '3' }))).toEqual({
      task: material({ task: goal }),
      answer: '3',
    })
  })

  it('reads any text without throwing, and finds no more than is there', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(Object.values(readMaterial(text)).join('').length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it.each([
    ['tags that are opened only', '<a>\n'.repeat(200_000), 0],
    ['tags of many names', Array.from({ length: 100_000 }, (_, n) => `<a${n}>\n`).join(''), 0],
    ['many parts of a name', '<a>\nx\n</a>\n'.repeat(100_000), 1],
    ['tags that are closed before they are opened', `${'</a>\n'.repeat(100_000)}${'<a>\n'.repeat(100_000)}`, 0],
  ])('is done in one pass over %s', (_, text, found) => {
    expect(Object.keys(readMaterial(text))).toHaveLength(found)
  })
})
