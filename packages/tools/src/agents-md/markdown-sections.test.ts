import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionsOf } from './markdown-sections.ts'

const page = `Before all.

# Project
About it.

## Build and test
Run make.

### Tests of the build
Run them.

## Style
\`\`\`sh
# build is a comment here
\`\`\`
Be brief.

# Testing #
In the end.
`

describe('sections of a page', () => {
  it.each([
    ['a heading with all below it', ['style'], '## Style\n```sh\n# build is a comment here\n```\nBe brief.'],
    ['headings of any case, each once', ['BUILD'], '## Build and test\nRun make.\n\n### Tests of the build\nRun them.'],
    [
      'several, in the order of the page',
      ['testing', 'tests of'],
      '### Tests of the build\nRun them.\n\n# Testing #\nIn the end.',
    ],
    ['nothing that has no heading', ['before'], ''],
    ['nothing in a block of code', ['comment'], ''],
    ['nothing for no words', [], ''],
  ])('are %s', (_, wanted, sections) => {
    expect(sectionsOf(page, wanted)).toBe(sections)
  })

  it.each([
    ['a fence within a longer one', '````\n```\n# not yes\n```\n````\n# yes\nx', '# yes\nx'],
    ['a fence of another kind', '~~~\n```\n# not yes\n~~~\n# yes\nx', '# yes\nx'],
    ['a fence that never ends', '# yes\n```\n# no', '# yes\n```\n# no'],
    ['no blank after the hashes', '#yes\n# yes', '# yes'],
    ['too many hashes', '####### yes\n###### yes', '###### yes'],
    ['a heading that is indented like code', '    # yes\n   # yes', '   # yes'],
    ['a line end of Windows', '# yes\r\nx', '# yes\r\nx'],
  ])('are told by headings: %s', (_, text, sections) => {
    expect(sectionsOf(text, ['yes'])).toBe(sections)
  })

  it('are the whole page below its first heading when every heading is wanted', () => {
    const line = fc.constantFrom('# a', '## a b', '### a c', 'text', '')
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const first = lines.findIndex((each) => each.startsWith('#'))
        const expected = first < 0 ? [] : lines.slice(first).filter(Boolean)
        expect(sectionsOf(lines.join('\n'), ['a']).split('\n').filter(Boolean)).toEqual(expected)
      }),
    )
  })
})
