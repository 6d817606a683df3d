import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { malformedReplies, malformedReplyTools } from '../../../../test/fixtures/malformed-replies/load.ts'
import { assistant, observation, textOf, user } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { Parsed } from './grammar.ts'
import { unquoted } from './quoted-text.ts'
import { followUpTool, questionKey, questionOf, selfAskGrammar } from './self-ask-grammar.ts'

const search: ToolSpec = {
  name: 'web.search',
  description: 'Searches the web.',
  input: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}
const tools = [followUpTool, search]

const parse = (text: string) => selfAskGrammar.parse(text, tools)
const asks = (...questions: readonly string[]) => ({
  kind: 'calls',
  calls: questions.map((question) => ({ tool: 'follow_up', input: { question } })),
})
const answers = (text: string) => ({ kind: 'answer', text })

describe('a final answer', () => {
  it.each([
    ['plain', 'So the final answer is: 42'],
    ['in capitals', 'SO THE FINAL ANSWER IS: 42'],
    ['in bold', '**So the final answer is:** 42'],
    ['all in bold', '**So the final answer is: 42**'],
    ['as a heading', '### So the final answer is: 42'],
    ['with a comma', 'So, the final answer is: 42'],
    ['on the next line', 'So the final answer is:\n42'],
    ['after talk', 'I know enough now.\nSo the final answer is: 42'],
    ['in the middle of a line', 'I know enough. So the final answer is: 42'],
    ['bold in the middle of a line', 'I know enough. **So the final answer is:** 42'],
    ['after thinking', '<think>Follow up: no</think>So the final answer is: 42'],
    ['in a fence', '```\nSo the final answer is: 42\n```'],
    ['in a list', '- So the final answer is: 42'],
    ['after the word that nothing is needed', 'Are follow up questions needed here: No.\nSo the final answer is: 42'],
    ['by another name', 'FINAL_ANSWER: 42'],
    ['in other words', 'Therefore, the final answer is: 42'],
    ['in other words, without a comma', 'It adds up. Hence the final answer is: 42'],
    ['in capitals in the middle of a line', 'I know enough. SO THE FINAL ANSWER IS: 42'],
    ['without a colon', 'So the final answer is 42'],
    ['without a colon, after talk', 'I know enough. Thus, the final answer is 42'],
    ['without a colon, as the last line', 'I know enough.\n\nThe final answer is 42\n'],
    ['after a formula in braces', 'It is $\\frac{84}{2}$. So the final answer is: 42'],
    ['after JSON', 'It says {"a": "Follow up: b"}. So the final answer is: 42'],
    ['after a brace that never closes', 'It says {"a. So the final answer is: 42'],
    ['before a question that comes too late', 'So the final answer is: 42\nFollow up: Really?'],
    ['before what was invented', 'So the final answer is: 42\nIntermediate answer: 43'],
  ])('is read %s', (_, text) => {
    expect(parse(text)).toEqual(answers('42'))
  })

  it.each([
    ['emphasis', 'So the final answer is **42**', '**42**'],
    ['a closing point', 'So the final answer is 42.', '42.'],
  ])('keeps its %s', (_, text, answer) => {
    expect(parse(text)).toEqual(answers(answer))
  })

  it.each([
    ['what is not known', 'So the final answer is not known.'],
    ['what is asked', 'So the final answer is 42?'],
    ['talk before more', 'So the final answer is 42 at most.\nIt may be less.'],
    ['the middle of a sentence', 'I was told that the final answer is 42.'],
  ])('without a colon is not cut out of %s', (_, text) => {
    expect(parse(text)).toEqual(answers(text))
  })

  it('without a colon is none before a question', () => {
    expect(parse('So the final answer is one name away.\nFollow up: Who?')).toMatchObject(asks('Who?'))
  })

  it.each([
    ['an observation', 'The log says:\nObservation: nothing moved.\nThat is it.'],
    ['several labels', 'The log says:\nThought: hm\nObservation: nothing moved.\n\nThat is it.'],
  ])('may quote %s', (_, text) => {
    expect(parse(`So the final answer is: ${text}`)).toEqual(answers(text))
  })

  it.each([
    ['a thought', '42\n\nThought: I am done.'],
    ['a call', '42\nAction: web.search\nAction Input: {"query":"x"}\nObservation: x'],
    ['a call in the words of the protocol', '42\nTool: web.search\nTool Input: {"query":"x"}'],
  ])('leaves out %s', (_, text) => {
    expect(parse(`So the final answer is: ${text}`)).toEqual(answers('42'))
  })

  it('may have several lines, and words that are labels elsewhere', () => {
    expect(parse('So the final answer is: use these\nTool: a hammer\nInput: a nail')).toEqual(
      answers('use these\nTool: a hammer\nInput: a nail'),
    )
  })

  it.each([
    ['prose', 'Paris is the capital of France.'],
    ['prose with a colon', 'Answer these: what, when\nTool: a good hammer'],
  ])('may be %s', (_, text) => {
    expect(parse(text)).toEqual(answers(text))
  })

  it('may follow the word that nothing is needed', () => {
    expect(parse('Are follow up questions needed here: No.\n\nParis.')).toEqual(answers('Paris.'))
  })
})

describe('follow-ups', () => {
  it.each([
    ['plain', 'Follow up: Who is it?'],
    ['with a hyphen', 'Follow-up: Who is it?'],
    ['in one word', 'Followup: Who is it?'],
    ['as a question', 'Follow-up question: Who is it?'],
    ['numbered', 'Follow up 1: Who is it?'],
    ['in bold', '**Follow up:** Who is it?'],
    ['in quotes', 'Follow up: "Who is it?"'],
    ['in a list', '1. Follow up: Who is it?'],
    ['after the word that they are needed', 'Are follow up questions needed here: Yes. Follow up: Who is it?'],
    ['with talk after them', 'Follow up: Who is it?\nI will wait.'],
    ['on the next line', 'Follow up:\nWho is it?'],
    ['before what rests on nothing', 'Follow up: Who is it?\nSo the final answer is: Loki'],
    ['before what is invented', 'Follow up: Who is it?\nIntermediate answer: Loki\nSo the final answer is: Loki'],
    ['before an observation', 'Follow up: Who is it?\nObservation: Loki'],
    [
      'in a list after a brace',
      'We have {x}.\n- Follow up: Who is it?\n- Intermediate answer: Loki\n- So the final answer is: Loki',
    ],
    ['in a line after a brace', 'I think {maybe} Follow up: Who is it? Intermediate answer: Loki'],
    ['written as a call', 'follow_up("Who is it?")'],
    ['written as a call with the name of its argument', 'follow_up(question="Who is it?")'],
    ['written as a call with JSON', '`follow_up({"question": "Who is it?"})`'],
    ['written as a call before talk', 'I ask.\nfollow_up("Who is it?")\nThen I wait.'],
    ['as its arguments alone', '{"question": "Who is it?"}'],
    ['as its arguments in a fence', 'I ask:\n```json\n{"question": "Who is it?", "reason": "It matters."}\n```'],
    ['as a call in tags', '<tool_call>{"name":"follow_up","arguments":{"question":"Who is it?"}}</tool_call>'],
  ])('are read %s', (_, text) => {
    expect(parse(text)).toMatchObject(asks('Who is it?'))
  })

  it.each([
    ['lines', 'Follow up: Who?\nFollow up: When?'],
    ['a list', 'Follow up questions:\n1. Who?\n2. When?'],
    ['calls', 'follow_up("Who?")\nfollow_up("When?")'],
    ['arguments', '[{"question":"Who?"},{"question":"When?"}]'],
    ['one with talk between', 'Follow up: Who?\n\nAlso:\n\nFollow up: When?'],
  ])('may be several: %s', (_, text) => {
    expect(parse(text)).toMatchObject(asks('Who?', 'When?'))
  })

  it('keep the talk before them as a thought', () => {
    expect(parse('I need the yard.\nFollow up: Who?')).toMatchObject({ thought: 'I need the yard.' })
  })

  it('in a list leave nothing of it behind', () => {
    expect(parse('1. Follow up: Who?\n2. Follow up: When?')).toEqual({ ...asks('Who?', 'When?'), thought: '' })
  })

  it.each(['{"question": "Who?", "answer": "Loki"}', '{"question": 7}', '[]'])('are not in the data `%s`', (text) => {
    expect(parse(text)).toEqual(answers(text))
  })

  it.each(['Follow up: none', 'Follow up: No more needed.', 'Follow up:', 'Follow up: ...'])(
    'are not in `%s`',
    (text) => {
      expect(parse(text)).toMatchObject({
        kind: 'fault',
        fault: 'there is no question after `Follow up:`',
        salvage: '',
      })
    },
  )
})

describe('a named tool', () => {
  it.each([
    ['with JSON', 'Tool: web.search\nTool Input: {"query":"cats"}'],
    ['with a bare text', 'Tool: web.search\nTool Input: cats'],
    ['in other letters', 'Tool: `Web_Search`\nTool Input: {"query":"cats"}'],
    ['in a list', '- Tool: web.search\n- Tool Input: {"query":"cats"}'],
    ['as a call', 'Tool: web.search("cats")'],
    ['by the labels of another protocol', 'Action: web.search\nAction Input: {"query":"cats"}'],
  ])('is called %s', (_, text) => {
    expect(parse(text)).toMatchObject({ kind: 'calls', calls: [{ tool: 'web.search', input: { query: 'cats' } }] })
  })

  it('is called beside a follow-up, in the order they stand in', () => {
    const text = 'Follow up: Who?\nTool: web.search\nTool Input: {"query":"cats"}\nFollow up: When?'
    const parsed = parse(text)
    expect(parsed.kind === 'calls' && parsed.calls.map(({ tool }) => tool)).toEqual([
      'follow_up',
      'web.search',
      'follow_up',
    ])
  })

  it('may have labels in the texts of its input', () => {
    const text = 'Tool: web.search\nTool Input: {"query":"a\nFollow up: b"}\nFollow up: Who?'
    expect(parse(text)).toMatchObject({
      calls: [{ input: { query: 'a\nFollow up: b' } }, { input: { question: 'Who?' } }],
    })
  })

  it('may have labels within the lines of its input, and others after it', () => {
    const text = 'Tool: web.search\nTool Input: {"query":"a Follow up: b"}\n- Follow up: Who?'
    expect(parse(text)).toMatchObject({
      calls: [{ input: { query: 'a Follow up: b' } }, { input: { question: 'Who?' } }],
    })
  })

  it('that is not there is called all the same, to be told so', () => {
    expect(parse('Tool: serch\nTool Input: {"q":"x"}')).toMatchObject({ calls: [{ tool: 'serch', input: { q: 'x' } }] })
  })

  it('with an input that is cut off is a fault', () => {
    expect(parse('Tool: web.search\nTool Input: {"query":"ca')).toMatchObject({
      kind: 'fault',
      fault: expect.stringMatching(/^the input of `web\.search` cannot be read/),
    })
  })
})

describe('a reply that cannot be read', () => {
  it.each([
    ['is empty', '', 'the reply is empty'],
    ['holds only thinking', '<think>hm</think>', 'the reply holds only thinking'],
    ['has no answer after its marker', 'So the final answer is:', 'there is no answer after `So the final answer is:`'],
    ['only thinks aloud', 'Thought: hm', 'there is neither a `Follow up:` nor a `So the final answer is:`'],
    [
      'begins with what only tools write',
      'Intermediate answer: Loki\nSo the final answer is: Loki',
      '`Intermediate answer:` is written by tools only, and there is no `Follow up:` before it',
    ],
  ])('%s', (_, text, fault) => {
    expect(parse(text)).toMatchObject({ kind: 'fault', fault })
  })
})

describe('the words of the protocol', () => {
  it('teach follow-ups and the tools by name, and that no answer is to be made up', () => {
    const taught = selfAskGrammar.preamble(tools)
    for (const part of [
      'Follow up:',
      'Tool:',
      'Tool Input:',
      '- web.search: Searches the web.',
      'So the final answer is:',
    ]) {
      expect(taught).toContain(part)
    }
    expect(taught).toContain('Never write an intermediate answer yourself.')
    expect(taught).not.toContain('follow_up')
  })

  it('teach no tools where there are none, and no question where none may be asked', () => {
    expect(selfAskGrammar.preamble([followUpTool])).not.toContain('Tool')
    expect(selfAskGrammar.preamble([])).not.toContain('Follow up')
  })

  it('name the fault, the forms and the inputs for a repair', () => {
    const asked = selfAskGrammar.repair('it is empty', tools)
    expect(asked).toMatch(/^Your last reply cannot be read: it is empty\./)
    expect(asked).toContain('web.search {"query": "…"}')
    expect(selfAskGrammar.repair('it is empty', [])).not.toContain('Follow up')
  })

  it('show what came from outside in a fence, and what failed as such', () => {
    const shown = (part: object) => {
      return textOf(
        selfAskGrammar.render(observation({ type: 'tool-result', id: '1', tool: 'follow_up', text: 'x', ...part })),
      )
    }
    expect(shown({})).toBe('Intermediate answer: x')
    expect(shown({ error: true })).toBe('Intermediate answer: [failed] x')
    expect(shown({ tool: 'web.search', error: true })).toBe('Intermediate answer: [web.search failed] x')
    expect(shown({ untrusted: { from: 'web' } })).toBe('Intermediate answer: <untrusted from="web">\nx\n</untrusted>')
    expect(selfAskGrammar.render(user('x'))).toEqual(user('x'))
  })
})

describe('questionOf', () => {
  it.each([
    [{ question: ' Who? ' }, 'Who?'],
    [{ query: 'Who?' }, 'Who?'],
    ['Who?', 'Who?'],
    [{ question: 'Who?', lines: 3 }, 'Who?'],
    [{ reason: 'It matters.', question: 'Who?' }, 'Who?'],
    [{ reason: 'It matters.', question: ' ' }, undefined],
    [{ a: 'x', b: 'y' }, undefined],
    [{ question: '' }, undefined],
    [7, undefined],
  ])('of %j is %s', (input, question) => {
    expect(questionOf({ input })).toBe(question)
  })

  it('of an input that could not be read is none', () => {
    expect(questionOf({ input: '{"quest', fault: 'it ends too early' })).toBeUndefined()
  })
})

describe('questionKey', () => {
  it.each([
    ['case and spaces', 'Who built  the Petrel?', 'who BUILT the petrel?'],
    ['the closing mark', 'Who built the Petrel?', 'Who built the Petrel'],
    ['how letters are put together', 'Où?', 'Ou\u0300?'],
  ])('is the same for questions that differ in %s', (_, a, b) => {
    expect(questionKey(a)).toBe(questionKey(b))
  })

  it.each([
    ['operators', 'What is 7 + 3?', 'What is 7 - 3?'],
    ['signs', 'What is -5 + 3?', 'What is 5 + 3?'],
    ['decimal points', 'What is 1.5 times 2?', 'What is 15 times 2?'],
    ['names', 'Who made C++?', 'Who made C?'],
    ['factorials', 'What is 5!?', 'What is 5?'],
    ['accents', 'What is a résumé?', 'What is a resume?'],
  ])('differs with the %s', (_, a, b) => {
    expect(questionKey(a)).not.toBe(questionKey(b))
  })

  it('is something for a question of marks alone', () => {
    expect(questionKey(' ?? ')).toBe('??')
  })
})

const pieces = [
  'Therefore, the final answer is ',
  'follow_up("Who?")',
  '{"question":"Who?"}',
  '{x} ',
  ':\nObservation: ',
  '\nFollow up: ',
  'Follow-up question:',
  '\nIntermediate answer: ',
  '\nSo the final answer is: ',
  '**So the final answer is:**',
  '\nTool: web.search',
  '\nTool Input: ',
  '{"query":"x"}',
  '{"query":"',
  'Are follow up questions needed here: Yes.',
  'Thought: ',
  '\nObservation: ',
  '<think>',
  '</think>',
  '```',
  '\n',
  '- ',
  'none',
  '<tool_call>',
  '{"name":"follow_up","arguments":{"question":"Who?"}}',
  'Who?',
]
const anyReply = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 20 }).map((parts) => parts.join('')),
)

function shownOf(parsed: Parsed): string {
  if (parsed.kind === 'answer') return parsed.text
  return parsed.kind === 'calls' ? parsed.thought : parsed.salvage
}

const ownLine = /^[ \t]*(?:Follow[ -]?up|Intermediate answer)[ \t]*[:：]/im
const otherLine = /^[ \t]*(?:Thought|Action|Observation)[ \t]*[:：]/im

function expectSound(parsed: Parsed): void {
  expect(unquoted(shownOf(parsed))).not.toMatch(ownLine)
  if (parsed.kind !== 'answer') expect(unquoted(shownOf(parsed))).not.toMatch(otherLine)
  if (parsed.kind === 'answer') expect(parsed.text.trim()).not.toBe('')
  if (parsed.kind === 'calls') expect(parsed.calls.some((call) => call.fault === undefined)).toBe(true)
  if (parsed.kind === 'fault') expect(parsed.fault).not.toBe('')
}

describe('any reply', () => {
  it('is an answer, calls or a fault, and shows no line of protocol', () => {
    fc.assert(
      fc.property(anyReply, (text) => expectSound(parse(text))),
      { numRuns: 3000 },
    )
  })

  it('that invents an answer keeps none of it', () => {
    fc.assert(
      fc.property(anyReply, (text) => {
        const parsed = parse(
          `Follow up: Who?\nIntermediate answer: LOKI ${text.replace(/<\/?\s*(?:think|reason)/gi, '')}`,
        )
        expect(JSON.stringify(parsed)).not.toContain('LOKI')
      }),
      { numRuns: 1000 },
    )
  })

  it.each(malformedReplies().map(({ id, text }) => ({ id, text })))('$id is sound', { timeout: 30_000 }, ({ text }) => {
    expectSound(selfAskGrammar.parse(text, [followUpTool, ...malformedReplyTools]))
  })

  it.each([
    ['questions', 'Follow up: Who?\n'],
    ['inputs that never end', 'Tool: web.search\nTool Input: {"query":"'],
    ['finals', 'So the final answer is:\n'],
    ['spaces', ' '.repeat(50)],
    ['talk of it', 'so the final answer is '],
    ['bullets', '- - - 1. '],
    ['braces', '{"'],
    ['JSON', '{"a":1} '],
    ['quotes', 'It says:\nThought: x\n\n'],
    ['calls', 'follow_up("Who?")\n'],
  ])('of a megabyte of %s is read in one pass', { timeout: 10_000 }, (_, piece) => {
    expectSound(parse(piece.repeat(Math.ceil(1_000_000 / piece.length))))
  })
})

describe('a rendered message', () => {
  const question = fc.stringMatching(/^[A-Z][a-z ]{1,20}[a-z]\?$/)
  const call = fc.oneof(
    question.map((asked) => ({ tool: 'follow_up', input: { question: asked } })),
    fc.string().map((query) => ({ tool: 'web.search', input: { query } })),
  )

  it('parses back to the same calls', () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), question, (calls, thought) => {
        const parts = calls.map((each, index) => ({ type: 'tool-call', id: `${index}`, ...each }) as const)
        const message = assistant([{ type: 'text', text: thought }, ...parts])
        expect(parse(textOf(selfAskGrammar.render(message)))).toEqual({ kind: 'calls', thought, calls })
      }),
      { numRuns: 500 },
    )
  })
})
