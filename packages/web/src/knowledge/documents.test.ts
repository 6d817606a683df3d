import { describe, expect, it } from 'vitest'
import { canBeReadAgain, documentsNamed, fileFault, progressWords } from './documents.ts'

describe('the documents there are', () => {
  it('are found by words of their titles and names', () => {
    const documents = [
      { title: 'Deploying', source: 'notes/deploy.md' },
      { title: 'The Long Bridge', source: 'https://a.example/bridge' },
    ]
    const titles = (words: string) => documentsNamed(documents, words).map(({ title }) => title)
    expect(titles('')).toEqual(['Deploying', 'The Long Bridge'])
    expect(titles('LONG a.example')).toEqual(['The Long Bridge'])
    expect(titles('deploy bridge')).toEqual([])
  })
})

describe('a file that is given', () => {
  it('is read when it is a text of a size that can be sent', () => {
    expect(fileFault({ size: 12 }, 'A text: café')).toBeUndefined()
  })

  it.each([
    [5_000_000, 'x', 'It has 4.8 MiB; 3.5 are read at once. Split it.'],
    [2, ' \n', 'It is empty.'],
    [3, 'a\0b', 'It is no text. For a PDF run `gyre knowledge add FILE`.'],
    [4, '\uFFFD\uFFFDab', 'It is no text. For a PDF run `gyre knowledge add FILE`.'],
  ])('of %d bytes that says %j is refused: %s', (size, text, why) => {
    expect(fileFault({ size }, text)).toBe(why)
  })

  it('is counted while several are read', () => {
    expect(progressWords([{ state: 'done' }, { state: 'reading' }, { state: 'waits' }])).toBe('1 of 3 read')
    expect(progressWords([{ state: 'done' }, { state: 'failed', why: 'x' }])).toBe('1 of 2 read, 1 failed')
  })

  it('can be read again as it was when nothing was cleaned', () => {
    expect(['text/plain', 'text/markdown', 'text/html'].map((mediaType) => canBeReadAgain({ mediaType }))).toEqual([
      true,
      true,
      false,
    ])
  })
})
