import { expect, it } from 'vitest'
import { assistant, observation, user } from '../messages.ts'
import { promptPage, requestPage } from './prompt-page.ts'

it('shows every kind of part', () => {
  const messages = [
    user('Look.', { type: 'file', name: 'a.txt', mediaType: 'text/plain', data: 'line one\nline two' }),
    user('', { type: 'image', mediaType: 'image/png', url: 'https://example.com/a.png' }),
    assistant([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', id: '1', tool: 'look', input: { at: 'sky' } },
    ]),
    observation({ type: 'tool-result', id: '1', tool: 'look', text: 'Clouds.', error: true }),
    assistant([]),
  ]
  expect(promptPage({ tools: ['look'], role: 'judge', append: [] }, messages, [])).toBe(
    `tools: look
role: judge

user: Look.
user attaches: a.txt, text/plain
line one
line two

user: 
user shows: an image, image/png, https://example.com/a.png

assistant thinks: Hm.
assistant: I look.
assistant calls: look {"at":"sky"}

tool look failed: Clouds.

assistant:
`,
  )
})

it('names the tools of the session where all are offered, and says so when there are none', () => {
  expect(promptPage({ tools: '*' }, [user('x')], ['a', 'b'])).toBe('tools: a, b\n\nuser: x\n')
  expect(promptPage({ tools: '*' }, [user('x')], [])).toBe('tools: none\n\nuser: x\n')
  expect(promptPage({}, [user('x')], ['a'])).toBe('user: x\n')
})

it('shows a request that says nothing', () => {
  expect(requestPage(null)).toBe('nothing\n')
})
