import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../../test/support/loop-log.ts'
import type { SessionLog } from '../../session/session-log.ts'
import { answerPicture } from './answer-picture.ts'

const delta = (log: SessionLog, type: 'step.started' | 'text.delta', path: string, data: { text?: string }) =>
  log.apply({ v: 1, at: '2026-01-01T00:00:00.000Z', type, session: log.id, path, data: { kind: 'generate', ...data } })

describe('the answer of a direct session', () => {
  it('is what it ended with, and what that cost', async () => {
    expect(answerPicture(await logOfScenario('direct'), '')).toMatchObject({
      state: 'finished',
      answer: 'Hi.',
      thought: '',
      path: 'answer#1',
      samples: [],
      memories: 0,
      isOver: true,
    })
  })

  it('is a value as JSON where one was wanted', async () => {
    const { answer } = answerPicture(await logOfScenario('direct with an answer to be converted'), '')
    expect(answer).toBe('{"count":7}')
  })

  it('grows while it is spoken', async () => {
    const log = earlier(await logOfScenario('direct'), 1)
    expect(answerPicture(log, '')).toMatchObject({ state: 'waiting', answer: '', path: null })
    delta(log, 'step.started', 'answer#1', {})
    delta(log, 'text.delta', 'answer#1', { text: 'H' })
    expect(answerPicture(log, '')).toMatchObject({ state: 'running', answer: 'H', path: 'answer#1' })
    delta(log, 'text.delta', 'answer#1', { text: 'i' })
    expect(answerPicture(log, '').answer).toBe('Hi')
  })

  it('is missing, with the reason, when the model failed', async () => {
    const picture = answerPicture(await logOfScenario('direct with a model that fails'), '')
    expect(picture).toMatchObject({ state: 'failed', answer: '', failure: 'out of order' })
  })
})

describe('the answer of a chain of thought', () => {
  it('stands apart from what led to it', async () => {
    const picture = answerPicture(await logOfScenario('cot with one sample'), '')
    expect(picture).toMatchObject({ answer: '42', thought: 'Six sevens.', path: 'think#1', votes: [] })
  })

  it('is the one that most chains came to', async () => {
    const { answer, samples, votes, wanted } = answerPicture(await logOfScenario('cot with three samples'), '')
    expect([answer, wanted]).toEqual(['42', 3])
    expect(votes).toEqual([
      { answer: '42', votes: 2 },
      { answer: '41', votes: 1 },
    ])
    expect(samples.map((sample) => [sample.answer, sample.isLeading])).toEqual([
      ['42', true],
      ['41', false],
      ['42.', true],
    ])
  })

  it('has no vote of a chain whose model failed', async () => {
    const { samples } = answerPicture(await logOfScenario('cot with a sample that fails'), '')
    expect(samples.map(({ state, voiceless }) => [state, voiceless])).toEqual([
      ['failed', 'out of order'],
      ['finished', null],
      ['finished', null],
    ])
  })

  it('is that of a loop inside another', async () => {
    const picture = answerPicture(await logOfScenario('reflexion over parallel chains'), 'episode#2/cot/')
    expect(picture).toMatchObject({ answer: '42', wanted: 3, votes: [{ answer: '42', votes: 3 }] })
  })
})
