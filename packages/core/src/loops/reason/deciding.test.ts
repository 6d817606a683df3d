import { describe, expect, it } from 'vitest'
import { behind, gate, told } from '../../../../../test/support/kernel.ts'
import {
  decides,
  givenAt,
  json,
  notesOf,
  plans,
  prepares,
  rates,
  reasoning,
  runReason,
  type Script,
  startReason,
  step,
} from '../../../../../test/support/reason-runs.ts'
import { says } from '../../testing/scripted-model.ts'

/** Its only step is partial, so that a model decides. */
const undecided = { evaluate: rates(3) }
const adjusts = (...ids: readonly string[]) => decides('adjust', { new_plan: ids.map((id) => step(id)) })

describe('a model that decides', () => {
  it('sees the plan, the last results whole, the trend and the working memory', async () => {
    const scores = { 'step#1/reason-step/evaluate#1': rates(5), 'step#2/reason-step/evaluate#1': rates(3) }
    const model = reasoning({ plan: plans(step('1'), step('2', '1')), ...scores })
    await runReason(model)
    expect(givenAt(model, 'decide#1')).toMatchObject({
      rest: 'No step is left.',
      state: 'Trend of the scores: DEGRADING\nIteration 2 of 15\nFailures in a row: 0 of 3\nNew plans so far: 0',
      memory: '<untrusted from="working memory">\nPlanned.\n</untrusted>',
    })
    expect(givenAt(model, 'decide#1')['last']).toContain('Step 2 (web.search): Look 2 up.')
    expect(givenAt(model, 'decide#1')['results']).toContain('Step 1 (web.search): Look 1 up.')
  })

  it('sees one score a round: the mean of those side by side', async () => {
    const model = reasoning({
      plan: plans(step('1'), step('a', '1'), step('b', '1')),
      'step#1/reason-step/evaluate#1': rates(3),
      'round#1[0]/step#1/reason-step/evaluate#1': rates(5),
      'round#1[1]/step#1/reason-step/evaluate#1': rates(1),
    })
    const { details, runtime, session } = await runReason(model)
    expect(details.trend).toEqual({ trend: 'stable', slope: 0 })
    expect(await notesOf(runtime, session.id, 'trend')).toEqual([{ trend: 'stable', slope: 0 }])
    expect(givenAt(model, 'decide#1')['state']).toContain('Trend of the scores: stable')
  })

  it('goes on with the steps that are left after a failure', async () => {
    const model = reasoning({
      plan: plans(step('1'), step('2', '1')),
      'step#1/reason-step/prepare#1': prepares('fail'),
      decide: decides('continue'),
    })
    const { end, details } = await runReason(model)
    expect(end.outcome).toBe('answered')
    expect(details.decisions.map(({ decision, by }) => `${decision} by ${by}`)).toEqual([
      'continue by model',
      'summary by rule',
    ])
  })

  it('that is sure that it is done has the answer written', async () => {
    const { end, details } = await runReason(reasoning({ ...undecided, decide: decides('done', { confidence: 0.7 }) }))
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'done', adjusts: 0 } })
    expect(details.decisions).toEqual([
      { decision: 'done', why: 'Because of done.', confidence: 0.7, by: 'model', iteration: 1 },
    ])
  })

  it('that is sure and names what is missing has it told to people and to the author', async () => {
    const decide = decides('done', { missing: 'The price.' })
    const model = reasoning({ ...undecided, decide })
    const { end, runtime, session } = await runReason(model)
    expect(end).toMatchObject({ outcome: 'answered', gap: 'The price.', details: { stop: 'done', adjusts: 0 } })
    expect(await notesOf(runtime, session.id, 'gap')).toEqual([{ gap: 'The price.' }])
    expect(givenAt(model, 'summarise#1')['unfinished']).toBe('<untrusted from="gap">\nThe price.\n</untrusted>')
  })

  it.each(['', 'Nothing.', 'none', 'N/A'])('that says that %j is missing lacks nothing', async (missing) => {
    const { end, runtime, session } = await runReason(reasoning({ ...undecided, decide: decides('done', { missing }) }))
    expect(end).toMatchObject({ outcome: 'answered', gap: null })
    expect(await notesOf(runtime, session.id, 'gap')).toEqual([])
  })

  it('that is not sure names what is missing, which is planned and counts as an adjust', async () => {
    const model = reasoning({
      'step#1/reason-step/evaluate#1': rates(3),
      decide: decides('done', { confidence: 0.69, missing: 'The price is missing.' }),
      'plan#2': plans(step('price')),
    })
    const { end, details, runtime, session } = await runReason(model)
    expect(end).toMatchObject({ outcome: 'answered', details: { adjusts: 1, iterations: 2 } })
    expect(details.steps.map(({ id }) => id)).toEqual(['1', 'price'])
    expect(givenAt(model, 'plan#2')['reason']).toContain('The price is missing.')
    const line = '[LOW CONFIDENCE] It was taken for done at 0.69. Missing: The price is missing.'
    expect(givenAt(model, 'plan#2')['memory']).toContain(line)
    expect(await notesOf(runtime, session.id, 'gap')).toEqual([{ gap: 'The price is missing.' }])
  })

  it('that is not sure and names nothing has not decided', async () => {
    const model = reasoning({ ...undecided, 'decide#1': decides('done', { confidence: 0.2 }), repair: decides('done') })
    const { details } = await runReason(model)
    expect(details.decisions).toMatchObject([{ decision: 'done', confidence: 0.9 }])
    expect(model.paths).toContain('decide#1/repair#1')
  })

  it('adjusts: its plan takes the place of the rest, under ids that are free', async () => {
    const model = reasoning({
      plan: plans(step('1'), step('2', '1')),
      'step#1/reason-step/evaluate#1': rates(1),
      decide: decides('adjust', { new_plan: [step('1'), step('3', '1')], reason: 'Wrong way.' }),
    })
    const { details, runtime, session } = await runReason(model)
    expect(details.steps.map(({ id }) => id)).toEqual(['1', '2', '3'])
    const changed = (await runtime.read(session.id)).rows.filter(({ type }) => type === 'plan.changed')
    expect(JSON.parse(changed[2]?.data ?? '')).toMatchObject({ round: 1, reason: 'Wrong way.' })
  })

  it('gives up: what is known so far is the answer, and its reason the gap', async () => {
    const model = reasoning({
      evaluate: rates(3, { facts: ['It leaves at nine.'] }),
      decide: decides('stuck', { reason: 'No timetable.' }),
    })
    const { end, runtime, session } = await runReason(model)
    expect(end).toMatchObject({
      outcome: 'stuck:given-up',
      status: 'stuck',
      answer: '- It leaves at nine. [1]\n\nSources:\n[1] web.search {"query":"1"}',
      gap: 'No timetable.',
    })
    expect(await notesOf(runtime, session.id, 'gap')).toEqual([{ gap: 'No timetable.' }])
  })

  it('asks the user; the answer stays in the working memory, and a plan is made with it', async () => {
    const model = reasoning({
      'step#1/reason-step/evaluate#1': rates(3),
      decide: decides('ask_user', { question: 'Which ferry?' }),
      'plan#2': plans(step('late')),
    })
    const { session, runtime } = await startReason(model)
    expect(await session.idle()).toBe('waiting')
    const { view } = await runtime.read(session.id)
    expect([...view.questions.values()]).toMatchObject([{ path: 'ask#1', question: 'Which ferry?' }])
    await told(session.answer('The late one.'))
    const end = await session.outcome
    expect(end).toMatchObject({ outcome: 'answered', details: { adjusts: 0 } })
    const said = '<untrusted from="question">\nWhich ferry?\n</untrusted>\n[USER ANSWER] The late one.'
    for (const path of ['plan#2', 'step#2/reason-step/prepare#1', 'step#2/reason-step/evaluate#1', 'summarise#1']) {
      expect(givenAt(model, path)['memory']).toContain(said)
    }
    expect((end.details as { workingMemory: string }).workingMemory).toMatch(
      /^\[USER ANSWER\] Which ferry\? → The late/,
    )
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})

describe('a decision that cannot be used', () => {
  it.each([
    ['an unknown action', json({ action: 'dance', confidence: 1, reason: 'Why not.' })],
    ['no action', json({ confidence: 1, reason: 'Why not.' })],
    ['to continue with nothing', decides('continue')],
    ['an empty plan', decides('adjust', { new_plan: [] })],
    ['no plan', decides('adjust')],
    ['a plan without tools', decides('adjust', { new_plan: [{ id: 'x', goal: 'Go.' }] })],
    ['a plan with a forbidden tool', decides('adjust', { new_plan: [{ ...step('x'), tool: 'shell.run' }] })],
    ['no question', decides('ask_user')],
    ['no JSON', says('Go on.')],
  ])('(%s) is a failure like others: three of them, and it is stuck', async (_, bad) => {
    const model = reasoning({ ...undecided, decide: bad, repair: bad })
    const { end, details } = await runReason(model)
    expect(end).toMatchObject({
      outcome: 'stuck:failures',
      answer: 'Found 1.',
      gap: 'The work is stuck: 3 failures in a row.',
      // A plan, a step, and three decisions with a repair each.
      usage: { modelCalls: 9 },
    })
    expect(details.decisions.map(({ decision }) => decision)).toEqual(['failed', 'failed', 'failed', 'stuck'])
    expect(givenAt(model, 'decide#2')['memory']).toContain('[DECISION FAILED] ')
  })

  it('may be followed by one that can', async () => {
    const model = reasoning({ ...undecided, 'decide#1': says('Hm.'), repair: says('Hm.') })
    const { end, details } = await runReason(model)
    expect(end.outcome).toBe('answered')
    expect(details.decisions.map(({ decision }) => decision)).toEqual(['failed', 'done'])
    expect(details.workingMemory).not.toContain('FAILED')
  })

  it('is no decision where the model itself fails', async () => {
    const { end } = await runReason(reasoning({ ...undecided, decide: { error: new Error('down') } }))
    expect(end).toMatchObject({ outcome: 'failed:model-failed', answer: 'Found 1.' })
  })
})

describe('new plans', () => {
  it('come to an end: the third that a model is sure of is the answer, with what it lacks', async () => {
    const model = reasoning({
      ...undecided,
      'decide#1': adjusts('b'),
      'decide#2': adjusts('c'),
      'decide#3': adjusts('d'),
    })
    const { end, details } = await runReason(model)
    expect(end).toMatchObject({
      outcome: 'gap_open',
      gap: 'Another plan was wanted: Because of adjust.',
      details: { stop: 'adjusts', adjusts: 2, iterations: 3 },
    })
    expect(end.answer).toMatch(/^It leaves at nine/)
    expect(details.decisions.slice(-2)).toMatchObject([
      { decision: 'adjust', by: 'model' },
      { decision: 'summary', by: 'rule', why: '2 new plans were made already' },
    ])
    expect(givenAt(model, 'summarise#1')['unfinished']).toBe(
      '<untrusted from="gap">\nAnother plan was wanted: Because of adjust.\n</untrusted>',
    )
  })

  it('go on where the model is not sure of them, within the iterations', async () => {
    const unsure = (id: string) => decides('adjust', { new_plan: [step(id)], confidence: 0.69 })
    const model = reasoning({
      ...undecided,
      'decide#1': unsure('b'),
      'decide#2': unsure('c'),
      'decide#3': unsure('d'),
      'decide#4': decides('done'),
    })
    const { end, details } = await runReason(model)
    expect(end.outcome).toBe('answered')
    expect(details).toMatchObject({ adjusts: 3, iterations: 4 })
  })
})

describe('what an unsure `done` found to be missing', () => {
  const missing = 'The price of the ferry.'
  const doubts = decides('done', { confidence: 0.4, missing })
  const doubtful = (script: Script = {}) =>
    reasoning({ ...undecided, 'decide#1': doubts, 'plan#2': plans(step('2')), ...script })

  /** A session that waits for a yes to the plan for what is missing. */
  const asking = async () => {
    const model = doubtful()
    const { session, runtime } = await startReason(model, { config: { approve: true } })
    await session.idle()
    await told(session.answer('yes'))
    await session.idle()
    return { session, runtime, model }
  }

  it('is the gap when a person takes the steps for it out', async () => {
    const { session, runtime, model } = await asking()
    await told(session.editPlan([]))
    expect(await session.outcome).toMatchObject({
      outcome: 'answered',
      gap: `Missing: ${missing}`,
      details: { stop: 'emptied' },
    })
    expect(givenAt(model, 'summarise#1')['unfinished']).toContain(missing)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('is the gap when a person refuses the plan for it', async () => {
    const { session } = await asking()
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({
      outcome: 'blocked',
      answer: 'Found 1.',
      gap: `Missing: ${missing}`,
      details: { stop: 'refused' },
    })
  })

  it('is the gap when a person takes out what is left of the steps for it', async () => {
    const at = gate()
    const model = doubtful({
      'plan#2': plans(step('2'), step('price', '2')),
      'step#2/reason-step/evaluate#1': behind(at, rates(4)),
    })
    const { session } = await startReason(model)
    await at.isReached
    await told(session.editPlan([]))
    at.open()
    expect(await session.outcome).toMatchObject({
      outcome: 'answered',
      gap: `Missing: ${missing}`,
      details: { stop: 'done', iterations: 2 },
    })
  })

  it('is told before the fault of the planner when no plan comes', async () => {
    const nothing = json({ error: 'nothing to plan' })
    const { end } = await runReason(doubtful({ 'plan#1': plans(step('1')), 'plan#2': nothing, plan: nothing }))
    expect(end).toMatchObject({
      outcome: 'stuck:plan',
      gap: `Missing: ${missing}\nNo plan could be used: the planner says: nothing to plan.`,
    })
  })

  it('is told when the iterations are used up', async () => {
    const { end } = await runReason(doubtful(), { config: { maxIterations: 2 } })
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      gap: `Missing: ${missing}\nThe work ended: the limit of 2 iterations is reached.`,
    })
  })

  it.each<[string, Script, string, string]>([
    ['gives up', { 'decide#2': decides('stuck') }, 'stuck:given-up', 'Because of stuck.'],
    [
      'fails',
      { 'decide#2': says('Hm.'), decide: says('Hm.'), repair: says('Hm.') },
      'stuck:failures',
      'The work is stuck: 3 failures in a row.',
    ],
    [
      'wants yet another plan',
      { 'decide#2': adjusts('3'), 'decide#3': adjusts('4') },
      'gap_open',
      'Another plan was wanted: Because of adjust.',
    ],
  ])('is told when who decides %s', async (_, script, outcome, gap) => {
    const { end } = await runReason(doubtful(script))
    expect(end).toMatchObject({ outcome, gap: `Missing: ${missing}\n${gap}` })
  })

  it('is told when the budget is spent after the steps for it were planned', async () => {
    const { end } = await runReason(doubtful(), { config: { maxModelCalls: 6 } })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      gap: `Missing: ${missing}\nSteps that were not carried out:\nStep 2 (web.search): Look 2 up.`,
    })
  })

  it('is what was found last', async () => {
    const later = decides('done', { confidence: 0.4, missing: 'The name of the ferry.' })
    const { end } = await runReason(doubtful({ 'decide#2': later, 'plan#3': plans(step('3')) }), {
      config: { maxIterations: 3 },
    })
    expect(end.gap).toBe('Missing: The name of the ferry.\nThe work ended: the limit of 3 iterations is reached.')
  })

  it.each<[string, Script, string | null]>([
    ['by a rule', { 'step#2/reason-step/evaluate#1': rates(4) }, null],
    ['by a model that lacks nothing', { 'decide#2': decides('done') }, null],
    ['by a model that lacks something else', { 'decide#2': decides('done', { missing: 'The name.' }) }, 'The name.'],
  ])('is settled by an end that is sure: %s', async (_, script, gap) => {
    const { end } = await runReason(doubtful(script))
    expect(end).toMatchObject({ outcome: 'answered', gap, details: { stop: 'done' } })
  })
})

describe('an answer of a person', () => {
  it('has failures counted anew', async () => {
    const fail = (nth: number) => ({ [`step#${nth}/reason-step/prepare#1`]: prepares(`fail ${nth}`) })
    const model = reasoning({
      plan: plans(step('1'), step('2', '1')),
      ...fail(1),
      ...fail(2),
      ...fail(3),
      'decide#1': decides('continue'),
      'decide#2': decides('ask_user', { question: 'Which ferry?' }),
      'plan#2': plans(step('3')),
      'decide#3': decides('stuck'),
    })
    const { session } = await startReason(model)
    await session.idle()
    await told(session.answer('The late one.'))
    expect(await session.outcome).toMatchObject({ outcome: 'stuck:given-up' })
    expect(givenAt(model, 'decide#2')['state']).toContain('Failures in a row: 2 of 3')
    expect(givenAt(model, 'decide#3')['state']).toContain('Failures in a row: 1 of 3')
  })
})
