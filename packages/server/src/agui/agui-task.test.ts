import { describe, expect, it } from 'vitest'
import { aguiTask } from './agui-task.ts'
import type { AguiMessage } from './run-input.ts'

const task = (...messages: readonly AguiMessage[]) => aguiTask({ messages: [...messages], context: [] })

describe('the task of a run', () => {
  it('is what the user said last, after what was said before', () => {
    const made = task(
      { id: '1', role: 'system', content: 'Be short.' },
      { id: '2', role: 'user', content: 'How warm is Paris?' },
      { id: '3', role: 'reasoning', content: 'Hm.' },
      { id: '4', role: 'assistant', content: 'An expert said so.', subagentRunId: 'x' },
      { id: '5', role: 'activity', content: { steps: [] } },
      { id: '6', role: 'assistant', content: '18 degrees.' },
      { id: '7', role: 'user', content: 'And Oslo?' },
    )
    expect(made).toMatchObject({ goal: 'And Oslo?', instructions: 'Be short.' })
    expect(made.messages).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'How warm is Paris?' }] },
      { role: 'assistant', parts: [{ type: 'text', text: '18 degrees.' }] },
    ])
  })

  it('has what the application tells of itself', () => {
    const made = aguiTask({
      messages: [{ id: '1', role: 'user', content: 'Hello' }],
      context: [{ description: 'The page', value: 'Invoices' }],
    })
    expect(made.instructions).toBe('The page: Invoices')
  })

  it('has pictures and files', () => {
    const made = task({
      id: '1',
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image', source: { type: 'url', value: 'https://pictures.test/1.png' } },
        { type: 'document', source: { type: 'data', value: 'aGk=', mimeType: 'text/plain' } },
      ],
    })
    expect(made.files).toEqual([
      { type: 'image', mediaType: 'image/*', url: 'https://pictures.test/1.png' },
      { type: 'file', name: 'document', mediaType: 'text/plain', data: 'hi' },
    ])
  })

  it('cannot have files that only a provider knows', () => {
    const content: AguiMessage['content'] = [{ type: 'image', source: { type: 'file', value: 'file-1' } }]
    expect(() => task({ id: '1', role: 'user', content })).toThrow('files of a provider cannot be read here')
  })
})
