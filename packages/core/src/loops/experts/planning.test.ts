import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { confirmed, expert, gap, plans, task } from '../../../../../test/support/experts-replies.ts'
import { calculate, given, goal, runExperts } from '../../../../../test/support/experts-runs.ts'
import { factsOfType, search, textsOf, withMethods, world } from '../../../../../test/support/kernel.ts'
import { says, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'
import { experts } from './entry.ts'

const answered = expert('It is 70.')
const one = plans(task('1', 'Q?'))

describe('a plan', () => {
  it.each([
    ['a bare list', '[{"id":"1","category":"code","task":"Q?"}]'],
    ['one task alone', '{"id":"1","category":"code","task":"Q?"}'],
    ['other words', '{"tasks":[{"id":1,"task_type":"code","task_description":"Q?","needs":[]}]}'],
    [
      'thinking before it',
      '<think>{"tasks":[]}</think>\n```json\n{"tasks":[{"category":"code","instruction":"Q?"}]}\n```',
    ],
  ])('may be %s', async (_, text) => {
    const { end } = await runExperts(scriptedModel(says(text), answered, confirmed))
    expect(end.details).toMatchObject({ tasks: [{ id: '1', category: 'code', task: 'Q?' }] })
  })

  it('with an unknown category is for the general expert, and a note says so', async () => {
    const model = scriptedModel(plans(task('1', 'Q?', { category: 'alchemy' })), answered, confirmed)
    const { end, runtime, session } = await runExperts(model)
    expect(end.details).toMatchObject({ tasks: [{ category: 'general' }] })
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({ name: 'plan-mended', value: { remarks: ['task `1`: no category `alchemy`'] } })
  })

  it('with a tool that is not there leaves the task to an expert', async () => {
    const model = scriptedModel(plans(task('1', 'Q?', { tool: 'fly', args: {} })), answered, confirmed)
    expect((await runExperts(model)).end.details).toMatchObject({ tasks: [{ kind: 'expert' }] })
  })

  it.each(['{}', '{"tasks":[]}', '[]', 'I would rather not.', ''])(
    'of `%s` is asked for again, twice, and then is the whole task',
    async (text) => {
      const empty = says(text)
      const model = scriptedModel(empty, empty, empty, answered, confirmed)
      const { end, paths } = await runExperts(model)
      expect(end).toMatchObject({ outcome: 'answered', answer: 'It is 70.' })
      expect(given(model, 3)).toEqual({ task: goal, step: goal })
      expect(paths.slice(0, 4)).toEqual([
        'plan-cache#1/plan#1',
        'plan-cache#1/repair-plan#1',
        'plan-cache#1/repair-plan#2',
        'plan-cache#1',
      ])
    },
  )

  it('that was not usable is asked for in fewer words, with its faults', async () => {
    const circle = plans(task('a', 'A?', { depends_on: ['b'] }), task('b', 'B?', { depends_on: ['a'] }))
    const model = scriptedModel(circle, one, answered, confirmed)
    await runExperts(model, { tools: [search] })
    const sizes = [0, 1].map((request) => textsOf(model.requests[request]).join('').length)
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.7)
    expect(textsOf(model.requests[1]).join()).toContain('- step `b` needs `a`, which needs it in turn')
  })

  it('that stays a circle cannot be carried out, and the gap says why', async () => {
    const circle = plans(task('a', 'A?', { depends_on: ['b'] }), task('b', 'B?', { depends_on: ['a'] }))
    const { end } = await runExperts(scriptedModel(circle, circle, circle))
    expect(end).toMatchObject({ outcome: 'stuck:plan', answer: null, details: { stop: 'plan', tasks: [] } })
    expect(end.gap).toBe('There is no plan that can be carried out: step `b` needs `a`, which needs it in turn')
  })

  it.each([
    ['two tasks with one id', plans(task('a', 'A?'), task('a', 'B?')), 'two steps have the id `a`'],
    ['an unknown dependency', plans(task('a', 'A?', { depends_on: ['x'] })), 'step `a` needs `x`, which is no step'],
    ['a placeholder of nothing', plans(task('a', 'Double {result_of:x}.')), 'step `a` needs `x`, which is no step'],
  ])('with %s is repaired', async (_, faulty, fault) => {
    const model = scriptedModel(faulty, one, answered, confirmed)
    expect((await runExperts(model)).end.outcome).toBe('answered')
    expect(textsOf(model.requests[1]).join()).toContain(fault)
  })

  it('with too many tasks is cut, and what was left out is the gap', async () => {
    const many = plans(task('1', 'Q?'), task('2', 'R?'), task('3', 'S?'))
    const model = scriptedModel(many, many, many, answered, confirmed)
    const { end } = await runExperts(model, { config: { maxTasks: 1 } })
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'It is 70.',
      gap: 'Tasks of the plan were left out: R?; S?',
    })
  })

  it.each([
    ['cannot be read', says('No.')],
    ['is a circle', plans(task('a', 'A?', { depends_on: ['a'] }))],
  ])('with too many tasks is cut, also when the last repair %s', async (_, last) => {
    const many = plans(task('1', 'Q?'), task('2', 'R?'))
    const model = scriptedModel(says('{}'), many, last, answered, confirmed)
    const { end } = await runExperts(model, { config: { maxTasks: 1 } })
    expect(end).toMatchObject({ answer: 'It is 70.', gap: 'Tasks of the plan were left out: R?' })
  })
})

describe('the plan cache', () => {
  const plain = () => world({ loops: [experts] })

  it('gives an equal task the plan it has', async () => {
    const here = plain()
    await runExperts(scriptedModel(one, answered, confirmed), { in: here })
    const { end, paths } = await runExperts(scriptedModel(answered, confirmed), { in: here })
    expect(end.answer).toBe('It is 70.')
    expect(paths).not.toContain('plan-cache#1/plan#1')
  })

  it('keeps a plan for half an hour', async () => {
    const store = memoryStore()
    const kept: (number | undefined)[] = []
    const keyValue = withMethods(store.keyValue, {
      set: async (key, value, ttlMs) => {
        kept.push(ttlMs)
        await store.keyValue.set(key, value, ttlMs)
      },
    })
    const here = world({ loops: [experts], store: withMethods(store, { keyValue }) })
    await runExperts(scriptedModel(one, answered, confirmed), { in: here })
    expect(kept).toEqual([1_800_000])
  })

  it.each([
    ['another end of the input', { task: `${'x'.repeat(400)}b` }],
    ['another tool', { tools: [calculate] }],
    ['another setting', { config: { resultChars: 500 } }],
    ['another conversation', { task: { goal: `${'x'.repeat(400)}a`, messages: [spoken('before')] } }],
  ])('has none for %s', async (_, other) => {
    const here = plain()
    const task = `${'x'.repeat(400)}a`
    await runExperts(scriptedModel(one, answered, confirmed), { in: here, task })
    const { paths } = await runExperts(scriptedModel(one, answered, confirmed), { in: here, task, ...other })
    expect(paths).toContain('plan-cache#1/plan#1')
  })

  it('has none for a tool of the same name that takes something else', async () => {
    const here = plain()
    const tool = (longest: number) =>
      defineTool({
        name: 'search',
        description: search.description,
        effect: 'pure',
        input: z.object({ query: z.string().max(longest) }),
        run: () => 'x',
      })
    const there = { ...here, runtime: here.another() }
    await runExperts(scriptedModel(one, answered, confirmed), { in: here, tools: [tool(10)] })
    const { paths } = await runExperts(scriptedModel(one, answered, confirmed), { in: there, tools: [tool(20)] })
    expect(paths).toContain('plan-cache#1/plan#1')
  })

  it('has none for a session with other instructions', async () => {
    const here = plain()
    await runExperts(scriptedModel(one, answered, confirmed), { in: here })
    const other = { in: here, instructions: 'Plan for children.' }
    const { paths } = await runExperts(scriptedModel(one, answered, confirmed), other)
    expect(paths).toContain('plan-cache#1/plan#1')
  })

  it('is neither read nor written by a re-plan', async () => {
    const here = plain()
    const options = { in: here, config: { maxAgenticRounds: 1 } }
    const long = expert('It was opened in the middle of the last century.')
    const focused = plans(task('9', 'Only the year.'))
    const last = [says('It was opened in 1952, at last.'), says('COMPLETION_STATUS: COMPLETE'), confirmed]
    await runExperts(scriptedModel(one, long, gap('the year'), focused, answered, ...last), options)
    const model = scriptedModel(long, gap('the year'), focused, answered, ...last)
    const { end, paths } = await runExperts(model, options)
    expect(end.details).toMatchObject({
      tasks: [
        { id: '1', task: 'Q?' },
        { id: '9', task: 'Only the year.' },
      ],
    })
    expect(paths.filter((path) => path.includes('plan'))).toEqual(['plan-cache#1', 'plan#1'])
    model.assertUsedUp()
  })

  it('keeps no plan that cannot be used', async () => {
    const here = plain()
    const empty = says('{}')
    await runExperts(scriptedModel(empty, empty, empty, answered, confirmed), { in: here })
    const model = scriptedModel(one, answered, confirmed)
    expect((await runExperts(model, { in: here })).end.details).toMatchObject({ tasks: [{ task: 'Q?' }] })
    model.assertUsedUp()
  })

  it('is not there when it is switched off', async () => {
    const { paths } = await runExperts(scriptedModel(one, answered, confirmed), { config: { planCache: false } })
    expect(paths[0]).toBe('plan#1')
  })
})

function spoken(text: string) {
  return { role: 'user' as const, parts: [{ type: 'text' as const, text }] }
}
