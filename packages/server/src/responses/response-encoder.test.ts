import { describe, expect, it } from 'vitest'
import type { Moment } from '../narration/moment.ts'
import { pageExtra } from './page-extras.ts'
import { type AskedResponse, ResponseEncoder, type ResponseEnd } from './response-encoder.ts'
import type { ResponseEvent } from './response-wire.ts'

const asked: AskedResponse = {
  session: 'ses_7',
  after: 0,
  createdAt: 1_700_000_000,
  echo: {
    background: false,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model: 'react',
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    user: null,
  },
}

const completed: ResponseEnd = {
  status: 'completed',
  error: null,
  incomplete_details: null,
  usage: null,
  question: '',
  gyre: { outcome: 'answered' },
}

/** Everything that is told of some moments, and the response they make. */
function tell(moments: readonly Moment[], end: ResponseEnd = completed) {
  const encoder = new ResponseEncoder(asked, pageExtra)
  const events = [...encoder.begin(), ...moments.flatMap((moment) => encoder.encode(moment)), ...encoder.end(end)]
  return { events, response: encoder.response }
}

function shown(events: readonly ResponseEvent[]): readonly string[] {
  return events.map(({ type, delta, output_index: at }) =>
    [type.replace('response.', ''), at, delta].filter((part) => part !== undefined).join(' '),
  )
}

const answer: Moment = { type: 'answer', text: 'It is 42.' }

describe('a response of moments', () => {
  it('tells a thought and the answer as two items', () => {
    const { events, response } = tell([
      { type: 'thought-begun', path: 'think#1' },
      { type: 'thought', path: 'think#1', text: 'Six ' },
      { type: 'thought', path: 'think#1', text: 'sevens.' },
      { type: 'thought-ended', path: 'think#1' },
      answer,
    ])
    expect(shown(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added 0',
      'reasoning_summary_part.added 0',
      'reasoning_summary_text.delta 0 Six ',
      'reasoning_summary_text.delta 0 sevens.',
      'reasoning_summary_text.done 0',
      'reasoning_summary_part.done 0',
      'output_item.done 0',
      'output_item.added 1',
      'content_part.added 1',
      'output_text.delta 1 It is 42.',
      'output_text.done 1',
      'content_part.done 1',
      'output_item.done 1',
      'completed',
    ])
    expect(response.output).toMatchObject([
      { id: 'rs_7_0_0', summary: [{ text: 'Six sevens.' }] },
      { id: 'msg_7_0_1', status: 'completed', content: [{ text: 'It is 42.' }] },
    ])
    expect(events.at(-1)?.['response']).toEqual(response)
  })

  it('has no item for a thought without words', () => {
    const path = 'think#1'
    const { response } = tell([
      { type: 'thought-begun', path },
      { type: 'thought-ended', path },
    ])
    expect(response.output).toEqual([])
  })

  it('hands a call to the client with an id that leads back to it', () => {
    const call: Moment = { type: 'client-call', id: 'act#1', path: 'act#1', tool: 'look', input: { at: 'sea' } }
    const { events, response } = tell([call])
    expect(shown(events).slice(2, -1)).toEqual([
      'output_item.added 0',
      'function_call_arguments.delta 0 {"at":"sea"}',
      'function_call_arguments.done 0',
      'output_item.done 0',
    ])
    expect(response.output).toMatchObject([
      {
        type: 'function_call',
        call_id: expect.stringMatching(/^call_ses_7_/),
        name: 'look',
        arguments: '{"at":"sea"}',
      },
    ])
  })

  it('shows calls that were made once they are over', () => {
    const call = { id: 'act#1', path: 'act#1', tool: 'weather' }
    const other = { id: 'act#2', path: 'act#2', tool: 'mail' }
    const { response } = tell([
      { type: 'tool-begun', ...call, input: { city: 'Paris' } },
      { type: 'tool-begun', ...other, input: {} },
      { type: 'tool-ended', ...other, text: 'No post today.', hasFailed: true },
      { type: 'tool-ended', ...call, text: '18 °C', hasFailed: false },
    ])
    const content = [{ type: 'text', text: 'No post today.' }]
    expect(response.output).toMatchObject([
      { name: 'mail', status: 'failed', output: null, error: { type: 'mcp_tool_execution_error', content } },
      { name: 'weather', arguments: '{"city":"Paris"}', status: 'completed', output: '18 °C', error: null },
    ])
  })

  it('links what the answer cites', () => {
    const source = { number: 1, title: 'Sums', url: 'https://sums.example', quotes: [] }
    const { events, response } = tell([
      { type: 'answer', text: 'It is 42 [1].' },
      { type: 'source', source },
    ])
    const annotation = { type: 'url_citation', url: source.url, title: 'Sums', start_index: 9, end_index: 12 }
    expect(response.output).toMatchObject([{ content: [{ annotations: [annotation] }] }])
    expect(events.find(({ type }) => type === 'response.output_text.annotation.added')).toMatchObject({ annotation })
    expect(response.gyre).toMatchObject({ sources: [source] })
  })

  it('has only the last of an answer that was begun twice', () => {
    const { events, response } = tell([
      { type: 'answer', text: 'It' },
      { type: 'answer-changed', text: 'Well, 42.' },
    ])
    expect(shown(events)).toContain('output_text.delta 0 \n\nWell, 42.')
    expect(response.output).toMatchObject([{ content: [{ text: 'Well, 42.' }] }])
  })

  it('tells what happens in events that carry no items', () => {
    const { events } = tell([answer, { type: 'status', text: 'weather city: "Paris"' }])
    const extra = events.find((event) => 'event' in event)
    expect(extra).toMatchObject({
      type: 'response.in_progress',
      event: { type: 'status', data: { description: 'weather city: "Paris"', done: false } },
      response: { id: 'resp_7', output: [] },
    })
  })

  it('ends with what a person is asked', () => {
    const { response } = tell([answer], { ...completed, question: 'Go on?' })
    expect(response.output).toMatchObject([{ content: [{ text: 'It is 42.\n\nGo on?' }] }])
  })

  it.each([
    ['completed', 'response.completed', 'completed'],
    ['incomplete', 'response.incomplete', 'incomplete'],
    ['failed', 'response.failed', 'incomplete'],
    ['cancelled', 'response.incomplete', 'incomplete'],
  ] as const)('that is %s ends with an event that clients know', (status, type, itemStatus) => {
    const { events, response } = tell([answer], { ...completed, status })
    expect(events.at(-1)?.type).toBe(type)
    expect(response).toMatchObject({ status, output: [{ status: itemStatus }] })
  })
})
