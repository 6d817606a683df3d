import { describe, expect, it } from 'vitest'
import { uiTask } from './ui-task.ts'

describe('the task of a chat', () => {
  it('is what the user said last, with files, after what was said before', () => {
    const made = uiTask(
      [
        { id: '1', role: 'user', parts: [{ type: 'text', text: 'How warm is Paris?' }] },
        {
          id: '2',
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm.' },
            { type: 'dynamic-tool', toolCallId: 'c', state: 'output-available', output: '18' },
            { type: 'text', text: '18 degrees.' },
          ],
        },
        {
          id: '3',
          role: 'user',
          parts: [
            { type: 'text', text: 'And here?' },
            { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,aGk=' },
            { type: 'file', mediaType: 'text/plain', filename: 'a.txt', url: 'data:text/plain;base64,aGk=' },
          ],
        },
      ],
      'Be short.',
    )
    expect(made).toEqual({
      goal: 'And here?',
      instructions: 'Be short.',
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'How warm is Paris?' }] },
        { role: 'assistant', parts: [{ type: 'text', text: '18 degrees.' }] },
      ],
      files: [
        { type: 'image', mediaType: 'image/png', data: 'aGk=' },
        { type: 'file', name: 'a.txt', mediaType: 'text/plain', data: 'hi' },
      ],
    })
  })
})
