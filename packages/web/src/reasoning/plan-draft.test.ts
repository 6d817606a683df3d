import { describe, expect, it } from 'vitest'
import type { DrawnStep } from '../families/plan/plan-picture.ts'
import { added, draftOf, draftOfQueued, edited, faultsOf, moved, removed, stepsToSend } from './plan-draft.ts'

const drawn = (id: string, state: DrawnStep['state'], ...needs: readonly string[]): DrawnStep => ({
  key: `${id} Do ${id}.`,
  id,
  goal: `Do ${id}.`,
  tool: 'look',
  needs,
  state,
  since: 1,
  score: undefined,
  quality: undefined,
  ms: undefined,
  startedAt: undefined,
  path: undefined,
  said: '',
})

const steps = [drawn('s1', 'done'), drawn('s2', 'running'), drawn('s3', 'next', 's1'), drawn('s4', 'later', 's3')]
const draft = draftOf(steps, [
  { id: 's3', goal: 'Do s3.', tool: 'look', input: { name: 'hall' }, needs: ['s1'], mood: 1 },
])
const key = (id: string) => `${id} Do ${id}.`

describe('a plan that somebody changes', () => {
  it('holds what is not done, and leaves what runs as it is', () => {
    expect(draft.map(({ id, isFixed }) => [id, isFixed])).toEqual([
      ['s2', true],
      ['s3', false],
      ['s4', false],
    ])
    expect(edited(draft, key('s2'), { goal: 'Other' })).toEqual(draft)
    expect(removed(draft, key('s2'))).toBe(draft)
  })

  it('is sent with what its loop gave its steps besides', () => {
    expect(stepsToSend(draft)[1]).toEqual({
      id: 's3',
      goal: 'Do s3.',
      tool: 'look',
      input: { name: 'hall' },
      needs: ['s1'],
      mood: 1,
    })
  })

  it('that was sent already is changed as it was sent, and leaves what runs by now', () => {
    const sent = stepsToSend(edited(draft, key('s3'), { goal: 'Look up.' }))
    const again = draftOfQueued(sent, draft)
    expect(again.map(({ id, goal, isFixed }) => [id, goal, isFixed])).toEqual([
      ['s2', 'Do s2.', true],
      ['s3', 'Look up.', false],
      ['s4', 'Do s4.', false],
    ])
    expect(stepsToSend(again)).toEqual(sent)
  })

  it('drops the input of a step with another goal, and keeps it with other needs', () => {
    expect(edited(draft, key('s3'), { goal: 'Look up.' })[1]).toMatchObject({ goal: 'Look up.', rest: { mood: 1 } })
    expect(edited(draft, key('s3'), { needs: [] })[1]?.rest).toEqual({ mood: 1, input: { name: 'hall' } })
  })

  it('has no step that needs one which was taken out', () => {
    expect(removed(draft, key('s3')).map(({ id, needs }) => [id, needs])).toEqual([
      ['s2', []],
      ['s4', []],
    ])
  })

  it('moves a step by one place, and not beyond its ends', () => {
    expect(moved(draft, key('s4'), -1).map(({ id }) => id)).toEqual(['s2', 's4', 's3'])
    expect(moved(draft, key('s4'), 1)).toBe(draft)
  })

  it('gets steps under ids that nobody has', () => {
    const more = added(added(draft, new Set(['s1']), 'look'), new Set(['s1']), 'look')
    expect(more.slice(3)).toMatchObject([
      { id: 's5', goal: '', tool: 'look', needs: [] },
      { id: 's6', goal: '', tool: 'look', needs: [] },
    ])
  })

  it('is not sent with a step that has no goal, needs what is not there, or needs itself', () => {
    const done = new Set(['s1'])
    expect(faultsOf(draft, done)).toEqual([])
    expect(faultsOf(edited(draft, key('s4'), { goal: ' ' }), done)).toEqual(['Step s4 has no goal.'])
    expect(faultsOf(edited(draft, key('s4'), { needs: ['s9'] }), done)).toEqual(['Step s4 needs s9, which is no step.'])
    expect(faultsOf(edited(draft, key('s3'), { needs: ['s4'] }), done)).toEqual([
      'Step s3 needs itself, by way of others.',
    ])
  })
})
