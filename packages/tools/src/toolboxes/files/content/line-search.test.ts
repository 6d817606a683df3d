import { describe, expect, it } from 'vitest'
import { literalSearch } from './line-search.ts'
import { regexSearch } from './regex-search.ts'

const never = new AbortController().signal
const regex = (pattern: string, { budgetMs = 5_000, signal = never, ignoresCase = false } = {}) =>
  regexSearch(pattern, { ignoresCase, budgetMs, signal })

const slow = '(a+)+$'
const slowText = `${'a'.repeat(60)}!`

describe('literalSearch', () => {
  it('finds lines by the very words', async () => {
    const search = literalSearch('a.c(', { ignoresCase: false })
    expect(await search.matches('abc(\nx a.c(y)\r\nA.C(\na.c(', 9)).toEqual([
      { line: 2, text: 'x a.c(y)' },
      { line: 4, text: 'a.c(' },
    ])
  })

  it('ignores case when asked to, and stops when it has enough', async () => {
    const search = literalSearch('É', { ignoresCase: true })
    expect(await search.matches('é\nÉ\né', 2)).toEqual([
      { line: 1, text: 'é' },
      { line: 2, text: 'É' },
    ])
  })

  it('shows a long line around what was found', async () => {
    const line = `${'x'.repeat(5_000)}here${'y'.repeat(5_000)}`
    const [match] = await literalSearch('here', { ignoresCase: false }).matches(line, 1)
    expect(match?.text).toBe(`…${'x'.repeat(60)}here${'y'.repeat(176)}…`)
  })
})

describe('regexSearch', () => {
  it('finds lines by a regular expression, each line alone', async () => {
    await using search = regex('^b.*$')
    expect(await search.matches('abc\r\nbcd\r\nb\n', 9)).toEqual([
      { line: 2, text: 'bcd' },
      { line: 3, text: 'b' },
    ])
    expect(await search.matches('b1\nb2\nb3', 2)).toHaveLength(2)
  })

  it('ignores case when asked to', async () => {
    await using search = regex('B', { ignoresCase: true })
    expect(await search.matches('abc', 9)).toHaveLength(1)
  })

  it.each(['(', '[a', 'a{2,1}', '\\'])('says what is wrong with %j', (pattern) => {
    expect(() => regex(pattern)).toThrow(
      expect.objectContaining({
        code: 'argument-invalid',
        message: expect.stringContaining('`query` is no regular expression'),
      }),
    )
  })

  it('says when one is too much for a long line, and goes on with other texts', async () => {
    await using search = regex('(?:a|b)*c')
    await expect(search.matches('ab'.repeat(9_000_000), 9)).rejects.toMatchObject({
      code: 'argument-invalid',
      message: expect.stringContaining(
        '`query` is too much for a line of these files: Maximum call stack size exceeded.',
      ),
    })
    expect(await search.matches('abc', 9)).toEqual([{ line: 1, text: 'abc' }])
  })

  it('ends one that takes for ever, without holding up anything else', async () => {
    await using search = regex(slow, { budgetMs: 300 })
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    await expect(search.matches(slowText, 9)).rejects.toMatchObject({
      code: 'argument-invalid',
      message: expect.stringContaining('took longer than 300 ms'),
    })
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(3)
  })

  it('counts the time of all texts together', async () => {
    await using search = regex(slow, { budgetMs: 200 })
    const texts = async () => {
      // Each is slow and ends; together they do not fit.
      for (let at = 0; at < 10_000; at++) await search.matches(`${'a'.repeat(20)}!`, 9)
    }
    await expect(texts()).rejects.toThrow('took longer than 200 ms')
  })

  it('stops when the session does', async () => {
    const session = new AbortController()
    await using search = regex(slow, { signal: session.signal })
    const found = search.matches(slowText, 9)
    session.abort()
    await expect(found).rejects.toMatchObject({ name: 'AbortError' })
  })
})
