import { describe, expect, it } from 'vitest'
import { withOwnIds } from './own-ids.ts'

const done = new Set(['1', '2'])

describe('a plan for a gap', () => {
  it('keeps ids that nobody has', () => {
    const drafts = [{ id: '3', task: 'Q?', depends_on: ['1'], supersedes: '2' }, 'R?']
    expect(withOwnIds(drafts, done, 1)).toBe(drafts)
  })

  it('is given others for those that are taken, and means its own tasks by them', () => {
    const drafts = [
      { id: 1, task: 'Q?', supersedes: '1' },
      {
        id: 'b',
        task: 'Add {result_of:1}.',
        needs: [1, '2'],
        query: '{result_of:1} m',
        args: { n: ['{result_of:2}'] },
      },
    ]
    expect(withOwnIds(drafts, done, 2)).toEqual([
      { id: 'r2-1', task: 'Q?', supersedes: '1' },
      {
        id: 'b',
        task: 'Add {result_of:r2-1}.',
        depends_on: ['r2-1', '2'],
        query: '{result_of:r2-1} m',
        args: { n: ['{result_of:2}'] },
      },
    ])
  })

  it('means the earlier task where one names its own id', () => {
    const [task] = withOwnIds([{ id: '1', task: 'More than {result_of:1}?', depends_on: '1' }], done, 1)
    expect(task).toEqual({ id: 'r1-1', task: 'More than {result_of:1}?', depends_on: ['1'] })
  })

  it('supersedes an earlier task, also where one of its own has that id', () => {
    const drafts = [
      { id: '1', task: 'Q?' },
      { id: '2', task: 'R?', supersedes: '1' },
    ]
    expect(withOwnIds(drafts, done, 1)).toEqual([
      { id: 'r1-1', task: 'Q?' },
      { id: 'r1-2', task: 'R?', supersedes: '1' },
    ])
  })

  it('is given ids that are free', () => {
    const drafts = [
      { id: '1', task: 'Q?' },
      { id: 'r1-1', task: 'R?' },
    ]
    expect(withOwnIds(drafts, done, 1)).toMatchObject([{ id: 'r1-1-2' }, { id: 'r1-1' }])
  })

  it('with one id twice keeps that fault', () => {
    const drafts = [
      { id: '1', task: 'Q?' },
      { id: '1', task: 'R?' },
    ]
    expect(withOwnIds(drafts, done, 1)).toMatchObject([{ id: 'r1-1' }, { id: 'r1-1' }])
  })
})
