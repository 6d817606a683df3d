import { describe, expect, it } from 'vitest'
import { complete, confirmed, expert, gap, plans, task } from '../../../../../test/support/experts-replies.ts'
import { given, goal, runExperts } from '../../../../../test/support/experts-runs.ts'
import { behind, factsOfType, gate, stepPaths, textsOf, told, world } from '../../../../../test/support/kernel.ts'
import { defineLoop } from '../../kernel/loop.ts'
import { fails, modelOf, type ScriptedModel, type ScriptedReply, says } from '../../testing/scripted-model.ts'
import { experts } from './entry.ts'

const old = 'It was opened in the middle of the last century.'
const merged = 'It was opened in 1952, in the last century.'
const left = 'Tasks that were not carried out:\n3 (general): Which month, after {result_of:2}?'
const config = { maxAgenticRounds: 2 }
const nothing: ScriptedReply = { text: '', finish: 'stop' }

const usual: Readonly<Record<string, ScriptedReply>> = {
  'plan-cache#1/plan#1': plans(task('1', 'How old is it?')),
  'task#1[0]/expert#1/react/think#1': expert(old),
  'judge#1': gap('the year and the month'),
  'plan#1': plans(task('2', 'Which year?'), task('3', 'Which month, after {result_of:2}?')),
  'task#2[0]/expert#1/react/think#1': expert('In 1952.'),
  'task#2[1]/expert#1/react/think#1': expert('In May, they say.', 'medium'),
  'merge#1': says(merged),
  'merge#2': says(merged),
  'judge#2': complete,
  'critic#1': confirmed,
}

type Held = { readonly at: string; readonly by: ReturnType<typeof gate> }

/** A model that says the usual, but for these, and waits at one of them. */
function saying(more: Readonly<Record<string, ScriptedReply>> = {}, held?: Held): ScriptedModel {
  return modelOf((_, { path }) => {
    const reply = { ...usual, ...more }[path]
    if (!reply) throw new Error(`Nothing is written for \`${path}\`.`)
    return path === held?.at ? behind(held.by, reply)() : reply
  })
}

/** A session that is told to finish while its model is asked at this path. */
async function finishedAt(at: string, more: Readonly<Record<string, ScriptedReply>> = {}, settings: object = config) {
  const { runtime } = world({ loops: [experts] })
  const by = gate()
  const model = saying(more, { at, by })
  const session = await runtime.start(experts, goal, { model, config: settings })
  await by.isReached
  await told(session.finish())
  by.open()
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
  return { end, model, notes, paths: await stepPaths(runtime, session.id) }
}

const asked = (model: ScriptedModel, words: string) =>
  given(
    model,
    model.requests.findIndex((request) => textsOf(request).join().includes(words)),
  )

describe('finish', () => {
  it('while the gap is planned for leaves the answer as it is, with the gap and the details', async () => {
    const { end, paths } = await finishedAt('plan#1')
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: old,
      gap: 'the year and the month',
      details: {
        stop: 'finished',
        agentic_gap: 'the year and the month',
        tasks: [{ id: '1', output: old }],
        agentic_history: [{ iteration: 0, gap: 'the year and the month' }],
      },
    })
    expect(paths.filter((path) => /merge|wrap-up|critic/.test(path))).toEqual([])
  })

  it('while tasks of a later round run has what those gave that were done, and says what was not', async () => {
    const { end, model } = await finishedAt('task#2[1]/expert#1/react/think#1', {
      // It is told behind this reply, with its next step.
      'task#2[1]/expert#1/react/think#1': nothing,
    })
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: merged,
      gap: `the year and the month\n${left}`,
      details: {
        stop: 'finished',
        agentic_iteration: 1,
        tasks: [{ id: '1' }, { id: '2', output: 'In 1952.' }],
        agentic_history: [{ iteration: 0 }, { iteration: 1, findings: 'In 1952.' }],
      },
    })
    const { results, unfinished, 'earlier-answer': before } = asked(model, 'The work ended before')
    expect(results).toContain('In 1952.')
    expect(before).toContain(old)
    expect(unfinished).toContain(left)
  })

  it('before the answer of a round is judged takes its gap for open', async () => {
    const { end, paths } = await finishedAt('merge#1')
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: merged,
      gap: 'the year and the month',
      details: { stop: 'finished', agentic_history: [{}, { iteration: 1 }] },
    })
    expect(paths.filter((path) => /merge|judge#2|critic/.test(path))).toEqual(['merge#1'])
  })

  it('before the first answer is judged says that nobody knows', async () => {
    const unsure = { 'task#1[0]/expert#1/react/think#1': expert(old, 'medium') }
    const { end } = await finishedAt('merge#1', unsure)
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: merged,
      gap: 'The work ended before it was known to be complete.',
    })
    expect((await finishedAt('merge#1', unsure, {})).end).toMatchObject({ outcome: 'answered', gap: null })
  })

  it('before a short answer is judged of which all are sure leaves nothing open', async () => {
    const { end } = await finishedAt('task#1[0]/expert#1/react/think#1', {
      'task#1[0]/expert#1/react/think#1': expert('In 1952.'),
    })
    expect(end).toMatchObject({ outcome: 'answered', answer: 'In 1952.', gap: null, details: { stop: 'finished' } })
  })

  it('does not take a short answer of an earlier round for the one that is written then', async () => {
    const { end } = await finishedAt('task#2[0]/expert#1/react/think#1', {
      'task#1[0]/expert#1/react/think#1': expert('In 1952.', 'medium'),
      'merge#1': says('In 1952.'),
      'plan#1': plans(task('2', 'Which day?', { supersedes: '1' })),
      'task#2[0]/expert#1/react/think#1': expert('It was opened on the first of May 1952.'),
      'merge#3': says(merged),
    })
    expect(end).toMatchObject({ answer: merged, gap: 'the year and the month', details: { stop: 'finished' } })
  })

  it('before there is anything still ends in an answer', async () => {
    const { end, model } = await finishedAt('plan-cache#1/plan#1', { 'merge#1': says('Nobody knows.') })
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: 'Nobody knows.',
      gap: 'The work ended before it was known to be complete.',
      details: { stop: 'finished', tasks: [] },
    })
    expect(asked(model, 'The work ended before')).toMatchObject({ task: goal })
  })

  it('while the critic is asked keeps the end that is known', async () => {
    const settings = { maxAgenticRounds: 1 }
    const held = await finishedAt('judge#2', { 'judge#2': gap('the month') }, settings)
    expect(held.end).toMatchObject({
      outcome: 'gap_open',
      answer: merged,
      gap: 'the month',
      details: { stop: 'rounds' },
    })
    expect(held.notes).toContainEqual({
      name: 'critic',
      value: { verdict: 'refused', reason: 'the work ended before' },
    })
    expect(held.model.requests.map((request) => textsOf(request).join()).join()).not.toContain(
      'the last to see an answer',
    )
  })

  it('behind a task that gave nothing leaves the answer as it is', async () => {
    const failing = {
      'task#2[0]/expert#1/react/think#1': fails(new Error('down')),
      'task#2[1]/expert#1/react/think#1': nothing,
    }
    const { end, paths } = await finishedAt('task#2[1]/expert#1/react/think#1', failing)
    const missing = 'No task gave anything: Which year? (failed:model-failed)'
    expect(end).toMatchObject({ answer: old, gap: `the year and the month\n${missing}\n${left}` })
    expect(paths.filter((path) => path.startsWith('merge'))).toEqual([])
  })

  it('before the results of all tasks are merged says nothing of what is left to the merger', async () => {
    const { end, model } = await finishedAt('task#1[0]/expert#1/react/think#1', {
      'task#1[0]/expert#1/react/think#1': expert(old, 'medium'),
    })
    expect(end).toMatchObject({ answer: merged, gap: 'The work ended before it was known to be complete.' })
    expect(asked(model, 'A task was divided')).not.toHaveProperty('unfinished')
  })

  it('names no gap without end', async () => {
    const long = plans(task('2', 'Which year?'), task('3', 'q'.repeat(3_900), { depends_on: ['2'] }))
    const { end } = await finishedAt('task#2[0]/expert#1/react/think#1', { 'plan#1': long })
    expect(end.gap).toMatch(
      /^the year and the month\nTasks .*\n3 \(general\): q+\n… \d+ characters left out …\nq{1000}$/s,
    )
  })

  it('does not take one part of several for the whole', async () => {
    const { end } = await finishedAt('task#1[1]/expert#1/react/think#1', {
      'plan-cache#1/plan#1': plans(task('1', 'How old is it?'), task('2', 'How long?', { depends_on: ['1'] })),
      'task#1[1]/expert#1/react/think#1': nothing,
      'merge#1': says('It is old; the length is not known.'),
    })
    expect(end).toMatchObject({
      answer: 'It is old; the length is not known.',
      gap: 'Tasks that were not carried out:\n2 (general): How long?',
    })
  })
})

describe('a last merger', () => {
  const at = 'task#2[1]/expert#1/react/think#1'

  it.each<[what: string, reply: ScriptedReply]>([
    ['fails', fails(new Error('down'))],
    ['is cut off', { text: 'It was', finish: 'length' }],
    ['says nothing', nothing],
  ])('that %s leaves the answer before it', async (_, reply) => {
    const { end } = await finishedAt(at, { [at]: nothing, 'merge#1': reply, 'merge#1/repair#1': reply })
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: old,
      gap: `the year and the month\n${left}`,
      details: { stop: 'finished', tasks: [{ id: '1' }, { id: '2' }] },
    })
  })

  it('that is cut off without an answer before is told as that', async () => {
    const { end } = await finishedAt('task#1[0]/expert#1/react/think#1', {
      'task#1[0]/expert#1/react/think#1': expert(old, 'medium'),
      'merge#2': { text: 'It was', finish: 'length' },
    })
    expect(end).toMatchObject({ outcome: 'limit:tokens', answer: 'It was', details: { stop: 'cut-off' } })
    expect(end.gap).toMatch(/^The work ended before it was known to be complete\. The reply was cut off: /)
  })
})

describe('a last merger without an answer before', () => {
  const at = 'task#1[1]/expert#1/react/think#1'
  const two = plans(task('1', 'How old is it?'), task('2', 'How long?', { depends_on: ['1'] }))

  it.each<[what: string, reply: ScriptedReply, end: object]>([
    ['fails', fails(new Error('down')), { outcome: 'answered', details: { stop: 'finished' } }],
    ['says nothing', nothing, { outcome: 'stuck:unreadable', details: { stop: 'unreadable' } }],
  ])('that %s leaves the results as they are, with the gap', async (_, reply, end) => {
    const replies = { 'plan-cache#1/plan#1': two, [at]: nothing, 'merge#1': reply, 'merge#1/repair#1': reply }
    expect((await finishedAt(at, replies)).end).toMatchObject({
      ...end,
      answer: old,
      gap: 'Tasks that were not carried out:\n2 (general): How long?',
    })
  })
})

describe('a spent budget', () => {
  it('in a later round leaves the answer with what was found since, from the call that was kept back', async () => {
    const { end, paths } = await runExperts(saying(), { config, budget: { modelCalls: 6 } })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      answer: merged,
      gap: `the year and the month\n${left}`,
      usage: { modelCalls: 6 },
      details: { stop: 'limit', tasks: [{ id: '1' }, { id: '2', output: 'In 1952.' }] },
    })
    expect(paths.at(-1)).toBe('merge#1')
  })

  it('that does not hold a second try of the merger leaves the answer before', async () => {
    const { end } = await runExperts(saying({ 'merge#1': nothing }), { config, budget: { modelCalls: 6 } })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      answer: old,
      gap: `the year and the month\n${left}`,
      details: { stop: 'limit', tasks: [{ id: '1' }, { id: '2' }] },
    })
  })

  it('that holds no merger at all still ends in an answer', async () => {
    const model = saying({ 'wrap-up#1': says('Last words.') })
    const { end } = await runExperts(model, { config, budget: { inputTokens: 100 } })
    expect(end).toMatchObject({ outcome: 'limit:tokens', answer: 'Last words.' })
  })

  it('before the critic is asked keeps the gap that is known', async () => {
    const { end } = await runExperts(saying({ 'judge#2': gap('the month') }), {
      config: { maxAgenticRounds: 1 },
      budget: { modelCalls: 9 },
    })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      answer: merged,
      gap: 'the month',
      details: { stop: 'limit', agentic_iteration: 1 },
    })
  })

  it('further up is not its own to judge', async () => {
    const outer = defineLoop({
      name: 'outer',
      uses: [experts],
      run: async (ctx) => (await ctx.runLoop(experts, goal, { label: 'inner', config })).answer,
    })
    const { runtime } = world({ loops: [experts] })
    const model = modelOf((_, { path }) => usual[path.replace('inner#1/experts/', '')] ?? says('Last words.'))
    const session = await runtime.start(outer, goal, { model, budget: { modelCalls: 6 } })
    expect(await session.outcome).toMatchObject({ outcome: 'limit:calls', answer: 'Last words.', details: null })
    expect(await stepPaths(runtime, session.id)).toContain('wrap-up#1')
  })
})
