import type { ToolOutput } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { toolOf } from '../../../../test/guard/guarded.ts'
import { type Sanitised, sanitise } from '../sanitiser/sanitise.ts'
import type { Answer } from './guard-path.ts'
import { sanitiser } from './sanitiser.ts'
import { ToolPosts } from './tool-posts.ts'

vi.mock(import('../sanitiser/sanitise.ts'), () => ({ sanitise: vi.fn() }) as never)

const posts = new ToolPosts({ clock: simulatedClock(), keyValue: memoryStore().keyValue, limits: {}, outputChars: 100 })
const clean = sanitiser(posts)
const outside = toolOf(() => '', { name: 'web.fetch', trusted: false })
const answerOf = (output: ToolOutput, more: Partial<Answer> = {}): Answer => {
  return { output, notes: undefined, leftOut: [], record: undefined, ...more }
}

const found = (text: string, more: Partial<Sanitised> = {}): Sanitised => {
  return { text, suspected: [], removed: { invisible: 0, hidden: 0 }, ...more }
}

beforeEach(() => {
  vi.mocked(sanitise).mockReset()
})

describe('an answer of a tool that is trusted', () => {
  it('is shown as it is', () => {
    const answer = answerOf({ text: 'five' })
    expect(clean(toolOf(), answer)).toBe(answer)
    expect(sanitise).not.toHaveBeenCalled()
  })

  it('ends with what is missing from it', () => {
    const leftOut = ['[Cut: the first 4 of 9 characters are shown.]', '[Left out: a picture.]']
    expect(clean(toolOf(), answerOf({ text: 'five' }, { leftOut }))).toMatchObject({
      output: { text: 'five\n[Cut: the first 4 of 9 characters are shown.]\n[Left out: a picture.]' },
    })
  })

  it('is looked through when the tool itself says that it is from outside', () => {
    vi.mocked(sanitise).mockReturnValue(found('clean'))
    const answer = answerOf({ text: 'raw', untrusted: { from: 'notes.txt' } })
    expect(clean(toolOf(), answer)).toMatchObject({ output: { text: 'clean', untrusted: { from: 'notes.txt' } } })
  })
})

describe('an answer from outside', () => {
  it('is shown with where it is from, at once when it is clean', () => {
    vi.mocked(sanitise).mockReturnValue(found('clean'))
    expect(clean(outside, answerOf({ text: 'raw', data: 1 }))).toEqual(
      answerOf({ text: 'clean', data: 1, untrusted: { from: 'web.fetch' } }),
    )
    expect(sanitise).toHaveBeenCalledExactlyOnceWith('raw', { keepsMarkup: false })
  })

  it('is from where the tool says', () => {
    vi.mocked(sanitise).mockReturnValue(found('clean'))
    const answer = answerOf({ text: 'raw', untrusted: { from: 'https://example.org' } })
    expect(clean(outside, answer)).toMatchObject({ output: { untrusted: { from: 'https://example.org' } } })
  })

  it('is looked through when it is an error, too', () => {
    vi.mocked(sanitise).mockReturnValue(found('clean'))
    expect(clean(outside, answerOf({ text: 'raw', error: true }))).toEqual(
      answerOf({ text: 'clean', error: true, untrusted: { from: 'web.fetch' } }),
    )
  })

  it('keeps its markup when the tool reads sources', () => {
    vi.mocked(sanitise).mockReturnValue(found('clean'))
    void clean({ ...outside, keepsMarkup: true }, answerOf({ text: 'raw' }))
    expect(sanitise).toHaveBeenCalledExactlyOnceWith('raw', { keepsMarkup: true })
  })

  it('tells what was found in it', () => {
    const suspected = [{ rule: 'override', start: 0, end: 4 }]
    vi.mocked(sanitise).mockReturnValue(found('text', { suspected, removed: { invisible: 2, hidden: 3 } }))
    expect(clean(outside, answerOf({ text: 'raw' }, { record: { cut: 900 } }))).toMatchObject({
      output: { untrusted: { from: 'web.fetch', suspected } },
      record: { cut: 900, marked: 1, invisible: 2, hidden: 3 },
    })
  })

  it('is waited for when it has to be parsed', async () => {
    vi.mocked(sanitise).mockReturnValue(Promise.resolve(found('clean')))
    const answer = clean(outside, answerOf({ text: '<p>raw</p>' }))
    expect(answer).toBeInstanceOf(Promise)
    expect(await answer).toMatchObject({ output: { text: 'clean' } })
  })

  it('ends with what is missing from it, which nothing is done to', () => {
    vi.mocked(sanitise).mockReturnValue(found('clean'))
    const answer = clean(outside, answerOf({ text: 'raw' }, { leftOut: ['[Left out: a picture.]'] }))
    expect(answer).toMatchObject({ output: { text: 'clean\n[Left out: a picture.]' } })
    expect(sanitise).toHaveBeenCalledExactlyOnceWith('raw', { keepsMarkup: false })
  })

  it('is cut when the text in its markup is too long, and so is what is suspected in it', () => {
    const suspected = [
      { rule: 'first', start: 0, end: 10 },
      { rule: 'across', start: 95, end: 120 },
      { rule: 'behind', start: 100, end: 130 },
    ]
    vi.mocked(sanitise).mockReturnValue(found('x'.repeat(250), { suspected }))
    expect(clean(outside, answerOf({ text: 'raw' }))).toMatchObject({
      output: {
        text: `${'x'.repeat(100)}\n[Cut: the first 100 of 250 characters are shown.]`,
        untrusted: {
          suspected: [
            { rule: 'first', start: 0, end: 10 },
            { rule: 'across', start: 95, end: 100 },
          ],
        },
      },
      record: { cut: 250, marked: 3 },
    })
  })

  it('keeps the mark of something that was hidden at its end', () => {
    const suspected = [{ rule: 'hidden-text', start: 4, end: 4 }]
    vi.mocked(sanitise).mockReturnValue(found('text', { suspected }))
    expect(clean(outside, answerOf({ text: 'raw' }))).toMatchObject({ output: { untrusted: { suspected } } })
  })

  it('shows no suspicion when all of it was cut off, which its record tells', () => {
    const suspected = [{ rule: 'behind', start: 200, end: 210 }]
    vi.mocked(sanitise).mockReturnValue(found('x'.repeat(250), { suspected }))
    const answer = clean(outside, answerOf({ text: 'raw' })) as Answer
    expect(answer.output.untrusted).toEqual({ from: 'web.fetch' })
    expect(answer.record).toEqual({ cut: 250, marked: 1 })
  })

  it.each<[string, () => void]>([
    [
      'fails',
      () =>
        vi.mocked(sanitise).mockImplementation(() => {
          throw new Error('no')
        }),
    ],
    ['fails later', () => vi.mocked(sanitise).mockImplementation(() => Promise.reject(new Error('no')))],
  ])('is not shown when looking through it %s', async (_, prepare) => {
    prepare()
    const notes = [{ name: 'breaker.closed', value: { tool: 'web.fetch' } }]
    const answer = await clean(outside, answerOf({ text: 'raw', data: 'raw', untrusted: { from: 'raw' } }, { notes }))
    expect(answer).toEqual({
      output: { text: 'The answer of `web.fetch` could not be checked, and is not shown.', error: true },
      notes,
      leftOut: [],
      record: { withheld: true },
    })
  })
})
