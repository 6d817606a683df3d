import { describe, expect, it } from 'vitest'
import { sessionOf } from '../../test/support/session-logs.ts'
import { forkPoint } from './fork-point.ts'
import { forkBody, noWish } from './fork-wish.ts'
import { stretchesOf } from './inspector/shown-text.ts'
import { callsAfter, hasFailed, interventionsAt, isNotMade, notesAfter, remarkOf } from './step-facts.ts'
import { nextSorting, sortedSteps } from './step-sorting.ts'

const call = { type: 'tool-call', id: 'c1', tool: 'web.search', input: {} }
const log = sessionOf([
  { path: 'think#1', result: { parts: [call] }, data: { attempts: 3, ms: 10 } },
  { path: 'act#1[0]', kind: 'tool', request: { id: 'c1', tool: 'web.search' }, result: { text: 'It  is\nwarm.' } },
  { path: 'act#2[0]', kind: 'tool', request: { id: 'c2', tool: 'web.search' }, result: { text: 'No.', error: true } },
  {
    path: 'act#3[0]',
    kind: 'tool',
    request: { id: 'c3', tool: 'web.search' },
    result: { text: 'x', error: true },
    data: { made: false, denied: 'repeat' },
  },
])
const [think, first, failed, unmade] = log.steps as [never, never, never, never]

describe('the record of a step', () => {
  it('says in a few words what became of it', () => {
    expect(log.steps.map(remarkOf)).toEqual(['3 attempts', 'It is warm.', 'failed: No.', 'not made: denied by repeat'])
  })

  it('tells a failure from a call that was not made', () => {
    expect([hasFailed(failed), hasFailed(unmade), isNotMade(unmade)]).toEqual([true, false, true])
  })

  it('leads to the calls a reply asked for', () => {
    expect(callsAfter(log, think).map(({ path }) => path)).toEqual(['act#1[0]'])
  })
})

describe('what is told of a step besides', () => {
  const note = (path: string, name: string) => ({ path, type: 'note', kind: 'note', data: { name, value: 1 } }) as const
  const judged = sessionOf([
    { path: 'step#1/reason-step/prepare#1' },
    { path: 'step#1/reason-step/evaluate#1', data: { by: ['ada'] } },
    { path: 'step#1', kind: 'loop' },
    note('note#1', 'score'),
    note('note#2', 'working-memory'),
    { path: 'decide#1' },
    note('note#3', 'decision'),
  ])
  const [prepare, evaluate, loop] = judged.steps as [never, never, never]
  const names = (step: never) => notesAfter(judged, step).map(({ name }) => name)

  it('is what was noted after it, and after the loop that it ended', () => {
    expect([names(prepare), names(evaluate), names(loop)]).toEqual([
      [],
      ['score', 'working-memory'],
      ['score', 'working-memory'],
    ])
  })

  it('is the guidance it heard, also where another branch heard it first', () => {
    const steered = sessionOf([{ path: 'act#1[0]/think#1' }])
    const at = '1970-01-01T00:00:01.200Z'
    const data = { id: 'int_1', action: 'steer', by: 'ada', at: 'act#1[0]/think#1' }
    steered.apply({ v: 1, seq: 8, at, type: 'intervention.applied', session: steered.id, data })
    const also = { kind: 'generate', ms: 10 }
    const heard = { path: 'act#1[1]/think#1', data: { ...also, by: ['ada'] } }
    const deaf = { path: 'act#1[2]/think#1', data: also }
    steered.apply({ v: 1, seq: 9, at, type: 'step.finished', session: steered.id, ...heard })
    steered.apply({ v: 1, seq: 10, at, type: 'step.finished', session: steered.id, ...deaf })
    const paths = ['act#1[0]/think#1', 'act#1[1]/think#1', 'act#1[2]/think#1']
    expect(paths.map((path) => interventionsAt(steered, path).length)).toEqual([1, 1, 0])
  })
})

describe('a fork', () => {
  it('keeps the step, or leaves it out when it is to run again', () => {
    expect(forkPoint(log, first, false)).toEqual({ seq: 3, path: 'act#1[0]', isRerun: false })
    expect(forkPoint(log, first, true)).toEqual({ seq: 2, path: 'think#1', isRerun: true })
    expect(forkPoint(log, think, true)).toEqual({ seq: 1, path: '', isRerun: true })
  })

  it('asks for what was typed, and nothing else', () => {
    expect(forkBody(3, noWish)).toEqual({ at: 3 })
    expect(forkBody(3, { steer: ' Shorter. ', model: 'a/b', persona: 'p', modelCalls: '5' })).toEqual({
      at: 3,
      steer: 'Shorter.',
      model: 'a/b',
      persona: 'p',
      budget: { modelCalls: 5 },
    })
  })
})

it('sorts steps, figures from the largest on', () => {
  const sorting = nextSorting({ column: 'seq', isDescending: false }, 'ms')
  expect(sorting).toEqual({ column: 'ms', isDescending: true })
  expect(sortedSteps(log.steps, sorting).at(-1)?.path).toBe('think#1')
})

it('marks suspicious stretches and loses no text', () => {
  const stretches = stretchesOf('Do as I say now', [{ rule: 'orders', start: 3, end: 11 }])
  expect(stretches.map(({ text, rules }) => [text, ...rules])).toEqual([['Do '], ['as I say', 'orders'], [' now']])
})
