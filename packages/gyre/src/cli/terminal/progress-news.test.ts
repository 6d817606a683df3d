import type { SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { ProgressNews } from './progress-news.ts'

function at(ms: number, path: string): SessionEvent {
  return { v: 1, at: new Date(ms).toISOString(), type: 'tool.progress', session: 'ses_1', path, data: {} }
}

describe('ProgressNews', () => {
  it('tells of each step at most once a second', () => {
    const news = new ProgressNews()
    const step = { name: 'web.fetch', sinceMs: 0, text: '1/3 pages' }
    const told = [
      news.newsIn(at(5000, 'act#1[0]'), step),
      news.newsIn(at(5999, 'act#1[0]'), step),
      news.newsIn(at(5999, 'act#1[1]'), { ...step, name: 'slow' }),
      news.newsIn(at(6000, 'act#1[0]'), { ...step, text: '2/3 pages' }),
      news.newsIn(at(9000, 'act#1[0]'), undefined),
    ]
    expect(told).toEqual([
      '· web.fetch  1/3 pages',
      undefined,
      '· slow  1/3 pages',
      '· web.fetch  2/3 pages',
      undefined,
    ])
  })
})
