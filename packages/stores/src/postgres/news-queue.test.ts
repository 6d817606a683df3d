import { describe, expect, it } from 'vitest'
import { NewsQueue } from './news-queue.ts'

const room = 7800
const step = (path: string) => ({ v: 1, type: 'step.started', session: 'ses_1', path, data: {} })
const words = (text: string, more: object = {}) => ({
  ...{ v: 1, at: '2026-01-01', type: 'text.delta', session: 'ses_1', path: 'root/generate#1' },
  data: { ...more, text },
})

function queue(): NewsQueue {
  return new NewsQueue(room)
}

describe('news that wait', () => {
  it('keep their order within each session', () => {
    const news = queue()
    news.deltas('ses_1', [step('a')])
    news.facts('ses_2')
    news.facts('ses_1')
    news.deltas('ses_1', [step('b')])
    expect(news.take()).toEqual([['ses_1', step('a')], ['ses_1'], ['ses_1', step('b')], ['ses_2']])
    expect([news.isEmpty, news.bytes, news.take()]).toEqual([true, 0, []])
  })

  it('say once that there are facts, where nothing was said in between', () => {
    const news = queue()
    for (let time = 0; time < 1000; time++) news.facts('ses_1')
    expect(news.take()).toEqual([['ses_1']])
  })

  it('join words of one text that follow each other', () => {
    const news = queue()
    news.deltas('ses_1', [words('One', { offset: 0 }), { ...words(' two', { offset: 3 }), at: '2026-01-02' }])
    news.deltas('ses_1', [words(' three', { offset: 7 })])
    expect(news.take()).toEqual([['ses_1', words('One two three', { offset: 0 })]])
  })

  it.each([
    ['that leave a gap', words('a', { offset: 0 }), words('b', { offset: 2 })],
    ['of another step', words('a'), { ...words('b'), path: 'root/generate#2' }],
    ['of another kind', words('a'), { ...words('b'), type: 'reasoning.delta' }],
    ['of another call', words('a', { id: 'call_1' }), words('b', { id: 'call_2' })],
    ['of something that says nothing', step('a'), step('a')],
    ['of something else', 'text', null],
  ])('do not join words %s', (_, first, second) => {
    const news = queue()
    news.deltas('ses_1', [first, second])
    expect(news.take()).toEqual([
      ['ses_1', first],
      ['ses_1', second],
    ])
  })

  it('do not join words across facts', () => {
    const news = queue()
    news.deltas('ses_1', [words('a')])
    news.facts('ses_1')
    news.deltas('ses_1', [words('b')])
    expect(news.take()).toEqual([['ses_1', words('a')], ['ses_1'], ['ses_1', words('b')]])
  })

  it('cut a long text into pieces that have room, never inside a character', () => {
    const news = queue()
    const text = `x${'😀'.repeat(5000)}${'"\n\0é'.repeat(2000)}`
    news.deltas('ses_1', [words(text, { offset: 5 })])
    const told = news.take().map(([, delta]) => delta as ReturnType<typeof words> & { data: { offset: number } })
    expect(told.map(({ data }) => data.text).join('')).toBe(text)
    let offset = 5
    for (const delta of told) {
      expect(delta.data.offset).toBe(offset)
      expect(delta.data.text.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(JSON.stringify(['ses_1', delta]))).toBeLessThanOrEqual(room)
      offset += delta.data.text.length
    }
  })

  it('leave out what is large and has no text to cut', () => {
    const news = queue()
    const large = { ...step('a'), data: { output: 'x'.repeat(8000) } }
    news.deltas('ses_1', [large, step('b'), { ...words('short'), path: 'x'.repeat(8000) }])
    expect(news.take()).toEqual([['ses_1', step('b')]])
  })

  it('drop the latest deltas when there are too many, and no word of facts', () => {
    const news = queue()
    for (let at = 0; at < 20_000; at++) {
      news.deltas('ses_1', [step(`step ${at}`)])
      news.facts('ses_2')
    }
    news.facts('ses_1')
    expect(news.bytes).toBeLessThan(300_000)
    const told = news.take()
    expect(told.length).toBeLessThan(3000)
    expect(told[0]).toEqual(['ses_1', step('step 0')])
    expect(told.slice(-2)).toEqual([['ses_1'], ['ses_2']])
  })

  it('drop words that are joined when they are too many', () => {
    const news = queue()
    for (let at = 0; at < 50_000; at++) news.deltas('ses_1', [words('twenty letters each.', { offset: at * 20 })])
    expect(news.bytes).toBeLessThan(270_000)
    const told = news.take()
    expect(told.length).toBeLessThan(50)
    for (const each of told) expect(Buffer.byteLength(JSON.stringify(each))).toBeLessThanOrEqual(room)
  })
})
