import { assistant, followUpTool, type Message, observation, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { decided, sums } from '../../../test/decided.ts'
import { authorFollowUps } from './author-follow-ups.ts'

const question = user('What is (1 + 2) * (3 + 4)?')

/** Questions that were asked and answered. */
function asked(...pairs: readonly (readonly [question: string, answer: string])[]): readonly Message[] {
  const calls = pairs.map(([each], index) => {
    return { type: 'tool-call', id: `c${index}`, tool: 'follow_up', input: { question: each } } as const
  })
  const results = pairs.map(([, text], index) => {
    return observation({ type: 'tool-result', id: `c${index}`, tool: 'follow_up', text })
  })
  return [assistant(calls), ...results]
}

describe('smaller questions', () => {
  const decide = (messages: readonly Message[], tools = [followUpTool]) => decided(authorFollowUps, { messages, tools })

  it('are asked at once where they do not need each other', () => {
    expect(decide([question])).toEqual({ kind: 'follow-ups', questions: ['What is 1 + 2?', 'What is 3 + 4?'] })
  })

  it('go on from the answers, right or wrong', () => {
    const messages = [question, ...asked(['What is 1 + 2?', '1 + 2 = 3'], ['What is 3 + 4?', '8'])]
    expect(decide(messages)).toEqual({ kind: 'follow-ups', questions: ['What is 3 * 8?'] })
  })

  it('end in the answer', () => {
    const first = asked(['What is 1 + 2?', '3'], ['What is 3 + 4?', '7'])
    const messages = [question, ...first, ...asked(['What is 3 * 7?', 'It is 21.'])]
    expect(decide(messages)).toMatchObject({ kind: 'answer', text: '(1 + 2) * (3 + 4) = 21' })
  })

  it('are calls of a calculator where there is one', () => {
    expect(decide([user('What is 17 * 6?')], [followUpTool, sums])).toMatchObject({
      kind: 'calls',
      calls: [{ tool: 'math.sums', input: { expression: '17 * 6' } }],
    })
  })

  it('are not asked again after an error: there is no value', () => {
    const call = { type: 'tool-call', id: 'c', tool: sums.name, input: { expression: '10 / 0' } } as const
    const text = 'Cannot evaluate: code 7.'
    const failed = observation({ type: 'tool-result', id: 'c', tool: sums.name, text, error: true })
    expect(decide([user('What is 10 / 0?'), assistant([call]), failed], [followUpTool, sums])).toMatchObject({
      kind: 'answer',
      text: '`math.sums` failed, and without it I know no better. Cannot evaluate `10 / 0`: it divides by zero or is too large.',
    })
  })

  it('are not asked for a single sum, nor when nobody is there to answer', () => {
    expect(decide([user('What is 17 * 6?')])).toMatchObject({ kind: 'answer', text: '17 * 6 = 102' })
  })
})
