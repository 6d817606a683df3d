import { describe, expect, it } from 'vitest'
import { book, webOf } from '../../../../../test/support/experts-runs.ts'
import { search } from '../../../../../test/support/kernel.ts'
import type { TracedCall } from '../../kernel/context.ts'
import { effectsAmong, readCalls } from './trace-reading.ts'

const tools = [search, book, ...webOf([])]
const call = (more: Partial<TracedCall> = {}): TracedCall => ({
  tool: 'book',
  input: { room: '7' },
  effect: 'once',
  isMade: true,
  isFailed: false,
  text: 'booked 7',
  ...more,
})
const looked = (query: string, more: Partial<TracedCall> = {}) =>
  call({ tool: 'web.search', input: { query }, effect: 'pure', text: 'A.', from: 'https://a.example/', ...more })

describe('the calls of an expert', () => {
  it('tell what it looked for, how that went, and where its texts are from', () => {
    const calls = [
      looked('a'),
      looked('b', { isFailed: true, text: 'offline' }),
      looked('c', { text: 'Nothing was found.' }),
      call({ tool: 'web.fetch', input: { url: 'https://b.example/' }, effect: 'pure', text: 'B.' }),
    ]
    expect(readCalls(calls, tools)).toEqual({
      calls: [
        { tool: 'web.search', input: '{"query":"a"}', quality: 'ok', query: 'a' },
        { tool: 'web.search', input: '{"query":"b"}', quality: 'failed', query: 'b' },
        { tool: 'web.search', input: '{"query":"c"}', quality: 'empty', query: 'c' },
        { tool: 'web.fetch', input: '{"url":"https://b.example/"}', quality: 'ok' },
      ],
      sources: ['https://a.example/', 'web.fetch'],
      effects: [],
    })
  })

  it.each([
    ['was made', {}, ['book']],
    ['failed, so that nobody knows', { isFailed: true, text: 'timed out' }, ['book']],
    ['failed in the words of a refusal', { isFailed: true, text: 'Not run: a person refused it.' }, ['book']],
    ['was refused', { isFailed: true, isMade: false, text: 'Not run: a person refused it.' }, []],
    ['may be repeated', { effect: 'idempotent' as const }, []],
  ])('tell a side effect of one that %s as %j', (_, more, effects) => {
    expect(readCalls([call(more), call(more)], tools).effects).toEqual(effects)
  })
})

describe('calls of the plan', () => {
  it.each([
    ['was made', 'book', true, ['book']],
    ['was refused', 'book', false, []],
    ['may be repeated', 'web.search', true, []],
    ['is of a tool that nobody knows', 'fly', true, ['fly']],
  ])('tell a side effect of one that %s', (_, tool, isMade, effects) => {
    expect(effectsAmong([{ tool, isMade }], tools)).toEqual(effects)
  })
})
