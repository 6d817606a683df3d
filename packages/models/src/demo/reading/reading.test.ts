import { assistant, type Message, reactGrammar, system, type ToolSpec, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { readRequest } from './reading.ts'

const sums: ToolSpec = { name: 'math.sums', description: 'Does sums.\nAll of them.', input: { type: 'object' } }
const read = (...messages: readonly Message[]) => readRequest({ messages })

describe('readRequest', () => {
  it('knows the tools that a text protocol teaches, with descriptions of several lines', () => {
    const { tools, form } = read(system(`Be kind.\n\n${reactGrammar.preamble([sums])}`), user('2 + 2?'))
    expect(tools).toEqual([{ name: 'math.sums', description: 'Does sums.', input: { type: 'object' } }])
    expect(form).toEqual({ kind: 'react' })
  })

  it('knows the protocol by its stop text when no tools are left', () => {
    expect(readRequest({ messages: [user('2 + 2?')], stop: reactGrammar.stop }).form).toEqual({ kind: 'react' })
  })

  it('matches written observations to written calls', () => {
    const calls = 'Thought: I look.\nAction: a\nAction Input: {"x": 1}\nAction: b\nAction Input: {"x": 2}'
    const observed = [user('Observation: [b failed] No.\n\nObservation: [a] Yes.')]
    expect(read(user('2 + 2?'), assistant(calls), ...observed).batches).toMatchObject([
      [
        { tool: 'a', input: { x: 1 }, observation: { text: 'Yes.', isError: false } },
        { tool: 'b', input: { x: 2 }, observation: { text: 'No.', isError: true } },
      ],
    ])
  })

  it('reads questions newest first, guidance like any other, and background not at all', () => {
    const messages = [user('[CONTEXT] 3 + 3'), user('2 + 2?'), user('[USER GUIDANCE] Rather 2 + 3.')]
    expect(read(...messages).questions.map(({ text }) => text)).toEqual(['Rather 2 + 3.', '2 + 2?'])
  })

  it('leaves an exchange behind when it was answered, and keeps the answer', () => {
    const { questions, lastAnswer } = read(user('2 + 2?'), assistant('2 + 2 = 4'), user('And you?'))
    expect([questions.map(({ text }) => text), lastAnswer]).toEqual([['And you?'], '2 + 2 = 4'])
  })

  it('takes what stands behind the marker for the answer', () => {
    const { lastAnswer } = read(user('2 + 2?'), assistant('3, no: 4.\nFINAL ANSWER: 2 + 2 = 4'), user('And you?'))
    expect(lastAnswer).toBe('2 + 2 = 4')
  })

  it('takes a reply that could not be read for no answer', () => {
    const { questions } = read(user('2 + 2?'), assistant('Thought: hm'), user('That cannot be read.'))
    expect(questions.map(({ text }) => text)).toEqual(['That cannot be read.', '2 + 2?'])
  })

  it('takes JSON for an answer, unless JSON is asked for and was refused', () => {
    const messages = [user('2 + 2?'), assistant('{"value":"4"}'), user('No.')]
    const output = { name: 'answer', schema: { type: 'object' } }
    const counts = [readRequest({ messages }), readRequest({ messages, output })].map(
      ({ questions }) => questions.length,
    )
    expect(counts).toEqual([1, 2])
  })

  it('tells a schema from the question it stands beside', () => {
    const schema = { type: 'string', pattern: '[0-9]+' }
    const { questions, ...rest } = read(user(`2 + 2?\nIt must fit this JSON Schema:\n${JSON.stringify(schema)}`))
    expect(rest).toMatchObject({ schema, form: { kind: 'json' } })
    expect(questions[0]?.text).toBe('2 + 2?\nIt must fit this JSON Schema:')
  })

  it('tells a question from the answer given with it', () => {
    const { questions } = read(user('Put it into a form.\n\nQuestion: 2 + 2?\n\nAnswer: 4,\nof course'))
    expect(questions).toEqual([{ text: '2 + 2?', given: '4,\nof course', batchesBefore: 0 }])
  })
})
