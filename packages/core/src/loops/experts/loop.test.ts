import { describe, expect, it } from 'vitest'
import { confirmed, expert, plans, task } from '../../../../../test/support/experts-replies.ts'
import { calculate, given, goal, runExperts, webOf } from '../../../../../test/support/experts-runs.ts'
import { factsOfType, textsOf } from '../../../../../test/support/kernel.ts'
import { fails, modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'

describe('experts', () => {
  it('plans, asks the experts, merges what they say and has it confirmed', async () => {
    const model = scriptedModel(
      plans(task('age', 'How old is it?'), task('length', 'How long is it?', { category: 'data' })),
      expert('It is 70 years old.'),
      expert('It is 112 m long.', 'medium'),
      says('It is 70 years old and 112 m long.'),
      confirmed,
    )
    const { end, paths } = await runExperts(model)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'It is 70 years old and 112 m long.', gap: null })
    expect(end.details).toMatchObject({ stop: 'single', agentic_iteration: 0, agentic_max_rounds: 0, agentic_gap: '' })
    expect(paths.filter((path) => !path.includes('react'))).toEqual([
      'plan-cache#1/plan#1',
      'plan-cache#1',
      'publish#1',
      'task#1[0]/expert#1',
      'task#1[1]/expert#1',
      'merge#1',
      'publish#2',
      'spent#1',
      'critic#1',
    ])
    model.assertUsedUp()
  })

  it('asks nobody about a gap without rounds', async () => {
    const model = scriptedModel(
      plans(task('1', 'Q?')),
      expert('A long answer of many words it is.', 'low'),
      says('A.'),
      confirmed,
    )
    const { paths } = await runExperts(model)
    expect(paths.filter((path) => path.startsWith('judge'))).toEqual([])
  })

  it('takes what one sure expert says without merging it', async () => {
    const { end, paths } = await runExperts(scriptedModel(plans(task('1', 'Q?')), expert('It is 70.'), confirmed))
    expect(end.answer).toBe('It is 70.')
    expect(paths).not.toContain('merge#1')
  })

  it('merges what one expert says that is not sure', async () => {
    const model = scriptedModel(plans(task('1', 'Q?')), expert('It is 70.', 'medium'), says('Perhaps 70.'), confirmed)
    expect((await runExperts(model)).end.answer).toBe('Perhaps 70.')
  })

  it('shows the merger results in the order they count, with their weight', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) {
        const parts = ['low', 'medium', 'high'].map((id) => task(id, `${id}?`))
        return plans(
          ...parts,
          task('sum', 'Add.', { category: 'math', query: '17 + 25' }),
          task('web', 'Look.', { query: 'bridge' }),
        )
      }
      const [, index = ''] = /^task#1\[(\d)\]/.exec(path) ?? []
      if (index !== '') return expert(`said ${index}`, ['low', 'medium', 'high'][Number(index)])
      return path.startsWith('merge') ? says('All.') : confirmed
    })
    await runExperts(model, { tools: [calculate, ...webOf([{ url: 'https://a.example/', text: 'A page.' }])] })
    const { results = '' } = given(model, 4)
    expect(results.match(/^(?:PRIMARY|SUPPORTING|BACKGROUND).*$/gm)).toEqual([
      'PRIMARY (math)',
      'PRIMARY (general expert, confidence high)',
      'SUPPORTING (web)',
      'SUPPORTING (general expert, confidence medium)',
      'BACKGROUND (general expert, confidence low)',
    ])
    expect(results).toContain('<untrusted from="https://a.example/">\nA page.\n</untrusted>')
    expect(results).toContain('PRIMARY (math)\nStep sum: Add.\n42')
  })

  it('tells an expert who it is, the whole task, its part, and how to end', async () => {
    const config = { experts: [{ category: 'history', description: 'what was', instructions: 'Name years.' }] }
    const model = scriptedModel(plans(task('1', 'When?', { category: 'history' })), expert('In 1952.'), confirmed)
    await runExperts(model, { config })
    expect(textsOf(model.requests[1]).join('\n')).toContain('You are the expert for history: what was. Name years.')
    expect(textsOf(model.requests[1]).join('\n')).toContain('CONFIDENCE: high, medium or low')
    expect(given(model, 1)).toEqual({ task: goal, step: 'When?' })
    expect(given(model, 0)['experts']).toMatch(/^- general: .*\n- history: what was$/)
  })

  it('asks an expert with a role in one call to the model of that role', async () => {
    const config = { experts: [{ category: 'cheap', description: 'small things', role: 'utility' as const }] }
    const utility = scriptedModel(expert('It is 70.'))
    const model = scriptedModel(plans(task('1', 'Q?', { category: 'cheap' })), confirmed)
    const { end, paths } = await runExperts(model, { config, models: { utility } })
    expect(end.answer).toBe('It is 70.')
    expect(paths).toContain('task#1[0]/expert#1')
    expect(utility.requests).toHaveLength(1)
  })

  it('goes on when an expert fails, and says so to the merger', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('a', 'A?'), task('b', 'B?'))
      if (path.startsWith('task#1[0]')) return fails(new Error('down'))
      if (path.startsWith('task#1[1]')) return expert('B it is.')
      return path.startsWith('merge') ? says('Only B.') : confirmed
    })
    const { end } = await runExperts(model)
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'Only B.',
      gap: 'Task a gave nothing: A? (failed:model-failed)',
      details: { stop: 'single' },
    })
    expect(given(model, 3)['results']).toContain('Step a: A?\nIt gave nothing (failed:model-failed).')
  })

  it('fails when the first answer cannot be merged, with the results as they are', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('1', 'How old?'))
      return path.startsWith('merge') ? fails(new Error('down')) : expert('It is 70, they say.', 'medium')
    })
    const { end } = await runExperts(model)
    expect(end).toMatchObject({ outcome: 'failed:model-failed', answer: 'It is 70, they say.' })
  })

  it('has no answer when no task gave anything, and says why', async () => {
    const model = modelOf((_, { path }) =>
      path.endsWith('plan#1') ? plans(task('a', 'A?')) : fails(new Error('down')),
    )
    const { end } = await runExperts(model)
    expect(end).toMatchObject({ outcome: 'failed:model-failed', answer: null, details: { stop: 'nothing' } })
    expect(end.gap).toBe('No task gave anything: A? (failed:model-failed)')
  })

  it('ends open without rounds when an expert admits that it could not', async () => {
    const said = 'I cannot browse the web.'
    const model = scriptedModel(plans(task('1', 'How old?')), expert(said, 'high'), confirmed)
    const { end, runtime, session } = await runExperts(model)
    const gap = `Task 1 was not done: How old? Its expert said: ${said}`
    expect(end).toMatchObject({ outcome: 'gap_open', answer: said, gap, details: { stop: 'single', agentic_gap: gap } })
    const notes = await factsOfType(runtime, session.id, 'note')
    expect(notes.map(({ data }) => data)).toContainEqual({
      name: 'gap',
      value: { gap, type: 'expert_failure', next_focus: '' },
    })
  })

  it('ends open when the one tool of its plan refuses', async () => {
    const plan = plans(task('1', 'What is 15 percent of 240?', { category: 'math', query: '15 percent of 240' }))
    const { end } = await runExperts(scriptedModel(plan), { tools: [calculate] })
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: null,
      gap: 'No task gave anything: What is 15 percent of 240? (failed)',
      details: { stop: 'nothing' },
    })
  })

  it('ends open without rounds when an expert is not sure and says what it lacks', async () => {
    const model = scriptedModel(
      plans(task('1', 'Q?')),
      expert('Perhaps 70.', 'low', 'a source'),
      says('70?'),
      confirmed,
    )
    expect((await runExperts(model)).end).toMatchObject({
      outcome: 'gap_open',
      answer: '70?',
      gap: 'Task 1 is not sure, and lacks: a source',
    })
  })

  it('is a single pass without rounds, also at the token guard', async () => {
    const said = 'It is an old bridge, as they say.'
    const model = scriptedModel(plans(task('1', 'Q?')), expert(said), confirmed)
    const { end } = await runExperts(model, { config: { tokenGuard: 1 } })
    expect(end).toMatchObject({ outcome: 'answered', answer: said, details: { stop: 'single' } })
  })

  it('keeps what each task gave in its details', async () => {
    const model = scriptedModel(plans(task('1', 'Q?')), expert('It is 70.', 'high', 'the month', 'history'), confirmed)
    expect((await runExperts(model)).end.details).toMatchObject({
      tasks: [
        {
          id: '1',
          round: 0,
          category: 'general',
          kind: 'expert',
          task: 'Q?',
          output: 'It is 70.',
          confidence: 'high',
          gaps: 'the month',
          referral: 'history',
          outcome: 'answered',
        },
      ],
      contradictions: [],
      sources: [],
      agentic_history: [{ iteration: 0, plan_summary: '1 (general): Q?', findings: 'It is 70.', gap: '', type: '' }],
    })
  })
})
