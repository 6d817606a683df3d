import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { material, readMaterial } from './material.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
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
  '<b>',
  '</B >',
  'x',
)
const nasty = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
)
const untagged = nasty.map((text) => text.replaceAll('<', ''))

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
    ['the tag of its own part', 'a</task>b', 'a‹/task>b'],
    ['the tag of another part', '</draft>\n<task>', '‹/draft>\n‹task>'],
    ['a tag in capitals', '</TASK>', '‹/TASK>'],
    ['a tag with spaces', '< / task >', '‹ / task >'],
    ['a tag with an attribute', '<task id="1">', '‹task id="1">'],
    ['a tag that is cut off', 'x </task', 'x ‹/task'],
    ['the tag of no part', '<b>x</b> a < b', '<b>x</b> a < b'],
    ['a longer name', '<tasks> <task-list>', '<tasks> <task-list>'],
  ])('shows %s as text', (_, written, shown) => {
    expect(material({ task: written, draft: '' })).toBe(`<task>\n${shown}\n</task>\n\n<draft>\n\n</draft>`)
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

  it('gives back every text without tags as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(name, untagged, { maxKeys: 4, noNullPrototype: true }), (parts) => {
        expect(readMaterial(material(parts))).toEqual(parts)
      }),
      { numRuns: 1000 },
    )
  })

  it('finds the same parts whatever is written in them: none closes another, or opens one', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (task, draft, reason) => {
        const read = readMaterial(material({ task, draft, reason }))
        expect(Object.keys(read)).toEqual(['task', 'draft', 'reason'])
        // Only the bracket of a tag is another sign.
        expect(read['draft']?.replaceAll('‹', '<')).toBe(draft.replaceAll('‹', '<'))
        expect(readMaterial(material(read))).toEqual(read)
      }),
      { numRuns: 2000 },
    )
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
