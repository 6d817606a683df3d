import { describe, expect, it } from 'vitest'
import { plainMessage, plainQuestion, questionParts, questionText, resourceWord } from './question-words.ts'

const spent = {
  kind: 'budget',
  question: 'The limit of modelCalls is reached. How many more? Answer with a number, or `finish`.',
  data: { resource: 'modelCalls' },
}

describe('what a session asks', () => {
  it('names what is spent in words', () => {
    expect(resourceWord('modelCalls')).toBe('model calls')
    expect(resourceWord('tool:web.search')).toBe('calls of web.search')
    expect(resourceWord('somethingNew')).toBe('somethingNew')
    expect(questionText(spent)).toBe('No model calls are left. Grant more?')
  })

  it('names the tool that is to be allowed', () => {
    const question = 'Run `pay` with {"name":"north"}?'
    expect(plainQuestion({ kind: 'approval', question, data: { tool: 'pay' } })).toBe('Run pay?')
  })

  it('has no marks around names where the kernel asks, and those of the model where it does', () => {
    const question = 'Was `pay` done?'
    expect(plainQuestion({ kind: 'uncertain', question })).toBe('Was pay done?')
    expect(plainQuestion({ kind: 'question', question })).toBe(question)
  })

  it('names the amount of a limit that is reached', () => {
    expect(plainMessage('The limit of modelCalls is reached.')).toBe('The limit of model calls is reached.')
    expect(plainMessage('The limit of tool:web.search is reached.')).toBe(
      'The limit of calls of web.search is reached.',
    )
  })
})

describe('a long question', () => {
  it('is its last line, and what leads to it', () => {
    const question = 'I know this:\n- the `city`\n\nWhich dates? Say days.'
    expect(questionParts({ kind: 'question', question })).toEqual({
      before: 'I know this:\n- the `city`',
      asked: 'Which dates? Say days.',
    })
  })

  it('is whole where its last line asks nothing, and where the program asks', () => {
    const both = { before: '', asked: 'Which dates?\nSay them.' }
    expect(questionParts({ kind: 'question', question: 'Which dates?\nSay them.' })).toEqual(both)
    expect(questionParts({ kind: 'uncertain', question: 'It died.\nRepeat it?' }).before).toBe('')
    expect(questionParts({ kind: 'question', question: 'Which dates?' })).toEqual({ before: '', asked: 'Which dates?' })
  })
})
