import type { JsonObject, SessionEvent } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { InnerLoops } from './inner-loops.ts'

function fact(path: string, data: JsonObject, type: 'step.finished' | 'step.failed' = 'step.finished'): SessionEvent {
  return { v: 1, seq: 1, at: '2026-01-01T00:00:00.000Z', type, session: 'ses_1', path, data }
}

describe('loops inside a loop', () => {
  it('begin with the first thing that happens in them, from outside in, once', () => {
    const loops = new InnerLoops()
    const begun = loops.begin(fact('episode#1/react/expert#2/cot/think#1', { kind: 'generate' }))
    expect(begun).toEqual([
      { type: 'step-begun', path: 'episode#1', name: 'episode', kind: 'loop' },
      { type: 'step-begun', path: 'episode#1/react/expert#2', name: 'expert', kind: 'loop' },
    ])
    expect(loops.begin(fact('episode#1/react/act#1[0]/approve#1', { kind: 'ask' }))).toEqual([])
    expect(loops.begin(fact('act#1[0]/note#1', { kind: 'note' }))).toEqual([])
  })

  it('end with their own fact', () => {
    const loops = new InnerLoops()
    loops.begin(fact('a#1/cot/think#1', { kind: 'generate' }))
    loops.begin(fact('b#1/cot/think#1', { kind: 'generate' }))
    expect(loops.end(fact('a#1', { kind: 'loop', result: { outcome: 'answered' } }))).toEqual([
      { type: 'step-ended', path: 'a#1', hasFailed: false, said: 'answered' },
    ])
    expect(loops.end(fact('b#1', { kind: 'loop', error: { message: 'no' } }, 'step.failed'))).toEqual([
      { type: 'step-ended', path: 'b#1', hasFailed: true, said: 'no' },
    ])
    expect(loops.end(fact('c#1', { kind: 'loop' }))).toEqual([])
  })

  it('that threw keep their own words to themselves', () => {
    const loops = new InnerLoops()
    loops.begin(fact('a#1/cot/think#1', { kind: 'generate' }))
    const error = { code: 'loop-failed', message: 'kaboom' }
    expect(loops.end(fact('a#1', { kind: 'loop', error }, 'step.failed'))).toMatchObject([{ said: 'The loop failed.' }])
  })
})
