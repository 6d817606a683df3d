import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factsOfType, gate, told, turns, type World, world } from '../../../../../test/support/kernel.ts'
import {
  decides,
  givenAt,
  goal,
  json,
  lookUp,
  notesOf,
  plans,
  prepares,
  rates,
  reasoning,
  runReason,
  type Script,
  step,
} from '../../../../../test/support/reason-runs.ts'
import type { Loop } from '../../kernel/loop.ts'
import { fails, type ScriptedReply, says } from '../../testing/scripted-model.ts'
import type { SimulatedClock } from '../../testing/simulated-time.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { reason } from './entry.ts'

const second = 1000
const chain = plans(step('1'), step('2', '1'))

/** A tool that takes so long. */
const slowTool = (clock: SimulatedClock, ms: number, timeoutMs = 3600 * second): Tool =>
  defineTool({
    name: 'web.search',
    description: 'Searches slowly.',
    input: z.object({ query: z.string() }),
    effect: 'pure',
    timeoutMs,
    run: async () => {
      await clock.sleep(ms)
      return 'Found.'
    },
  }) as Tool

const slowly = (clock: SimulatedClock, ms: number, reply: ScriptedReply) => async () => {
  await clock.sleep(ms)
  return reply
}

type Timed = World & { readonly start: (script: Script, tool: Tool, config?: object) => ReturnType<typeof begin> }

async function begin({ runtime }: World, script: Script, tool: Tool, config: object = {}) {
  const model = reasoning(script)
  const session = await runtime.start(reason as unknown as Loop, goal, { model, tools: [tool], config })
  return { session, model }
}

/** A world whose clock moves only where something takes time. */
function timed(): Timed {
  const all = world()
  return { ...all, start: (script, tool, config) => begin(all, script, tool, config) }
}

describe('the time of a step', () => {
  it('ends the step with the call in flight, not the session: it has failed, and the model decides', async () => {
    const { clock, start } = timed()
    const prepare = slowly(clock, 400 * second, prepares('x'))
    const { session, model } = await start(
      { plan: chain, 'step#1/reason-step/prepare#1': prepare, decide: decides('continue') },
      lookUp,
    )
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'answered', usage: { activeMs: 300 * second } })
    expect(end.details).toMatchObject({
      steps: [
        { id: '1', quality: 'failed', fault: 'It took longer than 300 seconds.', output: null },
        { id: '2', quality: 'good' },
      ],
    })
    expect(givenAt(model, 'decide#1')['last']).toContain('It took longer than 300 seconds.')
  })

  it('covers preparing, running and judging together; what the tool gave is kept', async () => {
    const { clock, start, runtime } = timed()
    const script = {
      prepare: slowly(clock, 200 * second, prepares('x')),
      evaluate: slowly(clock, 50 * second, rates(5)),
      decide: decides('stuck'),
    }
    const { session, model } = await start(script, slowTool(clock, 60 * second))
    const end = await clock.runUntil(session.outcome)
    expect(end.details).toMatchObject({
      steps: [{ quality: 'failed', output: 'Found.', score: null, fault: 'It took longer than 300 seconds.' }],
    })
    expect(end.usage.activeMs).toBe(300 * second)
    // Nobody is asked for an answer in the place of the step.
    expect(model.paths.filter((path) => path.includes('wrap-up'))).toEqual([])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('is its own in a round of several', async () => {
    const { clock, start } = timed()
    const script = {
      plan: plans(step('a'), step('b')),
      'round#1[0]/step#1/reason-step/prepare#1': slowly(clock, 20 * second, prepares('a')),
      'round#1[1]/step#1/reason-step/prepare#1': slowly(clock, 5 * second, prepares('b')),
    }
    const { session } = await start(script, lookUp, { stepTimeoutSeconds: 10 })
    expect((await clock.runUntil(session.outcome)).details).toMatchObject({
      steps: [{ quality: 'failed', fault: 'It took longer than 10 seconds.' }, { quality: 'good' }],
    })
  })

  it('stands still while a person is waited for', async () => {
    const { clock, start } = timed()
    const tool = { ...slowTool(clock, 100 * second), approval: 'always' } as Tool
    const { session } = await start({ prepare: slowly(clock, 100 * second, prepares('x')) }, tool)
    await clock.advance(100 * second)
    expect(await session.idle()).toBe('waiting')
    await clock.advance(3600 * second)
    await told(session.approve())
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'answered', usage: { activeMs: 200 * second } })
    expect(end.details).toMatchObject({ steps: [{ quality: 'good' }] })
  })

  it('stands still while the session is paused', async () => {
    const { clock, start } = timed()
    const { session } = await start({ prepare: slowly(clock, 200 * second, prepares('x')) }, lookUp)
    await turns()
    await told(session.pause())
    await clock.advance(200 * second)
    expect(await session.idle()).toBe('paused')
    await clock.advance(3600 * second)
    await told(session.resume())
    expect((await clock.runUntil(session.outcome)).details).toMatchObject({ steps: [{ quality: 'good' }] })
  })

  it('is not mistaken for that of the session', async () => {
    const { clock, runtime } = world()
    const model = reasoning({ plan: chain, 'step#2/reason-step/prepare#1': slowly(clock, 90 * second, prepares('x')) })
    const budget = { activeMs: 60 * second }
    const session = await runtime.start(reason as unknown as Loop, goal, { model, tools: [lookUp], budget })
    expect(await clock.runUntil(session.outcome)).toMatchObject({
      outcome: 'limit:time',
      details: { stop: 'limit', steps: [{ id: '1' }] },
    })
  })
})

describe('the time of a tool', () => {
  it('is shorter than that of its step', async () => {
    const { clock, start } = timed()
    const { session } = await start({ decide: decides('stuck') }, slowTool(clock, 130 * second))
    const end = await clock.runUntil(session.outcome)
    expect(end.usage.activeMs).toBe(120 * second)
    expect(end.details).toMatchObject({ steps: [{ quality: 'failed', output: null }] })
    expect(JSON.stringify(end.details)).toContain('120')
  })

  it("is the tool's own when that is shorter", async () => {
    const { clock, start } = timed()
    const { session } = await start({ decide: decides('stuck') }, slowTool(clock, 130 * second, 10 * second))
    expect((await clock.runUntil(session.outcome)).usage.activeMs).toBe(10 * second)
  })
})

describe('model calls', () => {
  it('are 60 at most, whatever the budget says', () => {
    expect(reason.limits?.(reason.config.parse({}))).toEqual({ modelCalls: 60 })
  })

  it('that are spent end the run with an answer from what is known', async () => {
    const model = reasoning({ plan: chain, evaluate: rates(4, { facts: ['It leaves at nine.'] }) })
    const { end } = await runReason(model, { config: { maxModelCalls: 5 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 5 } })
    expect(end.answer).toMatch(/^It leaves at nine/)
    expect(givenAt(model, 'summarise#1')['memory']).toContain('- It leaves at nine. (step 1: web.search)')
  })
})

describe('iterations', () => {
  it('that are used up end in an answer that says what was not done', async () => {
    const model = reasoning({ plan: plans(step('1'), step('2', '1'), step('3', '2')) })
    const { end, details } = await runReason(model, { config: { maxIterations: 2 } })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      gap: 'Steps that were not carried out:\nStep 3 (web.search, after 2): Look 3 up.',
      details: { stop: 'turns', iterations: 2 },
    })
    expect(end.answer).toMatch(/^It leaves at nine/)
    expect(details.decisions.at(-1)).toMatchObject({
      decision: 'summary',
      by: 'rule',
      why: 'the limit of 2 iterations is reached',
    })
    expect(givenAt(model, 'summarise#1')['unfinished']).toContain('Step 3')
  })

  it('end without an answer when there is nothing to answer from', async () => {
    const model = reasoning({ prepare: prepares('fail') })
    const { end } = await runReason(model, { config: { maxIterations: 1 } })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: null, gap: expect.any(String) })
    expect(model.paths).not.toContain('summarise#1')
  })
})

describe('failures', () => {
  const failing = { prepare: prepares('fail'), decide: decides('continue') }

  it('in a row at the threshold are stuck, with what was known before', async () => {
    const plan = plans(step('1'), step('2', '1'), step('3', '2'), step('4', '3'))
    const model = reasoning({
      plan,
      decide: decides('continue'),
      'step#1/reason-step/prepare#1': prepares('x'),
      'step#2/reason-step/prepare#1': prepares('fail 1'),
      'step#3/reason-step/prepare#1': prepares('fail 2'),
      'step#4/reason-step/prepare#1': prepares('fail 3'),
    })
    const { end, details } = await runReason(model)
    expect(end).toMatchObject({ outcome: 'stuck:failures', status: 'stuck', answer: 'Found x.' })
    expect(details.decisions.map(({ decision, by }) => `${decision} by ${by}`)).toEqual([
      'continue by rule',
      'continue by model',
      'continue by model',
      'stuck by rule',
    ])
  })

  it('are counted anew after a step that gave something', async () => {
    const plan = plans(step('1'), step('2', '1'), step('3', '2'))
    const model = reasoning({ plan, ...failing, 'step#2/reason-step/prepare#1': prepares('x') })
    await runReason(model, { config: { stuckThreshold: 2 } })
    expect(givenAt(model, 'decide#2')['state']).toContain('Failures in a row: 1 of 2')
  })

  it('in a preparation are those of the step', async () => {
    const model = reasoning({ plan: chain, prepare: fails(new Error('down')), decide: decides('stuck') })
    const { details } = await runReason(model)
    expect(details.steps).toMatchObject([{ quality: 'failed', input: null }])
    expect(details.steps[0]?.fault).toContain('down')
  })
})

describe('the same call', () => {
  it('that is wanted by several steps of one round is refused once before it is stuck', async () => {
    const steps = [step('1'), step('2', '1'), step('3', '2'), step('4', '2'), step('5', '3', '4')]
    const model = reasoning({ plan: plans(...steps), prepare: prepares('same'), decide: decides('continue') })
    const { end, details } = await runReason(model)
    expect(details.decisions.map(({ decision, by }) => `${decision} by ${by}`)).toEqual([
      'continue by rule',
      'continue by rule',
      'continue by model',
      'stuck by rule',
    ])
    expect(end).toMatchObject({ outcome: 'stuck:duplicate', usage: { toolCalls: 2 } })
    expect(givenAt(model, 'decide#1')['last']).toContain('twice already')
  })

  it('of a tool that must not be repeated is made by one step of a round; the others are told', async () => {
    const sent: string[] = []
    const send = defineTool({
      name: 'calendar.send',
      description: 'Sends.',
      input: z.object({ query: z.string() }),
      run: ({ query }) => `Sent ${sent.push(query)}.`,
    }) as Tool
    const sending = (id: string) => ({ ...step(id), tool: 'calendar.send' })
    const model = reasoning({
      plan: plans(sending('a'), step('x'), sending('b'), sending('c')),
      prepare: prepares('same'),
      'round#1[0]/step#3/reason-step/prepare#1': prepares('other'),
    })
    const { details, end } = await runReason(model, { tools: [send, lookUp] })
    expect(sent).toEqual(['same', 'other'])
    expect(details.steps.map(({ id, quality }) => `${id} ${quality}`)).toEqual([
      'a good',
      'x good',
      'b failed',
      'c good',
    ])
    expect(details.steps[2]?.fault).toBe('Not run: another step of this round made exactly this call.')
    expect(end).toMatchObject({ outcome: 'answered', details: { iterations: 1 } })
    // Those that wait for it know what it did.
    expect(givenAt(model, 'round#1[0]/step#2/reason-step/prepare#1')['results']).toContain('Sent 1.')
  })

  it('is not made a third time, and a fourth is stuck', async () => {
    const plan = plans(...['1', '2', '3', '4'].map((id) => step(id, ...(id === '1' ? [] : [`${Number(id) - 1}`]))))
    const model = reasoning({ plan, prepare: prepares('same'), decide: decides('continue') })
    const { end, details } = await runReason(model)
    expect(end).toMatchObject({ outcome: 'stuck:duplicate', answer: expect.stringContaining('Found same.') })
    expect(details.steps.map(({ quality }) => quality)).toEqual(['good', 'good', 'failed', 'failed'])
    expect(details.steps[2]?.fault).toBe('Not run: it was called with exactly this input twice already.')
    expect(end.usage.toolCalls).toBe(2)
  })
})

describe('the working memory', () => {
  const long = 'The ferry was looked for in many places. '.repeat(20)
  const plan = plans(...[1, 2, 3, 4].map((id) => step(`${id}`, ...(id === 1 ? [] : [`${id - 1}`]))))

  it.each([
    ['as asked', json({ compressed: 'The ferry was looked for.' })],
    ['in a fence', says('```json\n{"compressed": "The ferry was looked for."}\n```')],
    ['as plain text in a fence', says('```\nThe ferry was looked for.\n```')],
    ['under another key', json({ answer: 'The ferry was looked for.' })],
  ])('is compressed after three rounds, written %s', async (_, compress) => {
    const model = reasoning({ plan, evaluate: rates(4, { memory: long }), compress })
    const { runtime, session } = await runReason(model)
    expect(model.paths.filter((path) => path.startsWith('compress'))).toEqual(['compress#1'])
    expect(model.paths.indexOf('compress#1')).toBe(model.paths.indexOf('step#4/reason-step/prepare#1') - 1)
    expect(givenAt(model, 'step#4/reason-step/prepare#1')['memory']).toBe(
      '<untrusted from="working memory">\nThe ferry was looked for.\n</untrusted>',
    )
    expect(await notesOf(runtime, session.id, 'compression-failed')).toEqual([])
  })

  it.each([
    ['fails', fails(new Error('down')), 'down'],
    ['cannot be read', says('{"compressed": "The fer'), 'No readable'],
    ['is longer than before', json({ compressed: long.repeat(2) }), 'it did not get any shorter'],
  ])('stays as it is when its compression %s, which is noted', async (_, compress, why) => {
    const model = reasoning({ plan, evaluate: rates(4, { memory: long }), compress, repair: compress })
    const { runtime, session, end } = await runReason(model)
    expect(end.outcome).toBe('answered')
    expect(givenAt(model, 'step#4/reason-step/prepare#1')['memory']).toContain(long.trim())
    expect(JSON.stringify(await notesOf(runtime, session.id, 'compression-failed'))).toContain(why)
  })

  it('is not compressed while it is short', async () => {
    const model = reasoning({ plan })
    await runReason(model, { config: { compressEvery: 1 } })
    expect(model.paths.filter((path) => path.startsWith('compress'))).toEqual([])
  })
})

describe('an abort', () => {
  it('tells the tool at once, and what is known is the answer', async () => {
    const { runtime } = world()
    const held = gate()
    let signal: AbortSignal | undefined
    const tool = defineTool({
      name: 'web.search',
      description: 'Waits.',
      input: z.object({ query: z.string() }),
      effect: 'pure',
      run: async ({ query }, context) => {
        if (query === '1') return 'Found 1.'
        signal = context.signal
        await held.pass()
        return 'never'
      },
    }) as Tool
    const model = reasoning({ plan: chain })
    const session = await runtime.start(reason as unknown as Loop, goal, { model, tools: [tool] })
    await held.isReached
    await session.abort()
    expect(signal?.aborted).toBe(true)
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer: 'Found 1.' })
    held.open()
    await turns()
    const failed = await factsOfType(runtime, session.id, 'step.failed')
    expect(failed.map(({ path }) => path)).toContain('step#2/reason-step/act#1[0]')
    expect(model.paths.at(-1)).toBe('step#2/reason-step/prepare#1')
  })

  it('keeps what a model had said, and asks nothing more', async () => {
    const { runtime } = world()
    const held = gate()
    const usual = reasoning()
    const model = {
      id: 'test/deaf',
      async *stream(...asked: Parameters<typeof usual.stream>) {
        if (!asked[1].path.includes('evaluate')) return yield* usual.stream(...asked)
        yield { type: 'text', text: '{"relevance": 4' } as const
        await held.pass()
      },
    }
    const session = await runtime.start(reason as unknown as Loop, goal, { model, tools: [lookUp] })
    await held.isReached
    await turns(2)
    await session.abort()
    await session.outcome
    const failed = await factsOfType(runtime, session.id, 'step.failed')
    expect(failed.at(-1)).toMatchObject({
      path: 'step#1/reason-step/evaluate#1',
      data: { error: { code: 'aborted' }, partial: [{ type: 'text', text: '{"relevance": 4' }] },
    })
  })
})
