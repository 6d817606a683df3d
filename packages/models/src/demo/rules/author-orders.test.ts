import { assistant, type JsonObject, observation, shownText, type ToolSpec, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { decided } from '../../../test/decided.ts'
import { authorOrders } from './author-orders.ts'

const tool = (name: string, properties: JsonObject, required = Object.keys(properties)): ToolSpec => ({
  name,
  description: '',
  input: { type: 'object', properties, required },
})
const number = { type: 'number' }
const string = { type: 'string' }
const tools = [
  tool('text.count_words', { text: string }),
  tool('everything.echo', { message: string }),
  tool('everything.get-sum', { a: number, b: number }),
  tool('mail.sendNote', { to: { enum: ['ada', 'ben'] }, text: string, copies: { type: 'integer' } }),
  tool('disk.list_files', { folder: string }, []),
  tool('calendar.now', { zone: string }, []),
  tool('math.calculate', { expression: string }),
  tool('web.search', { query: string }),
  tool('lists.sort', { items: { type: 'array' } }),
]
const decide = (text: string) => decided(authorOrders, { messages: [user(text)], tools })

describe('an order', () => {
  it.each([
    ['Count the words: to be, or not to be', 'text.count_words', { text: 'to be, or not to be' }],
    ['Please echo “17 geese”.', 'everything.echo', { message: '17 geese' }],
    ['Get the sum of 17 and -2.5.', 'everything.get-sum', { a: 17, b: -2.5 }],
    ['Use get-sum: 1,200 and 1', 'everything.get-sum', { a: 1200, b: 1 }],
    ['Send a note to Ada, 2 times: "Hello."', 'mail.sendNote', { to: 'ada', text: 'Hello.', copies: 2 }],
    ['List the files.', 'disk.list_files', {}],
    ['Use calendar.now.', 'calendar.now', {}],
    ['Please call the tool calendar.now.', 'calendar.now', {}],
  ])('is given to the tool that it names: %s', (text, name, input) => {
    expect(decide(text)).toMatchObject({ kind: 'calls', calls: [{ tool: name, input }] })
  })

  it.each([
    ['says less than the tool needs', 'Get the sum of 17.'],
    ['says more than the tool takes', 'Get the sum of 17, 25 and 3.'],
    ['names a value that may not be given', 'Send a note to Cleo, 2 times: "Hello."'],
    ['says a text in no marks', 'Echo hello.'],
    ['is a question', 'What is the sum of 17 and 25?'],
    ['speaks of a tool without an order', 'I get the sum of 17 and 25.'],
    ['is understood by other rules', 'Calculate: 2 + 2'],
    ['is a search', 'Search: the Petrel'],
    ['needs what words cannot say', 'Sort “b, a”.'],
    ['begins with a word that is the name of a tool, too', 'Now in words.'],
    ['begins so with a colon', 'Now: in words.'],
    ['uses something else', 'Use words now.'],
    ['has the name of a tool within a longer one', 'Use calendar.nowhere now.'],
    ['is long', `Echo “${'x'.repeat(2000)}”.`],
  ])('is none when it %s', (_, text) => {
    expect(decide(text)).toBeUndefined()
  })
})

describe('the answer', () => {
  const after = (text: string, error = false, offered = tools) => {
    const call = assistant([{ type: 'tool-call', id: 'c', tool: 'everything.echo', input: { message: 'hello' } }])
    const result = observation({ type: 'tool-result', id: 'c', tool: 'everything.echo', text, ...(error && { error }) })
    return decided(authorOrders, { messages: [user('Echo “hello”.'), call, result], tools: offered })
  }

  it('is what the tool said, without the lines that mark it as text from outside', () => {
    expect(after('Echo: hello')).toMatchObject({ kind: 'answer', text: 'Echo: hello', findings: { isKnown: true } })
    expect(after(shownText({ text: 'Echo: hello', untrusted: { from: 'everything.echo' } }))).toMatchObject({
      text: 'Echo: hello',
    })
  })

  it('is given, too, when no tool may be called any more', () => {
    expect(after('Echo: hello', false, [])).toMatchObject({ text: 'Echo: hello' })
  })

  it('is that the tool failed, when it did', () => {
    expect(after('No.', true)).toMatchObject({ text: '`everything.echo` failed: No.', findings: { isKnown: false } })
  })
})
