import { describe, expect, it } from 'vitest'
import { behind, equipment, gate, told, world } from '../../../../../test/support/kernel.ts'
import {
  decides,
  givenAt,
  goal,
  lookUp,
  plans,
  prepares,
  rates,
  reasoning,
  runReason,
  type Script,
  startReason,
  step,
} from '../../../../../test/support/reason-runs.ts'
import { defineLoop, type Loop } from '../../kernel/loop.ts'
import { says } from '../../testing/scripted-model.ts'
import { reason } from './entry.ts'

const loop = reason as unknown as Loop
const chain = plans(step('1'), step('2', '1'), step('3', '2'))
const known = rates(4, { facts: ['It leaves at nine.'], memory: 'Nine, it seems.' })
const cited = 'It leaves at nine [1].\n\nSources:\n[1] web.search {"query":"1"}'

describe('a spent budget', () => {
  it('ends in the answer from outputs and memory, with the call that was kept back, and says what was not done', async () => {
    const model = reasoning({ plan: chain, evaluate: known })
    const { end, details, paths } = await runReason(model, { config: { maxModelCalls: 5 } })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      answer: cited,
      gap: 'Steps that were not carried out:\nStep 3 (web.search, after 2): Look 3 up.',
      usage: { modelCalls: 5 },
      details: { stop: 'limit', iterations: 2, workingMemory: 'Nine, it seems.' },
    })
    expect(details.decisions).toMatchObject([{ decision: 'continue', by: 'rule' }])
    expect(paths.at(-1)).toBe('summarise#1')
    const { results, memory, unfinished } = givenAt(model, 'summarise#1')
    expect(results).toContain('Found 1.')
    expect(memory).toContain('Nine, it seems.')
    expect(unfinished).toContain('Step 3 (web.search, after 2): Look 3 up.')
  })

  it('keeps what a tool gave that nobody could judge any more', async () => {
    const { details } = await runReason(reasoning({ plan: chain }), { config: { maxModelCalls: 5 } })
    expect(details.steps).toMatchObject([
      { id: '1', quality: 'good' },
      { id: '2', quality: 'partial', output: 'Found 2.', fault: 'Nobody judged it: the work ended before.' },
    ])
  })

  it('keeps all that steps side by side gave, judged or not', async () => {
    const plan = plans(step('a'), step('b'), step('c', 'a', 'b'))
    const { end, details } = await runReason(reasoning({ plan }), { config: { maxModelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 4 } })
    expect(details.steps.map(({ id, output, quality }) => `${id} ${output} ${quality}`)).toEqual([
      'a Found a. partial',
      'b Found b. partial',
    ])
    expect(end.gap).toBe('Steps that were not carried out:\nStep c (web.search, after a, b): Look c up.')
  })

  it('that is spent when all is done leaves nothing open', async () => {
    const { end } = await runReason(reasoning(), { config: { maxModelCalls: 4 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: cited, gap: null, details: { stop: 'limit' } })
  })

  it('has the answers of people, and what was found to be missing', async () => {
    const model = reasoning({
      evaluate: rates(3),
      'decide#1': decides('ask_user', { question: 'Which ferry?' }),
      'decide#2': decides('done', { confidence: 0.4, missing: 'The price.' }),
    })
    const { session, runtime } = await startReason(model, { config: { maxModelCalls: 9 } })
    await session.idle()
    await told(session.answer('The late one.'))
    const end = await session.outcome
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      gap: 'Missing: The price.',
      details: { workingMemory: expect.stringContaining('[USER ANSWER] Which ferry? → The late one.') },
    })
    expect(givenAt(model, 'summarise#1')['memory']).toContain('[USER ANSWER] The late one.')
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('that was spent before anything was there still ends in an answer', async () => {
    const { end, paths } = await runReason(reasoning({ summarise: says('Nobody knows.') }), {
      budget: { modelCalls: 2 },
    })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      answer: 'Nobody knows.',
      details: { stop: 'limit', steps: [] },
    })
    expect(paths.at(-1)).toBe('summarise#1')
  })

  it('warns of nothing that people did not limit', async () => {
    const { runtime, session } = await runReason(reasoning())
    const { rows } = await runtime.read(session.id)
    expect(rows.filter(({ type }) => type === 'budget.warned')).toEqual([])
  })

  it('that is spent while no step is left says that nobody knows whether it is complete', async () => {
    const { end } = await runReason(reasoning({ evaluate: rates(3) }), { config: { maxModelCalls: 4 } })
    expect(end).toMatchObject({ answer: cited, gap: 'The work ended before it was known to be complete.' })
  })

  it('is that of a step where the time of the step is meant', async () => {
    const { clock, runtime } = world()
    const slow = async () => {
      await clock.sleep(90_000)
      return prepares('x')
    }
    const model = reasoning({ plan: chain, 'step#2/reason-step/prepare#1': slow })
    const session = await runtime.start(loop, goal, { model, tools: [lookUp], budget: { activeMs: 60_000 } })
    expect(await clock.runUntil(session.outcome)).toMatchObject({
      outcome: 'limit:time',
      answer: cited,
      details: { stop: 'limit', steps: [{ id: '1' }] },
    })
  })
})

describe('finish', () => {
  const held = async (script: Script = {}) => {
    const at = gate()
    const model = reasoning({ plan: chain, 'step#2/reason-step/prepare#1': behind(at, prepares('2')), ...script })
    const all = await startReason(model)
    await at.isReached
    await told(all.session.finish())
    at.open()
    return { ...all, model }
  }

  it('ends in the answer from what is known, with the details of the work', async () => {
    const { session, runtime, model } = await held({ evaluate: known })
    expect(await session.outcome).toMatchObject({
      outcome: 'answered',
      answer: cited,
      gap: expect.stringMatching(/^Steps that were not carried out:\nStep 2 .*\nStep 3 /),
      details: { stop: 'finished', steps: [{ id: '1', quality: 'good' }], facts: [{ text: 'It leaves at nine.' }] },
    })
    expect(model.paths.at(-1)).toBe('summarise#1')
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('does the same after a crash while the answer is written', async () => {
    const writing = gate()
    const { session, afterCrash } = await held({ summarise: behind(writing, says('never')) })
    await writing.isReached
    const usual = reasoning()
    const again = await afterCrash(equipment(loop, usual, lookUp)).resume(session.id)
    expect(await again.outcome).toMatchObject({ outcome: 'answered', answer: cited, details: { stop: 'finished' } })
    expect(usual.paths).toEqual(['summarise#1'])
  })
})

describe('inside another loop', () => {
  const outer = (config: object = {}) =>
    defineLoop({
      name: 'outer',
      uses: [loop],
      run: async (ctx) => {
        const end = await ctx.runLoop(loop, goal, { label: 'inner', config })
        return { answer: end.answer, outcome: end.outcome, details: end.details }
      },
    })

  const runOuter = async (model: ReturnType<typeof reasoning>, config: object, budget: object) => {
    const { runtime } = world({ loops: [loop] })
    const session = await runtime.start(outer(config), goal, { model, tools: [lookUp], budget })
    return session.outcome
  }

  it('its own budget ends in its own answer', async () => {
    const end = await runOuter(reasoning({ plan: chain }), { maxModelCalls: 5 }, {})
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: cited, details: { stop: 'limit' } })
  })

  it('a budget further up is not its own to judge', async () => {
    const model = reasoning({ plan: chain })
    const end = await runOuter(model, {}, { modelCalls: 5 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'At nine, I think.', details: null })
    expect(model.paths.at(-1)).toBe('wrap-up#1')
  })
})
