import { expect, it } from 'vitest'
import { logOfFacts } from '../../test/support/session-logs.ts'
import { keptStep } from './fork-origin.ts'

const created = { seq: 1, at: 5000, type: 'session.created', data: { loop: 'react' } } as const
const step = (seq: number, at: number, path: string) =>
  ({ seq, at, type: 'step.finished', kind: 'generate', path, data: { ms: 10 } }) as const

it('tells a step that a fork took over from those it made itself, by when they were made', () => {
  expect(keptStep(logOfFacts([created, step(2, 1000, 'think#1'), step(3, 6000, 'think#2')]))).toBe('think#1')
  expect(keptStep(logOfFacts([created, step(2, 6000, 'think#1')]))).toBe('')
})
