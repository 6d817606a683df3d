import { describe, expect, it } from 'vitest'
import type { Prompt } from '../api/prompts.ts'
import type { PromptMessage } from './prompt-folding.ts'
import { otherVersion, promptsAt, usedPrompt } from './used-prompt.ts'

const prompt = (id: string, defaultText: string) => {
  const [loop, name] = id.split('.')
  return { id, loop, name, defaultText } as Prompt
}
const said = (role: 'system' | 'user' | 'tool', text: string) =>
  ({ role, parts: [{ type: 'text', text }] }) as PromptMessage

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

  it('is none that only the result of a tool quotes', () => {
    const messages = [said('user', 'Read it.'), said('tool', 'Judge the step 2 by what it was to give: a sum')]
    expect(usedPrompt(messages, prompts)).toBeUndefined()
  })
})

describe('the prompts a step may have been asked with', () => {
  const definition = { loop: 'reason', prompts: { judge: 'hash' } }
  const ids = (path: string) => promptsAt(path, prompts, definition).map(({ id }) => id)

  it('are those the session names of its loop', () => {
    expect(ids('judge#1')).toEqual(['reason.judge'])
  })

  it('are also those of a loop that it runs inside of it', () => {
    expect(ids('runLoop#1/react/think#1')).toEqual(['reason.judge', 'react.system'])
  })

  it('are all while it is not known what the session was made with', () => {
    expect(promptsAt('judge#1', prompts, undefined)).toEqual(prompts)
  })
})

describe('the version in use', () => {
  const saved = (version: number | null) => ({ version, isDefault: false })
  const byDefault = (version: number | null = null) => ({ version, isDefault: true })

  it('is told where the step had another', () => {
    expect(otherVersion(saved(2), saved(5))).toBe('v5 is in use now; this step had v2.')
    expect(otherVersion(byDefault(), saved(1))).toBe('v1 is in use now; this step had the default.')
    expect(otherVersion(saved(2), byDefault(3))).toBe('The default is in use now; this step had v2.')
    expect(otherVersion(saved(null), saved(5))).toBe('v5 is in use now; this step had a text of its own.')
  })

  it('is not told where it is the same', () => {
    expect(otherVersion(saved(2), saved(2))).toBeUndefined()
    expect(otherVersion(byDefault(), byDefault(3))).toBeUndefined()
  })
})
