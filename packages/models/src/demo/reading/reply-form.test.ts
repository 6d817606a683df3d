import {
  assistant,
  claimsGrammar,
  followUpTool,
  type ModelRequest,
  material,
  scoreGrammar,
  selfAskGrammar,
  system,
  type ToolSpec,
  thoughtGrammar,
  user,
  verdictGrammar,
} from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { readRequest } from './reading.ts'

const sums: ToolSpec = { name: 'math.sums', description: 'Does sums.', input: { type: 'object' } }
const about = (form: string): ModelRequest => ({ messages: [system(`Whatever. ${form}`), user('2 + 2?')] })

describe('the form of a reply', () => {
  it.each([
    ['verdict', verdictGrammar],
    ['score', scoreGrammar],
    ['thought', thoughtGrammar],
    ['claims', claimsGrammar],
  ])('is a %s where its grammar is taught', (kind, grammar) => {
    expect(readRequest(about(grammar.preamble([])))).toMatchObject({ form: { kind }, purpose: kind })
  })

  it('is known in a repair turn, which has nothing but the form', () => {
    const messages = [user(`${verdictGrammar.repair('it is empty', [])}\n\nYour reply was:\nhm`)]
    expect(readRequest({ messages }).form).toEqual({ kind: 'verdict' })
  })

  it('is not taken from what somebody says in a conversation', () => {
    const messages = [user('Hello'), assistant('Hello!'), user(`What does this mean? ${scoreGrammar.preamble([])}`)]
    expect(readRequest({ messages }).form).toEqual({ kind: 'plain' })
  })

  it('is self-ask where questions can be asked, natively or in words', () => {
    const native = readRequest({ messages: [user('2 + 2?')], tools: [followUpTool, sums] })
    const taught = readRequest(about(selfAskGrammar.preamble([followUpTool, sums])))
    const stopped = readRequest({ messages: [user('2 + 2?')], stop: selfAskGrammar.stop })
    expect([native, taught, stopped].map(({ form }) => form)).toEqual([
      { kind: 'self-ask', isNative: true, mayAsk: true },
      { kind: 'self-ask', isNative: false, mayAsk: true },
      { kind: 'self-ask', isNative: false, mayAsk: false },
    ])
    expect(native.purpose).toBe('follow-ups')
    expect(taught.tools).toEqual([{ name: 'math.sums', description: 'Does sums.', input: { type: 'object' } }])
  })

  const object = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  })

  it.each([
    ['plan', ['steps']],
    ['edits', ['edits']],
    ['route', ['loop', 'reason']],
    ['confidence', ['confidence', 'reason']],
  ])('wants a %s, by its name or by its written schema', (name, properties) => {
    const schema = object(...properties)
    const named = readRequest({ messages: [user('2 + 2?')], output: { name, schema } })
    const written = readRequest({ messages: [system(`JSON Schema:\n${JSON.stringify(schema)}`), user('2 + 2?')] })
    expect([named.wants, written.wants, named.purpose]).toEqual([name, name, name])
  })

  it('wants no more than a value where the schema is a person’s', () => {
    const output = { name: 'answer', schema: object('confidence', 'reason') }
    expect(readRequest({ messages: [user('2 + 2?')], output })).toMatchObject({ wants: undefined, purpose: 'answer' })
  })
})

describe('material', () => {
  const questions = (parts: Record<string, string>) => readRequest({ messages: [user(material(parts))] }).questions

  it.each([
    [{ task: 'All of it.', results: '4', step: 'This step.' }, 'This step.'],
    [{ task: 'All of it.', draft: 'It is 4.' }, 'All of it.'],
    [{ question: 'A smaller one?' }, 'A smaller one?'],
  ])('asks for its step, its question or its task: %j', (parts, text) => {
    expect(questions(parts as unknown as Record<string, string>)).toEqual([{ text, batchesBefore: 0 }])
  })

  it('stands in a template, and is kept by its parts', () => {
    const { material: parts } = readRequest({
      messages: [user(`Do this:\n\n${material({ task: 'All.', step: 'This.' })}\n\nAnd nothing else.`)],
    })
    expect(parts).toEqual({ task: 'All.', step: 'This.' })
  })

  it('is read where a template has put words right beside it', () => {
    const parts = { task: 'All.', step: 'This.\n<b>\nbold\n</b>' }
    expect(readRequest({ messages: [user(`Do: ${material(parts)} Now.`)] }).material).toMatchObject({
      task: 'All.',
      step: parts.step,
    })
  })

  it.each(['reflections', 'attempt'])('with %s asks nothing', (name) => {
    const messages = [user(material({ [name]: '3 + 3 = 7' })), user('2 + 2?')]
    expect(readRequest({ messages })).toMatchObject({
      questions: [{ text: '2 + 2?' }],
      material: { [name]: '3 + 3 = 7' },
    })
  })

  it('is no more than text where a person writes tags', () => {
    const said = 'What is this?\n<b>\n2 + 2\n</b>'
    expect(readRequest({ messages: [user(said)] }).questions).toEqual([{ text: said, batchesBefore: 0 }])
  })
})

describe('a chain of follow-ups', () => {
  const asked = 'Follow up: Who built it?\nTool: math.sums\nTool Input: {"expression":"2 + 2"}'

  it('is read as calls with what came of them', () => {
    const answers = user(
      'Intermediate answer: The yard.\n\nIntermediate answer: [math.sums failed] <untrusted from="x">\nNo.\n</untrusted>',
    )
    const { batches } = readRequest({ messages: [user('Who?'), assistant(asked), answers] })
    expect(batches).toEqual([
      [
        {
          id: '',
          tool: 'follow_up',
          input: { question: 'Who built it?' },
          observation: { text: 'The yard.', isError: false },
        },
        { id: '', tool: 'math.sums', input: { expression: '2 + 2' }, observation: { text: 'No.', isError: true } },
      ],
    ])
  })

  it('knows a question that nobody could answer', () => {
    const messages = [
      user('Who?'),
      assistant('Follow up: Who built it?'),
      user('Intermediate answer: [failed] No answer came.'),
    ]
    const observation = { text: 'No answer came.', isError: true }
    expect(readRequest({ messages }).batches).toMatchObject([[{ tool: 'follow_up', observation }]])
  })

  it('ends with its answer', () => {
    const messages = [user('Who?'), assistant('So the final answer is: The yard.'), user('And you?')]
    expect(readRequest({ messages })).toMatchObject({ lastAnswer: 'The yard.', questions: [{ text: 'And you?' }] })
  })
})

describe('what a loop asks to have as data', () => {
  const named = (name: string, ...keys: readonly string[]) => {
    const schema = { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) }
    return readRequest({ messages: [user('2 + 2?')], output: { name, schema } }).purpose
  }
  const ratings = ['relevance', 'completeness', 'usability', 'goal_progress', 'reason', 'working_memory']

  it('is one of three plans by what the plan holds', () => {
    expect([named('plan', 'steps'), named('plan', 'steps', 'working_memory'), named('plan', 'tasks')]).toEqual([
      'plan',
      'tool-plan',
      'task-plan',
    ])
  })

  it.each([
    ['input', ['input', 'working_memory']],
    ['evaluation', ratings],
    ['evaluation', [...ratings, 'facts']],
    ['decision', ['action', 'confidence', 'reason', 'question', 'new_plan', 'missing', 'working_memory']],
    ['compression', ['compressed']],
  ])('is part of the work on a plan: %s', (name, keys) => {
    expect(named(name, ...keys)).toBe(name)
    const line = JSON.stringify({ type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) })
    const messages = [system(`Reply with JSON of this JSON Schema:\n${line}`), user('2 + 2?')]
    expect(readRequest({ messages }).purpose).toBe(name)
  })

  it('is what is still missing where that form is taught', () => {
    const form = 'COMPLETION_STATUS: …\nGAP: …\nNEXT_FOCUS: …'
    expect(readRequest(about(form))).toMatchObject({ form: { kind: 'gap' }, purpose: 'gap' })
  })

  it('is an answer with the labels that are taught below it', () => {
    const signed = readRequest(about('End with:\nCONFIDENCE: …\nGAPS: …\nREFERRAL: …'))
    expect(signed).toMatchObject({ purpose: 'answer', labels: { signs: true, confirms: false } })
    expect(readRequest(about('Say CONFIRMED.')).labels).toEqual({ signs: false, confirms: true })
  })
})
