import { describe, expect, it } from 'vitest'
import { chatForm } from './chat-form.ts'
import { responseRequest } from './request.ts'

function formOf(body: object, session?: string) {
  const request = responseRequest.parse({ model: 'react', input: [], ...body })
  const items = typeof request.input === 'string' ? [] : request.input
  return chatForm(request, { items, session })
}

const hello = { role: 'user', content: 'Hello' }

describe('a request in the form of a chat', () => {
  it('has messages, calls and results in their order; traces of thinking stay out', () => {
    const { messages } = formOf({
      instructions: 'Be brief.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'rain' }] },
      ],
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
      { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'look', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ])
  })

  it('has pictures and files', () => {
    const { messages } = formOf({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'https://pictures.example/1.png' },
            { type: 'input_file', filename: 'a.txt', file_data: 'data:text/plain;base64,SGk=' },
          ],
        },
      ],
    })
    expect(messages[0]?.content).toEqual([
      { type: 'image_url', image_url: { url: 'https://pictures.example/1.png' } },
      { type: 'file', file: { file_data: 'data:text/plain;base64,SGk=', filename: 'a.txt' } },
    ])
  })

  it('says all that is new in one message when the rest is known', () => {
    const { messages, gyre } = formOf({ input: [hello, { role: 'user', content: 'And?' }] }, 'ses_7')
    expect(gyre).toEqual({ session: 'ses_7' })
    const parts = ['Hello', '\n\n', 'And?'].map((text) => ({ type: 'text', text }))
    expect(messages).toEqual([{ role: 'user', content: parts }])
  })

  it('names the shape of the answer and the tools of the client', () => {
    const schema = { type: 'object' }
    const form = formOf({
      input: [hello],
      text: { format: { type: 'json_schema', name: 'sum', schema } },
      tools: [{ type: 'function', name: 'look', description: 'Looks.', parameters: schema }],
      tool_choice: { type: 'function', name: 'look' },
      max_output_tokens: 100,
      top_p: 0.5,
    })
    expect(form).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { schema } },
      tools: [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters: schema } }],
      tool_choice: { function: { name: 'look' } },
      max_completion_tokens: 100,
      top_p: 0.5,
    })
  })

  it('in the background outlives its client', () => {
    expect(formOf({ input: [hello], background: true }).gyre).toEqual({ disconnect: 'detach' })
  })

  it.each([
    ['nothing that somebody says', [{ role: 'developer', content: 'Be brief.' }]],
    ['a file that is kept elsewhere', [{ role: 'user', content: [{ type: 'input_file', file_id: 'file_1' }] }]],
    ['a picture that is kept elsewhere', [{ role: 'user', content: [{ type: 'input_image', file_id: 'file_1' }] }]],
    [
      'a result that is a picture',
      [{ type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_image', image_url: 'x' }] }],
    ],
  ])('is refused with %s', (_, input) => {
    expect(() => formOf({ input })).toThrow(expect.objectContaining({ code: 'request-invalid' }))
  })
})
