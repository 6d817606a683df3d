import { describe, expect, it, vi } from 'vitest'
import { sessionActions } from './session-action-list.ts'

const doing = {
  send: vi.fn(),
  steer: vi.fn(),
  abort: vi.fn(),
  fork: vi.fn(),
  report: vi.fn(),
  save: vi.fn(),
  compare: vi.fn(),
  copyLink: vi.fn(),
}

const standing = { session: 'ses_1', isOpen: true, isPaused: false, canFork: true }

const after = ['Export the report', 'Export: events', 'Export: audit', 'Export: record']
const last = ['Compare with another session', 'Copy the link']

const listed = (given: Partial<typeof standing>) => sessionActions({ ...standing, ...given }, doing)

describe('what the palette does with a session', () => {
  it('is everything for one that runs', () => {
    expect(listed({}).map(({ does }) => does)).toEqual([
      'Steer',
      'Pause',
      'Make one step',
      'Finish',
      'Abort',
      'Fork',
      ...after,
      ...last,
    ])
  })

  it('is to resume one that is paused', () => {
    const resume = listed({ isPaused: true })[1]
    expect(resume?.does).toBe('Resume')
    resume?.run()
    expect(doing.send).toHaveBeenCalledWith('resume')
  })

  it('is nothing that changes one that is over, or that a viewer looks at', () => {
    expect(listed({ isOpen: false, canFork: false }).map(({ does }) => does)).toEqual([...after, ...last])
  })

  it('saves each file under the name of the session', () => {
    listed({})
      .find(({ does }) => does === 'Export: audit')
      ?.run()
    expect(doing.save).toHaveBeenCalledWith(
      expect.objectContaining({ address: '/api/v1/sessions/ses_1/audit.jsonl', file: 'ses_1.audit.jsonl' }),
    )
  })
})
