import { describe, expect, it } from 'vitest'
import type { Prompt } from '../api/prompts.ts'
import type { PromptMessage } from './prompt-folding.ts'
import { usedPrompt } from './used-prompt.ts'

const prompt = (id: string, defaultText: string) => ({ id, defaultText }) as Prompt
const said = (role: 'system' | 'user', text: string) => ({ role, parts: [{ type: 'text', text }] }) as PromptMessage

const prompts = [
  prompt('reason.short', 'Judge.'),
  prompt('reason.judge', 'Judge the step {step} by what it was to give: {goal}'),
  prompt('react.system', 'Solve the task with your tools. Write {{x}} as it is.'),
]

describe('the prompt a request was written with', () => {
  it('is found by its words, with what stood in its places', () => {
    const messages = [said('user', 'Judge the step 2 by what it was to give: a sum')]
    expect(usedPrompt(messages, prompts)).toEqual({
      id: 'reason.judge',
      text: 'Judge the step {step} by what it was to give: {goal}',
      version: null,
      isDefault: true,
      values: { step: '2', goal: 'a sum' },
      message: undefined,
    })
  })

  it('is the text of the session, where it has another, and what a person said follows it', () => {
    const texts = { 'react.system': { text: 'Solve it, and be very short.', version: 3 } }
    const messages = [said('system', 'Solve it, and be very short.\n\nTools: none.'), said('user', 'What is 2 + 2?')]
    expect(usedPrompt(messages, prompts, texts)).toMatchObject({
      id: 'react.system',
      version: 3,
      isDefault: false,
      values: {},
      message: 'What is 2 + 2?',
    })
  })

  it('reads doubled braces as they are sent', () => {
    const messages = [said('system', 'Solve the task with your tools. Write {x} as it is.')]
    expect(usedPrompt(messages, prompts)?.id).toBe('react.system')
  })

  it('is none where no words are those of a prompt', () => {
    expect(usedPrompt([said('user', 'Judge. What is 2 + 2?')], prompts)).toBeUndefined()
  })
})
