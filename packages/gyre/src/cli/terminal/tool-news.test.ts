import { describe, expect, it } from 'vitest'
import { progressText } from './tool-news.ts'

describe('how far a tool is', () => {
  it.each([
    [{ done: 3, total: 10, message: 'pages\nread' }, '3/10 pages read'],
    [{ done: 3, total: 10 }, '3/10'],
    [{ done: 3, message: 'pages' }, '3 pages'],
    [{ done: 0.3333333, total: 1 }, '0.33/1'],
    [{ done: 3, total: 0 }, '3'],
    [{ done: 'x', total: null, message: 7 }, '0'],
    [{ done: 1, message: '\u001b[2Jgone' }, '1 gone'],
  ])('%j is told as %s', (data, text) => {
    expect(progressText(data)).toBe(text)
  })
})
