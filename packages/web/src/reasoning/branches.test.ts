import { describe, expect, it } from 'vitest'
import { SessionLog } from '../session/session-log.ts'
import { runningBranches } from './branches.ts'

describe('the branches that run', () => {
  it('are those that have steps of their own, outer ones first', () => {
    const log = new SessionLog('s')
    const begin = (path: string, kind = 'generate') =>
      log.apply({ v: 1, at: '2026-01-01T00:00:00.000Z', type: 'step.started', session: 's', path, data: { kind } })
    begin('round#1[1]/step#1/react/think#1')
    begin('round#1[0]/level#1[2]/think#1')
    begin('act#1[0]', 'tool')
    begin('act#1[1]/approve#1', 'ask')
    expect(runningBranches(log)).toEqual([
      { path: 'round#1[0]', name: 'round#1[0]' },
      { path: 'round#1[0]/level#1[2]', name: 'level#1[2]' },
      { path: 'round#1[1]', name: 'round#1[1]' },
    ])
  })
})
