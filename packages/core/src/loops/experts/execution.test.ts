import { describe, expect, it } from 'vitest'
import { complete, confirmed, expert, gap, plans, task } from '../../../../../test/support/experts-replies.ts'
import { calculate, given, runExperts, webOf } from '../../../../../test/support/experts-runs.ts'
import { behind, factsOfType, gate, search, turns, world } from '../../../../../test/support/kernel.ts'
import { calls, fails, modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'
import { direct } from '../direct.ts'
import { experts } from './entry.ts'

describe('tasks', () => {
  const chained = plans(
    task('c', 'Add up {result_of:a} and {result_of:b}.'),
    task('a', 'First?'),
    task('b', 'Second?', { depends_on: ['a'] }),
  )
  const replies = (path: string) => {
    if (path.endsWith('plan#1')) return chained
    if (path.startsWith('task#1[0]')) return expert('It is 17.')
    if (path.startsWith('task#1[1]')) return expert('It is 25.')
    if (path.startsWith('task#1[2]')) return expert('It is 42.')
    return path.startsWith('merge') ? says('42 it is.') : confirmed
  }

  it.each([true, false])('run behind those they depend on (parallel %s)', async (parallel) => {
    const model = modelOf((_, { path }) => replies(path))
    const { end } = await runExperts(model, { config: { parallel } })
    expect(end.details).toMatchObject({ tasks: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })
    expect(given(model, 2)['results']).toContain('It is 17.')
    expect(given(model, 3)['step']).toBe(
      'Add up <untrusted from="step a">\nIt is 17.\n</untrusted> and <untrusted from="step b">\nIt is 25.\n</untrusted>.',
    )
  })

  it('start as soon as those they depend on are done, whoever else is still at work', async () => {
    const { runtime } = world({ loops: [experts] })
    const slow = gate()
    const plan = plans(task('slow', 'Slow?'), task('a', 'A?'), task('b', 'B?', { depends_on: ['a'] }))
    const seen: string[] = []
    const model = modelOf(async (_, { path }) => {
      seen.push(path)
      if (path.endsWith('plan#1')) return plan
      if (path.startsWith('task#1[0]')) return behind(slow, expert('slow'))()
      if (path.startsWith('merge')) return says('Done.')
      return path.startsWith('critic') ? confirmed : expert('fast')
    })
    const session = await runtime.start(experts, 'Go.', { model })
    await slow.isReached
    await turns(40)
    expect(seen.filter((path) => path.startsWith('task#1[2]'))).toHaveLength(1)
    slow.open()
    expect((await session.outcome).answer).toBe('Done.')
  })

  it('are told when one they depend on gave nothing', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('a', 'A?'), task('b', 'Use {result_of:a}.'))
      if (path.startsWith('task#1[0]')) return fails(new Error('down'))
      if (path.startsWith('task#1[1]')) return expert('Without it.', 'medium')
      return path.startsWith('merge') ? says('Done.') : confirmed
    })
    await runExperts(model)
    expect(given(model, 2)).toMatchObject({
      step: 'Use (task a gave nothing).',
      results: 'Step a: A?\nIt gave nothing.',
    })
  })
})

describe('a long result', () => {
  const sentence = 'The bridge is old. '
  const replies = (path: string, plan: ReturnType<typeof plans>) => {
    if (path.endsWith('plan#1')) return plan
    if (path.startsWith('task#1[0]')) return expert(sentence.repeat(30).trim())
    if (path.startsWith('task#1[1]')) return expert('Done.')
    return path.startsWith('merge') ? says('Done.') : confirmed
  }

  it('stands shortened at a sentence in the place of its name, and says so', async () => {
    const plan = plans(task('a', 'A?'), task('b', 'Use {result_of:a}'))
    const model = modelOf((_, { path }) => replies(path, plan))
    await runExperts(model, { config: { resultChars: 100 } })
    const kept = sentence.repeat(5).trim()
    expect(given(model, 2)['step']).toContain(`${kept} [shortened: ${kept.length} of 569 characters]`)
  })

  it('stands in a query without a remark, and a note says so', async () => {
    const plan = plans(task('a', 'A?'), task('b', 'Look.', { query: '{result_of:a}' }))
    const model = modelOf((_, { path }) => replies(path, plan))
    const { runtime, session, end } = await runExperts(model, { config: { resultChars: 50 }, tools: [search] })
    expect(end.details).toMatchObject({
      tasks: [{}, { kind: 'web', output: 'Found The bridge is old. The bridge is old..' }],
    })
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({ name: 'shortened', value: { task: 'b', result_of: 'a', characters: 37 } })
  })
})

describe('work without a model', () => {
  it('is a search whose best pages are read', async () => {
    const pages = ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/`, text: `Page ${name}.` }))
    const plan = plans(task('1', 'Look.', { category: 'research', query: 'bridge' }))
    const model = scriptedModel(plan, says('Read.'), confirmed)
    const { end, paths } = await runExperts(model, { tools: webOf(pages) })
    expect(paths.filter((path) => path.startsWith('task'))).toEqual([
      'task#1[0]/search#1[0]',
      'task#1[0]/read#1[0]',
      'task#1[0]/read#1[1]',
    ])
    expect(end.details).toMatchObject({
      tasks: [
        { kind: 'web', confidence: 'medium', sources: ['https://a.example/', 'https://b.example/', 'web.search'] },
      ],
    })
  })

  it('is a calculation, with a result in its place', async () => {
    const plan = plans(
      task('1', 'Add.', { category: 'math', query: '17 + 25' }),
      task('2', 'Add more.', { category: 'math', query: '{result_of:1} + 8' }),
    )
    const { end } = await runExperts(scriptedModel(plan, says('It is 50.'), confirmed), { tools: [calculate] })
    expect(end.details).toMatchObject({ tasks: [{ output: '42', confidence: 'high' }, { output: '50' }] })
  })

  it.each([
    ['gave nothing', fails(new Error('down'))],
    ['admits that it could not', says('I cannot browse the web.')],
  ])('is not done when the one whose quoted name stands in its arguments %s', async (_, reply) => {
    const plan = plans(
      task('1', 'Who?'),
      task('2', 'Look.', { tool: 'search', args: { query: 'age of {result_of:"1"}' } }),
    )
    const model = modelOf((_request, { path }) => {
      if (path.endsWith('plan#1')) return plan
      if (path.startsWith('task#1[0]')) return reply
      return path.startsWith('merge') ? says('Nobody knows who it is.') : confirmed
    })
    const { end, paths } = await runExperts(model, { tools: [search] })
    expect(end.details).toMatchObject({ tasks: [{}, { gaps: 'It needs what task 1 did not give.' }] })
    expect(paths.filter((path) => path.startsWith('task#1[1]'))).toEqual([])
  })

  it('has a result in the place of its quoted name', async () => {
    const plan = plans(
      task('1', 'Who?'),
      task('2', 'Look.', { tool: 'search', args: { query: 'age of {result_of:"1"}' } }),
    )
    const model = scriptedModel(plan, expert('Ada'), says('She is old.'), confirmed)
    const { end } = await runExperts(model, { tools: [search] })
    expect(end.details).toMatchObject({ tasks: [{ id: '1' }, { output: 'Found age of Ada.' }] })
  })

  it('looks for nothing that an admission says', async () => {
    const plan = plans(task('1', 'Who?'), task('2', 'Look.', { query: 'age of {result_of:1}' }))
    const model = scriptedModel(plan, says('I cannot browse the web.'), says('Nobody knows who it is.'), confirmed)
    const { paths } = await runExperts(model, { tools: [search] })
    expect(paths.filter((path) => path.startsWith('task#1[1]'))).toEqual([])
  })

  it('is not done when a result is missing that it needs', async () => {
    const plan = plans(
      task('1', 'Add.', { category: 'math', query: 'x' }),
      task('2', 'Add more.', { category: 'math', query: '{result_of:1} + 8' }),
    )
    const { end, paths } = await runExperts(scriptedModel(plan), { tools: [calculate] })
    expect(end).toMatchObject({ outcome: 'gap_open', answer: null })
    expect(end.gap).toBe('No task gave anything: Add. (failed); Add more. (failed)')
    expect(end.details).toMatchObject({ tasks: [{ output: null }, { gaps: 'It needs what task 1 did not give.' }] })
    expect(paths.filter((path) => path.startsWith('task#1[1]'))).toEqual([])
  })
})

describe('a budget that ends while tasks run', () => {
  it('leaves what they gave so far', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('a', 'A?'), task('b', 'B?', { depends_on: ['a'] }))
      return path.startsWith('merge') ? says('A it is, of B nothing is known.') : expert('A it is.', 'medium')
    })
    const { end } = await runExperts(model, { budget: { modelCalls: 3 } })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      answer: 'A it is, of B nothing is known.',
      gap: 'Tasks that were not carried out:\nb (general): B?',
      details: { stop: 'limit', tasks: [{ id: 'a', output: 'A it is.' }] },
    })
  })

  it('ends those that wait for one that was ended', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('a', 'A?'), task('b', 'B?', { depends_on: ['a'] }))
      return says('Nothing is known.')
    })
    const { end } = await runExperts(model, { budget: { modelCalls: 2 } })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Nothing is known.' })
  })
})

describe('the loop of an expert', () => {
  const asked = plans(task('1', 'Q?', { category: 'law' }))
  const law = { category: 'law', description: 'laws' }
  const answering = () =>
    modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return asked
      return path.startsWith('critic') ? confirmed : expert('It is allowed.')
    })

  it.each([
    ['that of all experts', { expert: { loop: 'direct' }, experts: [law] }, 'direct/answer#1'],
    ['its own', { expert: { loop: 'direct' }, experts: [{ ...law, loop: { loop: 'react' } }] }, 'react/think#1'],
    ['react', { experts: [law] }, 'react/think#1'],
  ])('is %s', async (_, config, path) => {
    const here = world({ loops: [experts, direct] })
    const { paths } = await runExperts(answering(), { config, in: here })
    expect(paths).toContain(`task#1[0]/expert#1/${path}`)
  })

  it('is checked before anything is paid for', async () => {
    const { runtime } = world({ loops: [experts] })
    const config = { experts: [{ ...law, loop: { loop: 'rect' } }] }
    await expect(runtime.start(experts, 'Go.', { model: answering(), config })).rejects.toThrow(
      'there is no loop `rect`',
    )
  })

  it('has few turns', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('1', 'Q?'))
      const turn = /think#(\d)$/.exec(path)?.[1]
      if (turn !== undefined) return calls('search', { query: turn })
      return path.includes('answer#1') ? expert('It is allowed.') : confirmed
    })
    const { end } = await runExperts(model, { tools: [search], config: { maxExpertIterations: 2 } })
    // One that ran out of turns is not sure.
    expect(end.details).toMatchObject({ tasks: [{ outcome: 'limit:turns', confidence: 'medium' }] })
  })
})

describe('pages', () => {
  it('that were read in an earlier round are not read again', async () => {
    const pages = ['a', 'b'].map((name) => ({ url: `https://${name}.example/`, text: `Page ${name}.` }))
    const look = (id: string) => plans(task(id, `Look ${id}.`, { query: 'bridge' }))
    const said = says('It is an old bridge, as they say.')
    const model = scriptedModel(look('1'), said, gap('the year'), look('2'), said, complete, confirmed)
    const config = { maxAgenticRounds: 1, maxPages: 1 }
    const { end } = await runExperts(model, { config, tools: webOf(pages) })
    expect(end.details).toMatchObject({
      tasks: [{ sources: ['https://a.example/', 'web.search'] }, { sources: ['https://b.example/', 'web.search'] }],
    })
  })
})
