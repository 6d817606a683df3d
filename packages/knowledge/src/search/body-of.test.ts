import { describe, expect, it } from 'vitest'
import { bodyOf } from './body-of.ts'

const headings = ['Ferries', 'Design and building']

describe('the body of a chunk', () => {
  it.each([
    ['a heading', '## Design and building\n\nShe was built in 1911.', 'She was built in 1911.'],
    ['several', '# Ferries\n\n## Design and building\nBuilt.', 'Built.'],
    ['marks in a heading', '## *Design* and `building` ##\nBuilt.', 'Built.'],
    ['a heading by its underline', 'Ferries\n=======\nBuilt.', 'Built.'],
  ])('leaves out %s that is shown above it', (_, text, body) => {
    expect(bodyOf(text, headings)).toBe(body)
  })

  it.each([
    ['a heading that is shown nowhere else', '## Crew\nTwelve.'],
    ['a heading in the middle', 'Built.\n## Ferries\nAgain.'],
    ['a comment of code', '# Ferries are counted here, not boats\ncount()'],
    ['a heading with nothing below it', '## Ferries'],
    ['a line that is no heading', 'Ferries\nare slow.'],
  ])('keeps %s', (_, text) => {
    expect(bodyOf(text, headings)).toBe(text)
  })
})
