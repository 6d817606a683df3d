import { describe, expect, it } from 'vitest'
import { complete, confirmed, expert, gap, plans, task } from '../../../../../test/support/experts-replies.ts'
import { byPath, given, runExperts, webOf } from '../../../../../test/support/experts-runs.ts'
import { factsOfType, textsOf } from '../../../../../test/support/kernel.ts'
import { fails, modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'

const rounds = (maxAgenticRounds: number, more = {}) => ({ config: { maxAgenticRounds, ...more } })
const long = 'It was opened in the middle of the last century.'
const first = plans(task('1', 'How old is it?'))
const second = plans(task('2', 'In which year was it opened?'))

describe('a gap', () => {
  it('is planned for, and closed', async () => {
    const model = scriptedModel(
      first,
      expert(long),
      gap('the year', 'find the year'),
      second,
      expert('It was opened in 1952.'),
      says('It was opened in 1952, in the middle of the last century.'),
      complete,
      confirmed,
    )
    const { end, paths } = await runExperts(model, rounds(3))
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: 'It was opened in 1952, in the middle of the last century.',
      gap: null,
    })
    expect(end.details).toMatchObject({
      stop: 'complete',
      agentic_iteration: 1,
      agentic_max_rounds: 3,
      agentic_gap: '',
      agentic_history: [
        {
          iteration: 0,
          plan_summary: '1 (general): How old is it?',
          findings: long,
          gap: 'the year',
          type: 'context_gap',
        },
        { iteration: 1, findings: 'It was opened in 1952.', gap: '', type: '' },
      ],
    })
    expect(paths).toContain('plan#1')
    model.assertUsedUp()
  })

  it('is told to the planner behind a head, with facts, focus and instructions, even in the only round', async () => {
    const model = scriptedModel(
      first,
      expert(long),
      gap('the year', 'find the year'),
      second,
      expert('1952.'),
      says('In 1952 it was.'),
      complete,
      confirmed,
    )
    await runExperts(model, rounds(1))
    const [asked = ''] = textsOf(model.requests[3])
    expect(asked).toMatch(/^=== AGENTIC ITERATION 1\/1 ===\n/)
    const parts = given(model, 3)
    expect(Object.keys(parts)).toEqual([
      'task',
      'experts',
      'earlier-tasks',
      'earlier-answer',
      'established-facts',
      'unresolved',
      'next-focus',
      'depth',
      'instructions',
    ])
    expect(parts['instructions']).toContain(
      'Focus ONLY on the gap. Do NOT plan a task that is answered already. Fetch what is missing',
    )
    expect(parts['established-facts']).toBe(`- How old is it?\n<untrusted from="step 1">\n${long}\n</untrusted>`)
    expect(parts['unresolved']).toBe('<untrusted from="judge">\nthe year\n</untrusted>')
    expect(parts['next-focus']).toContain('find the year')
  })

  it('is shown to those who watch', async () => {
    const model = scriptedModel(
      first,
      expert(long),
      gap('the year', 'find it'),
      second,
      expert('1952.'),
      says('In 1952 it was.'),
      complete,
      confirmed,
    )
    const { runtime, session } = await runExperts(model, rounds(2))
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({
      name: 'gap',
      value: { gap: 'the year', type: 'context_gap', next_focus: 'find it' },
    })
    expect(notes).toContainEqual({
      name: 'iteration',
      value: { status: 'iteration 1/2', why: 'still open: the year' },
    })
    expect(await factsOfType(runtime, session.id, 'plan.changed')).toMatchObject([
      { path: 'publish#1' },
      { path: 'publish#2', result: [] },
      { path: 'publish#3', data: { round: 1, reason: 'the year' } },
      { path: 'publish#4', result: [] },
    ])
  })

  it('that is still open after the last round is told beside the best answer', async () => {
    const model = scriptedModel(
      first,
      expert(long),
      gap('the year'),
      second,
      expert('Nobody wrote it down anywhere, alas.'),
      says('The year is not known.'),
      gap('the year, still'),
      confirmed,
    )
    const { end } = await runExperts(model, rounds(1))
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'The year is not known.',
      gap: 'the year, still',
      details: { stop: 'rounds', agentic_iteration: 1, agentic_gap: 'the year, still' },
    })
  })

  it.each(['none', 'None.', 'NONE', '**none**'])('that is `%s` is none', async (none) => {
    const { end } = await runExperts(scriptedModel(first, expert(long), gap(none), confirmed), rounds(2))
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'complete', agentic_iteration: 0 } })
  })
})

describe('a judge', () => {
  it('that names no status is asked again, shortly', async () => {
    const model = scriptedModel(first, expert(long), says('Looks fine to me.'), complete, confirmed)
    const { end, paths } = await runExperts(model, rounds(1))
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'complete' } })
    expect(paths).toContain('judge#1/repair#1')
  })

  it.each([
    ['never names one', says('Looks fine to me.')],
    ['fails', fails(new Error('down'))],
    ['is cut off', { text: 'COMPLETION_STATUS: COMPLETE', finish: 'length' as const }],
  ])('that %s never makes an answer complete', async (_, reply) => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return first
      if (path.startsWith('judge')) return reply
      return path.startsWith('task') ? expert(long) : confirmed
    })
    const { end } = await runExperts(model, rounds(2))
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: long,
      details: { stop: 'unjudged', agentic_iteration: 0 },
    })
    expect(end.gap).toMatch(/^Whether the answer is complete could not be judged: /)
  })

  it('sees what experts say they lack and whom they refer to', async () => {
    const model = scriptedModel(first, expert(long, 'high', 'the month', 'data'), complete, confirmed)
    await runExperts(model, rounds(1))
    expect(given(model, 2)).toMatchObject({
      answer: long,
      'declared-gaps': '<untrusted from="step 1">\nthe month\n</untrusted>',
      referrals: '<untrusted from="step 1">\ndata\n</untrusted>',
    })
  })

  it('is not asked about a short answer of which all are sure', async () => {
    const { end, paths } = await runExperts(scriptedModel(first, expert('In 1952.'), confirmed), rounds(2))
    expect(end).toMatchObject({ outcome: 'answered', answer: 'In 1952.', details: { stop: 'short' } })
    expect(paths).not.toContain('judge#1')
  })

  it.each([
    ['is long', expert(long)],
    ['lacks something by its own word', expert('In 1952.', 'high', 'the month')],
  ])('is asked about an answer of a sure expert that %s', async (_, said) => {
    const { paths } = await runExperts(scriptedModel(first, said, complete, confirmed), rounds(2))
    expect(paths).toContain('judge#1')
  })
})

describe('an admission', () => {
  const leak = expert('I cannot browse the web for that.')

  it('is a gap without asking a judge', async () => {
    const model = scriptedModel(first, leak, second, expert('In 1952.'), says('In 1952.'), confirmed)
    const { end } = await runExperts(model, rounds(1))
    expect(end).toMatchObject({ outcome: 'answered', answer: 'In 1952.', details: { stop: 'short' } })
    expect(end.details).toMatchObject({ agentic_history: [{ type: 'expert_failure' }, { gap: '' }] })
  })

  it('of an earlier round is no gap of a later one', async () => {
    const model = scriptedModel(first, leak, second, expert(long), says(long), complete, confirmed)
    expect((await runExperts(model, rounds(3))).end).toMatchObject({
      outcome: 'answered',
      details: { stop: 'complete', agentic_iteration: 1 },
    })
  })

  it('is not overwritten by the token guard', async () => {
    const model = scriptedModel(first, leak, confirmed)
    const { end } = await runExperts(model, rounds(3, { tokenGuard: 1 }))
    expect(end).toMatchObject({ outcome: 'gap_open', details: { stop: 'tokens', agentic_iteration: 0 } })
    expect(end.gap).toContain('I cannot browse the web for that.')
  })
})

describe('the token guard', () => {
  it('asks no judge and plans no more, but the critic still sees the answer', async () => {
    const model = scriptedModel(first, expert(long), says('It was opened in 1952, I see.'))
    const { end, paths } = await runExperts(model, rounds(3, { tokenGuard: 1 }))
    expect(end).toMatchObject({
      outcome: 'answered',
      answer: 'It was opened in 1952, I see.',
      details: { stop: 'tokens' },
    })
    expect(paths.filter((path) => /^(?:judge|critic)/.test(path))).toEqual(['critic#1'])
  })

  it('counts what was sent in all rounds', async () => {
    const model = scriptedModel(first, expert(long), gap('the year'), second, expert(long), says(long), confirmed)
    // Ten tokens each: planner and expert; then the judge, planner, expert and merger.
    const { end } = await runExperts(model, rounds(3, { tokenGuard: 60 }))
    expect(end).toMatchObject({
      outcome: 'gap_open',
      gap: 'the year',
      details: { stop: 'tokens', agentic_iteration: 1, agentic_gap: 'the year' },
    })
  })

  it('knows what experts of a later round say they lack', async () => {
    const unsure = expert('I do not know, sadly.', 'low', 'the year')
    const said = says('Long ago it was opened.')
    const model = scriptedModel(first, expert(long), gap('its age'), second, unsure, said, confirmed)
    const { end } = await runExperts(model, rounds(3, { tokenGuard: 60 }))
    expect(end).toMatchObject({ outcome: 'gap_open', gap: 'Task 2 is not sure, and lacks: the year' })
  })

  it('is not met a token before', async () => {
    const model = scriptedModel(first, expert(long), complete, confirmed)
    const { end } = await runExperts(model, rounds(3, { tokenGuard: 21 }))
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'complete' } })
  })
})

describe('what stands after a round', () => {
  it('is the newer of two results to the same question, when it is as sure', async () => {
    const again = plans(task('2', 'how old is it'))
    const model = scriptedModel(
      first,
      expert(long, 'medium'),
      says(long),
      gap('the year'),
      again,
      expert('It is from 1952.', 'medium'),
      says('In 1952 it was.'),
      complete,
      confirmed,
    )
    await runExperts(model, rounds(1))
    const { results = '' } = given(model, 6)
    expect(results).toContain('It is from 1952.')
    expect(results).not.toContain(long)
  })

  it('is every result of different tasks of one category', async () => {
    const model = scriptedModel(
      plans(task('1', 'How old is it?'), task('2', 'Who built it?')),
      expert(long),
      expert('Ada built it.'),
      says('Ada built it long ago.'),
      confirmed,
    )
    await runExperts(model)
    const { results = '' } = given(model, 3)
    expect(results).toContain(long)
    expect(results).toContain('Ada built it.')
  })

  it('are contradictions, which the merger is shown', async () => {
    const again = plans(task('2', 'From which year is it?', { supersedes: '1' }))
    const model = scriptedModel(
      first,
      expert('From 1952, as they say in town.'),
      gap('a source'),
      again,
      expert('From 1961, by its plate.'),
      says('From 1961 it is.'),
      complete,
      confirmed,
    )
    const { end } = await runExperts(model, rounds(1))
    expect(end.details).toMatchObject({
      contradictions: [{ earlier: { id: '1', round: 0 }, later: { id: '2', round: 1 } }],
    })
    const { results = '', contradictions = '' } = given(model, 5)
    expect(results).not.toContain('1952')
    expect(contradictions).toContain('From 1952, as they say in town.')
  })
})

describe('a re-plan', () => {
  it('that cannot be read leaves the answer and the gap', async () => {
    const model = scriptedModel(first, expert(long), gap('the year'), says('{}'), says('No.'), says('{}'), confirmed)
    const { end } = await runExperts(model, rounds(2))
    expect(end).toMatchObject({ outcome: 'gap_open', answer: long, gap: 'the year', details: { stop: 'plan' } })
  })

  it('whose planner fails leaves the answer and the gap', async () => {
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': first,
        'task#1[0]/expert#1/react/think#1': expert(long),
        'judge#1': gap('the year'),
        'plan#1': fails(new Error('down')),
        'critic#1': confirmed,
      }),
    )
    const { end } = await runExperts(model, rounds(2))
    expect(end).toMatchObject({ outcome: 'gap_open', answer: long, gap: 'the year', details: { stop: 'plan' } })
  })

  it('whose tasks give nothing leaves the answer', async () => {
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': first,
        'task#1[0]/expert#1/react/think#1': expert(long),
        'judge#1': gap('the year'),
        'plan#1': second,
        'task#2[0]/expert#1/react/think#1': fails(new Error('down')),
        'critic#1': confirmed,
      }),
    )
    const { end } = await runExperts(model, rounds(1))
    expect(end).toMatchObject({ outcome: 'gap_open', answer: long, details: { stop: 'rounds' } })
    expect(end.gap).toBe('No task gave anything: In which year was it opened? (failed:model-failed)\nthe year')
  })

  it('is told which calls failed, and how deep to go', async () => {
    const web = webOf([])
    const look = (id: string) => plans(task(id, `Look ${id}.`, { category: 'research', query: `q${id}` }))
    const model = scriptedModel(
      plans(task('1', 'Look 1.', { tool: 'web.fetch', args: { url: 'https://b.example/' } })),
      look('2'),
      look('3'),
    )
    const { end } = await runExperts(model, { ...rounds(2), tools: web })
    expect(end).toMatchObject({ outcome: 'gap_open', answer: null, details: { stop: 'nothing' } })
    expect(given(model, 1)).toMatchObject({
      'failed-calls': '<untrusted from="calls">\n- web.fetch {"url":"https://b.example/"}\n</untrusted>',
      depth: expect.stringContaining('`site:`'),
    })
    expect(given(model, 2)).toMatchObject({
      'queries-tried': '<untrusted from="queries">\n- q2 (empty)\n</untrusted>',
      depth: expect.stringContaining('specialised tools'),
    })
  })
})

describe('a budget that ends', () => {
  it('in a later round leaves an answer', async () => {
    const model = scriptedModel(first, expert(long), gap('the year'), second)
    const { end } = await runExperts(model, { ...rounds(4), budget: { modelCalls: 5 } })
    expect(end).toMatchObject({
      outcome: 'limit:calls',
      answer: long,
      gap: 'the year\nTasks that were not carried out:\n2 (general): In which year was it opened?',
    })
  })

  it('before the judge is asked leaves the merged answer', async () => {
    const model = scriptedModel(first, expert('In 1952.', 'medium'), says('It was opened in 1952, they say.'))
    const budget = { modelCalls: 3, onExhausted: 'fail' as const }
    const { end } = await runExperts(model, { ...rounds(1), budget })
    expect(end).toMatchObject({ outcome: 'failed:budget-exhausted', answer: 'It was opened in 1952, they say.' })
  })

  it('while tasks run leaves the answer that was written before, not what they gave', async () => {
    const later = plans(task('2', 'Which year?'), task('3', 'Which month?', { depends_on: ['2'] }))
    const model = scriptedModel(first, expert(long), gap('the year'), later, expert('In 1952.'))
    const budget = { modelCalls: 5, onExhausted: 'fail' as const }
    const { end } = await runExperts(model, { ...rounds(4), budget })
    expect(end).toMatchObject({ outcome: 'failed:budget-exhausted', answer: long })
  })
})

describe('an answer of a later round', () => {
  it.each([
    ['that was cut off', { text: 'It was', finish: 'length' as const }, 'cut-off'],
    ['that is silence', says(''), 'unreadable'],
    ['whose merger fails', fails(new Error('down')), 'unmerged'],
  ])('%s leaves the one before and its gap', async (_, reply, stop) => {
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': first,
        'task#1[0]/expert#1/react/think#1': expert(long),
        'judge#1': gap('the year'),
        'plan#1': second,
        'task#2[0]/expert#1/react/think#1': expert('In 1952.'),
        'merge#1': reply,
        'merge#1/repair#1': reply,
        'critic#1': confirmed,
      }),
    )
    const { end } = await runExperts(model, rounds(2))
    expect(end).toMatchObject({ outcome: 'gap_open', answer: long, gap: 'the year', details: { stop } })
  })
})
