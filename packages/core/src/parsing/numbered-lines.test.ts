import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBulletLines, readNumberedLines } from './numbered-lines.ts'

describe('readNumberedLines', () => {
  it.each<[text: string, items: readonly string[]]>([
    ['1. One\n2. Two', ['One', 'Two']],
    ['1) One\r\n2) Two', ['One', 'Two']],
    ['The plan:\n\n1. One\n\n2. Two\n\nThat is all.', ['One', 'Two']],
    ['**1.** One\n> 2. Two', ['One', 'Two']],
    ['1. One\n   - more of it\n2. Two', ['One - more of it', 'Two']],
    ['1. One\n   1. a part\n   2. another\n2. Two', ['One 1. a part 2. another', 'Two']],
    ['  1. One\n  2. Two', ['One', 'Two']],
    ['1. One\nProse.\n   Not a part of one.\n2. Two', ['One', 'Two']],
    ['1. One\n1. Two', ['One', 'Two']],
    ['4. One\n5. Two', ['One', 'Two']],
    ['Step 1: One\nStep 2: Two', ['One', 'Two']],
    ['**Step 1:** One\n**Step 2**: Two **now**', ['One', 'Two **now**']],
    ['STEP 1 - One\nstep 2) Two', ['One', 'Two']],
    ['**1. One**\n__2. Two__', ['One', 'Two']],
    ['**1.** One **now**', ['One **now**']],
    ['### 1. One\nMore of it.\n\n### Step 2: Two', ['One More of it.', 'Two']],
    ['# The plan\n## 1. One', ['One']],
    ['Steps 1: One', []],
    ['Step 1 is one', []],
    ['1.One', []],
    ['1. ', []],
    ['In 1. we add.', []],
    ['3.14 is pi', []],
    ['', []],
  ])('reads %j', (text, items) => {
    expect(readNumberedLines(text)).toEqual(items)
  })

  it('reads what was written as lines, with either sign', () => {
    const words = fc.stringMatching(/^[a-zA-Z][a-zA-Z ,.]{0,30}$/)
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), fc.constantFrom('.', ')'), (items, sign) => {
        const text = items.map((item, index) => `${index + 1}${sign} ${item}`).join('\n')
        expect(readNumberedLines(text)).toEqual(items.map((item) => item.trim()))
      }),
    )
  })

  it('reads any text without throwing, and no item is empty or of several lines', () => {
    const pieces = [
      '1.',
      ' 2) ',
      '\n',
      '**',
      '\t',
      'x',
      '> ',
      '12345. ',
      '\r',
      '\u2028',
      '- ',
      ' ',
      '\u0000',
      '\ud800',
      'é',
    ]
    const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(''))
    fc.assert(
      fc.property(anyText, (text) => {
        const spoiled = readNumberedLines(text).filter((item) => item.trim() === '' || item.includes('\n'))
        expect(spoiled).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['spaces', ' '.repeat(1_000_000)],
    ['numbers', '1'.repeat(1_000_000)],
    ['stars', '*'.repeat(1_000_000)],
    ['lines', '1. x\n'.repeat(200_000)],
    ['indented lines', `1. x\n${'  y\n'.repeat(200_000)}`],
  ])('reads a megabyte of %s in one pass', { timeout: 5000 }, (_, text) => {
    expect(readNumberedLines(text).length).toBeLessThanOrEqual(200_000)
  })
})

describe('readBulletLines', () => {
  it.each<[text: string, items: readonly string[]]>([
    ['- One\n- Two', ['One', 'Two']],
    ['* One\n* Two', ['One', 'Two']],
    ['The plan:\n\n  • One\n    - more of it\n  • Two\n\nThat is all.', ['One - more of it', 'Two']],
    ['-One\n--- \n**Two**', []],
  ])('reads %j', (text, items) => {
    expect(readBulletLines(text)).toEqual(items)
  })
})
