import { describe, expect, it } from 'vitest'
import { toldLines } from './told-lines.ts'

describe('toldLines', () => {
  it.each([
    ['short', ['short']],
    ['one two three four five six', ['one two three four', '  five six']],
    ['  one two three four five', ['  one two three', '  four five']],
    ['Go on with: gyre resume ses_1', ['Go on with:', '    gyre resume ses_1']],
    [
      'Nobody runs it just now. Go on with: gyre resume ses_1',
      ['Nobody runs it just', '  now. Go on with:', '    gyre resume ses_1'],
    ],
    ['    gyre approve ses_1 --question x', ['    gyre approve ses_1 --question x']],
  ])('has 20 columns for %j', (line, lines) => {
    expect(toldLines(line, 20)).toEqual(lines)
  })
})
