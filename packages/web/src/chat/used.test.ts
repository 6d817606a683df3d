import { describe, expect, it } from 'vitest'
import { created, ended, type Told, toldSession } from '../../test/support/told-session.ts'
import { memoriesOf, modelsOf, openGap, toolsOf } from './used.ts'

const called = (path: string, tool: string): Told => ({
  type: 'step.finished',
  path,
  data: { kind: 'tool', tool, request: { tool }, result: { text: '1' } },
})

describe('what a session drew on', () => {
  it('is what it remembered, each once', () => {
    const recalled = (path: string): Told => ({
      type: 'step.finished',
      path,
      data: { kind: 'recall', request: {}, result: [{ id: 'm1', text: 'Sells in DK.' }] },
    })
    expect(memoriesOf(toldSession(created(), recalled('recall#1'), recalled('recall#2')))).toEqual(['Sells in DK.'])
  })

  it('is its models: others than the author by their role', () => {
    const models = { author: 'gpt-5', planner: 'gpt-5', judge: 'claude', utility: 'gpt-5' }
    expect(modelsOf(toldSession(created({ models })))).toBe('gpt-5, judge claude')
  })

  it('is its tools with how often they were called', () => {
    const log = toldSession(
      created(),
      called('a#1', 'web.search'),
      called('a#2', 'web.search'),
      called('b#1', 'math.solve'),
    )
    expect(toolsOf(log)).toEqual([
      { tool: 'web.search', calls: 2 },
      { tool: 'math.solve', calls: 1 },
    ])
  })
})

describe('what is still open', () => {
  it('is the newest gap while it works, and what the answer leaves open at the end', () => {
    const gap: Told = { type: 'note', data: { name: 'gap', value: { gap: 'The roof.' } } }
    expect(openGap(toldSession(created(), gap))).toBe('The roof.')
    expect(openGap(toldSession(created(), gap, ended({ gap: 'The price.' })))).toBe('The price.')
    expect(openGap(toldSession(created(), gap, ended({ gap: null })))).toBe(null)
  })
})
