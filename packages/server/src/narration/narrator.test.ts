import {
  type ClientTool,
  defineTool,
  direct,
  type FactEvent,
  type Loop,
  loops,
  planExecute,
  Runtime,
  react,
} from '@gyre/core'
import { calls, callsAll, fails, type ScriptedTurn, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Moment } from './moment.ts'
import { Narrator, narrate } from './narrator.ts'

const search = defineTool({
  name: 'search',
  description: 'Looks something up.',
  input: z.object({ query: z.string() }),
  effect: 'pure',
  run: ({ query }) => `About ${query}.`,
})

const place: ClientTool = { name: 'place', description: 'Where the client is.', input: { type: 'object' } }

function told(loop: Loop, script: readonly ScriptedTurn[], clientTools: readonly ClientTool[] = []) {
  const model = scriptedModel(...script)
  const runtime = new Runtime({ store: memoryStore(), loops })
  return { runtime, start: () => runtime.start(loop, 'Do it.', { model, tools: [search], clientTools }) }
}

async function momentsOf(loop: Loop, script: readonly ScriptedTurn[]): Promise<readonly Moment[]> {
  const { runtime, start } = told(loop, script)
  const { id } = await start()
  return Array.fromAsync(narrate({ runtime }, id))
}

/** A moment in a few words. */
function inShort(moment: Moment): string {
  switch (moment.type) {
    case 'thought':
    case 'answer':
    case 'answer-changed':
    case 'status':
      return `${moment.type} ${moment.text}`
    case 'step-begun':
    case 'step-ended':
    case 'thought-begun':
    case 'thought-ended':
      return `${moment.type} ${moment.path}`
    case 'tool-begun':
      return `tool-begun ${moment.id} ${moment.tool} ${JSON.stringify(moment.input)}`
    case 'tool-ended':
      return `tool-ended ${moment.id} ${moment.text}${moment.hasFailed ? ' failed' : ''}`
    case 'client-call':
      return `client-call ${moment.id} ${moment.tool} ${JSON.stringify(moment.input)}`
    case 'plan':
      return `plan ${moment.revision} ${moment.steps.map(({ id, state }) => `${id} ${state}`).join(', ')}`
    case 'standing':
      return `standing ${moment.status}`
    case 'ended':
      return `ended ${moment.end.outcome} ${moment.end.text}`
    default:
      return moment.type
  }
}

describe('what is told of a session', () => {
  it('is an answer as it is spoken, where the author speaks the answer', async () => {
    const moments = await momentsOf(direct, [{ reasoning: 'Easy.', text: 'Hello there.' }])
    expect(moments.map(inShort)).toEqual([
      'begun',
      'standing running',
      'step-begun answer#1',
      'status Thinking',
      'thought-begun answer#1',
      'thought Easy.',
      'thought-ended answer#1',
      'answer Hello there.',
      'step-ended answer#1',
      'standing completed',
      'ended answered Hello there.',
    ])
  })

  it('is a thought, then a call, then an answer that is no thought', async () => {
    const moments = await momentsOf(react, [calls('search', { query: 'tea' }, 'I look.'), says('It is tea.')])
    expect(moments.map(inShort)).toEqual([
      'begun',
      'standing running',
      'step-begun think#1',
      'status Thinking',
      'step-ended think#1',
      'thought-begun think#1',
      'thought I look.',
      'thought-ended think#1',
      'step-begun act#1[0]',
      'tool-begun act#1[0] search {"query":"tea"}',
      'status search tea',
      'tool-ended act#1[0] About tea.',
      'step-ended act#1[0]',
      'step-begun think#2',
      'status Thinking',
      'step-ended think#2',
      'answer It is tea.',
      'standing completed',
      'ended answered It is tea.',
    ])
  })

  it('is an answer with the blanks it has, once, also for who joins in its middle or when a model begins again', async () => {
    const spoken = (moments: readonly Moment[]) =>
      moments.map((each) => (each.type === 'answer' ? each.text : '')).join('')
    expect(spoken(await momentsOf(direct, [says('\n\nHello. \n')]))).toBe('\n\nHello. \n')
    const definition = { loop: 'direct', task: { goal: 'Hi', messages: [], files: [] } }
    const narrator = new Narrator({ speaksAnswer: () => true })
    const fact = (seq: number, type: FactEvent['type'], data: object, path?: string) =>
      narrator.apply({
        v: 1,
        seq,
        at: '2026-01-01T00:00:00.000Z',
        session: 's',
        type,
        data: data as FactEvent['data'],
        ...(path && { path }),
      })
    const delta = (text: string, offset: number) =>
      narrator.apply({
        v: 1,
        at: '2026-01-01T00:00:00.000Z',
        session: 's',
        type: 'text.delta',
        path: 'answer#1',
        data: { text, offset },
      })
    const told = [
      ...fact(1, 'session.created', definition),
      ...delta('two ', 4),
      ...delta('one two ', 0),
      ...delta('two three', 4),
      ...delta('five', 20),
      ...fact(2, 'session.ended', {
        answer: 'one two three four',
        outcome: 'answered',
        gap: null,
        details: null,
        status: 'completed',
        active: 1,
        error: null,
      }),
    ]
    expect(told.flatMap((each) => (each.type === 'answer' ? [each.text] : []))).toEqual(['one two ', 'three', ' four'])
  })

  it('keeps what was spoken of an answer that never came', async () => {
    const moments = await momentsOf(direct, [fails(new Error('cut'), 'Half of')])
    expect(moments.filter(({ type }) => type === 'answer' || type === 'answer-changed').map(inShort)).toEqual([
      'answer Half of',
    ])
  })

  it('stops where the client has calls to make, and goes on after them', async () => {
    const both = callsAll({ tool: 'place', input: {} }, { tool: 'place', input: { exact: true } })
    const { runtime, start } = told(react, [both, says('You are in Ghent.')], [place])
    const session = await start()
    const first = await Array.fromAsync(narrate({ runtime }, session.id))
    const open = first.flatMap((each) => (each.type === 'client-call' ? [each] : []))
    expect(open.map(({ tool, input }) => [tool, input])).toEqual([
      ['place', {}],
      ['place', { exact: true }],
    ])
    expect(first.at(-1)).toEqual({ type: 'standing', status: 'waiting' })
    const { view } = await runtime.read(session.id)
    for (const { path } of open) await session.answer('Ghent', { question: path })
    const rest = await Array.fromAsync(narrate({ runtime }, session.id, { after: view.seq }))
    expect(rest.map(inShort).filter((text) => /^(answer|ended|client-call|tool-)/.test(text))).toEqual([
      'answer You are in Ghent.',
      'ended answered You are in Ghent.',
    ])
  })

  it('shows a plan as a list that is ticked off', async () => {
    const plan = says(
      JSON.stringify({
        steps: [
          { id: 'a', goal: 'First.' },
          { id: 'b', goal: 'Second.', needs: ['a'] },
        ],
      }),
    )
    const moments = await momentsOf(planExecute, [plan, says('One.'), says('Two.'), says('All.')])
    expect(
      moments
        .filter(({ type }) => type === 'plan')
        .map(inShort)
        .at(-1),
    ).toContain('a done')
    expect(moments.at(-1)).toMatchObject({ type: 'ended' })
  })

  it('is the same facts without a single delta', async () => {
    const { runtime, start } = told(react, [calls('search', { query: 'tea' }, 'I look.'), says('It is tea.')])
    const session = await start()
    await session.outcome
    const late = (await Array.fromAsync(narrate({ runtime }, session.id))).map(inShort)
    expect(late).toEqual([
      'begun',
      'standing running',
      'step-begun think#1',
      'step-ended think#1',
      'thought-begun think#1',
      'thought I look.',
      'thought-ended think#1',
      'step-begun act#1[0]',
      'tool-begun act#1[0] search {"query":"tea"}',
      'tool-ended act#1[0] About tea.',
      'step-ended act#1[0]',
      'step-begun think#2',
      'step-ended think#2',
      'answer It is tea.',
      'standing completed',
      'ended answered It is tea.',
    ])
  })
})
