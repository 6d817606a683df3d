import { assistant, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { taskOf } from './chat-task.ts'

describe('the task of a request', () => {
  it('is the last message of the user, after what was said before', () => {
    const task = taskOf([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '<think>Polite.</think>Hi.', reasoning_content: 'A greeting.' },
      { role: 'user', content: 'What is 6 * 7?' },
    ])
    expect(task).toEqual({
      goal: 'What is 6 * 7?',
      messages: [user('Hello'), assistant('Hi.')],
      files: [],
      instructions: '',
    })
  })

  it('takes what system and developer messages say as instructions', () => {
    const { instructions, messages } = taskOf([
      { role: 'system', content: 'Be short.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'user', content: 'Hello' },
    ])
    expect(instructions).toBe('Be short.\n\nBe kind.')
    expect(messages).toEqual([])
  })

  it('joins the texts of a message and keeps its pictures', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } } as const
    const task = taskOf([
      { role: 'user', content: [image, { type: 'text', text: 'What is ' }, { type: 'text', text: 'this?' }] },
    ])
    expect(task.goal).toBe('What is this?')
    expect(task.files).toEqual([{ type: 'image', mediaType: 'image/*', url: 'https://example.org/a.png' }])
  })

  it('has a goal for pictures without words', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } } as const
    expect(taskOf([{ role: 'user', content: [image] }]).goal).toBe('Look at what is attached.')
  })

  it('tells calls of the client, and their results, as text', () => {
    const call = { id: 'c1', function: { name: 'weather', arguments: '{"city":"Paris"}' } }
    const { messages } = taskOf([
      { role: 'user', content: 'Is it warm?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: '21 °C' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'And in London?' },
    ])
    expect(messages).toEqual([
      user('Is it warm?'),
      assistant('Called `weather` with {"city":"Paris"}'),
      user('Result of `weather`: 21 °C'),
      assistant('Yes.'),
    ])
  })

  it('tells what was done for the goal since with the goal', () => {
    const call = { id: 'c1', function: { name: 'weather', arguments: '{}' } }
    const { goal, messages } = taskOf([
      { role: 'user', content: 'Is it warm?' },
      { role: 'assistant', content: 'I look.', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: '21 °C' },
    ])
    expect(goal).toBe(
      'Is it warm?\n\nDone for this so far:\n\nI look.\n\nCalled `weather` with {}\n\nResult of `weather`: 21 °C',
    )
    expect(messages).toEqual([])
  })

  it('needs a message of the user', () => {
    expect(() => taskOf([{ role: 'system', content: 'Be short.' }])).toThrow(
      '`messages`: expected a message with the role `user`.',
    )
  })
})
