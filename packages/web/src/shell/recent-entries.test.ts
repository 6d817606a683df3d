import { describe, expect, it } from 'vitest'
import { recentEntries } from './recent-entries.ts'

const listed = (id: string, thread: string, title: string) => ({
  id,
  thread,
  title,
  status: 'completed',
  outcome: 'answered',
})

describe('what was done last', () => {
  it('has a conversation once, called as it began, where its newest turn stands', () => {
    const sessions = [
      listed('ses_3', 'thr_1', 'And in euros?'),
      listed('ses_2', 'thr_2', 'Boil an egg'),
      listed('ses_1', 'thr_1', 'What does it cost?'),
    ]
    expect(recentEntries(sessions).map(({ id, title, thread }) => [id, title, thread])).toEqual([
      ['ses_3', 'What does it cost?', 'thr_1'],
      ['ses_2', 'Boil an egg', undefined],
    ])
  })
})
