import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { complete, confirmed, expert, gap, plans, task } from '../../../../../test/support/experts-replies.ts'
import { given, goal } from '../../../../../test/support/experts-runs.ts'
import { behind, factsOfType, gate, standing, told, world } from '../../../../../test/support/kernel.ts'
import { type ScriptedModel, type ScriptedTurn, says, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'
import { experts } from './entry.ts'

function sendTool() {
  const sent: string[] = []
  const send = defineTool({
    name: 'send',
    description: 'Sends a greeting.',
    input: z.object({ name: z.string() }),
    run: ({ name }) => {
      sent.push(name)
      return `Sent to ${name}.`
    },
  })
  return { send, sent }
}

const one = plans(task('1', 'How old is it?'))
const long = expert('It was opened in the middle of the last century.')

async function asking(model: ScriptedModel, maxAgenticRounds = 0) {
  const { runtime, store } = world({ loops: [experts] })
  const options = { tools: [sendTool().send], config: { approve: true, maxAgenticRounds } }
  const session = await runtime.start(experts, goal, { model, ...options })
  await session.idle()
  return { runtime, store, session }
}

describe('approval of a plan', () => {
  it('is asked for with its tasks before anything is done', async () => {
    const model = scriptedModel(one)
    const { runtime, session } = await asking(model)
    expect([...(await runtime.read(session.id)).view.questions.values()]).toMatchObject([
      {
        path: 'approve#1',
        question: 'Shall this plan be carried out?\n1. How old is it? (general)',
        choices: ['yes', 'no'],
      },
    ])
    expect(model.requests).toHaveLength(1)
  })

  it('is asked for with the calls as they will be made', async () => {
    const plan = plans(
      task('1', 'Say hello.', { tool: 'send', args: { name: 'ada' } }),
      task('2', 'How?', { query: 'q' }),
    )
    const { session } = await asking(scriptedModel(plan))
    expect((await session.questions())[0]?.question).toBe(
      'Shall this plan be carried out?\n1. Say hello. (general): send {"name":"ada"}\n2. How? (general): q',
    )
  })

  it('is asked for again when a person changes the plan', async () => {
    const { session, store } = await asking(scriptedModel(one, expert('Ada says 70.'), confirmed))
    await told(session.editPlan([{ id: 'mine', goal: 'Ask Ada.' }]))
    expect(await session.idle()).toBe('waiting')
    expect((await session.questions())[0]?.question).toBe('Shall this plan be carried out?\nmine. Ask Ada. (general)')
    await told(session.answer('yes'))
    expect(await session.outcome).toMatchObject({ answer: 'Ada says 70.' })
    expect(await standing(store, session.id)).toEqual(['plan applied at publish#2', 'answer applied at approve#2'])
  })

  it('that is refused blocks the session', async () => {
    const { session } = await asking(scriptedModel(one))
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({ outcome: 'blocked', answer: null, details: { stop: 'refused' } })
  })

  it('is asked for again with a re-plan; the answer so far stays when that is refused', async () => {
    const { session } = await asking(scriptedModel(one, long, gap('the year'), plans(task('2', 'Which year?'))), 1)
    await told(session.answer('yes'))
    await session.idle()
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({
      outcome: 'blocked',
      answer: 'It was opened in the middle of the last century.',
      gap: 'the year',
      details: { stop: 'refused', agentic_iteration: 1 },
    })
  })
})

describe('a plan that a person edits', () => {
  async function held(...replies: readonly ScriptedTurn[]) {
    const { runtime, store } = world({ loops: [experts] })
    const at = gate()
    const model = scriptedModel(behind(at, one), ...replies)
    const session = await runtime.start(experts, goal, { model, config: { maxAgenticRounds: 1 } })
    await at.isReached
    return { runtime, store, session, model, open: at.open }
  }

  it('is carried out instead, for the general expert where it names none', async () => {
    const { session, model, runtime, open } = await held(expert('Ada says 70.'), confirmed)
    await told(session.editPlan([{ id: 'mine', goal: 'Ask Ada.' }]))
    open()
    expect((await session.outcome).details).toMatchObject({ tasks: [{ id: 'mine', category: 'general' }] })
    expect(given(model, 1)['step']).toBe('Ask Ada.')
    const [changed] = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed).toMatchObject({ path: 'publish#1', data: { edited: true } })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('may have no tasks, which blocks the session', async () => {
    const { session, open } = await held()
    await told(session.editPlan([]))
    open()
    expect(await session.outcome).toMatchObject({ outcome: 'blocked', answer: null, details: { stop: 'emptied' } })
  })

  it.each([
    ['a circle', [{ id: 'a', goal: 'A.', needs: ['a'] }], 'step `a` needs `a`, which is itself'],
    ['unknown needs', [{ id: 'a', goal: 'A.', needs: ['9'] }], 'step `a` needs `9`, which is no step'],
    ['nothing to do', [{ id: 'a', goal: ' ' }], 'a task has no goal'],
  ])('is rejected with %s', async (_, tasks, fault) => {
    const { session, store, open } = await held(expert('It is 70.'), confirmed)
    await told(session.editPlan(tasks))
    open()
    expect((await session.outcome).answer).toBe('It is 70.')
    expect((await standing(store, session.id)).join()).toMatch(/^plan rejected: plan-invalid: /)
    expect((await standing(store, session.id)).join()).toContain(fault)
  })

  it('is no plan of another session: the cache has the one of the planner', async () => {
    const { session, runtime, open } = await held(expert('Ada says 70.'), confirmed)
    await told(session.editPlan([{ id: 'mine', goal: 'Ask Ada.' }]))
    open()
    await session.outcome
    const model = scriptedModel(expert('It is 70.'), confirmed)
    const next = await runtime.start(experts, goal, { model, config: { maxAgenticRounds: 1 } })
    expect((await next.outcome).details).toMatchObject({ tasks: [{ id: '1', task: 'How old is it?' }] })
  })

  const sends = (id: string, name: string, more = {}) =>
    task(id, `Tell ${name}.`, { tool: 'send', args: { name }, ...more })
  const stopped = async (...replies: readonly ScriptedTurn[]) => {
    const { runtime, store } = world({ loops: [experts] })
    const { send, sent } = sendTool()
    const model = scriptedModel(...replies)
    const session = await runtime.start(experts, goal, { model, tools: [send], breakpoints: [{ before: 'send' }] })
    expect(await session.idle()).toBe('paused')
    const toTheEnd = async () => {
      while ((await session.idle()) === 'paused') await told(session.resume())
      return session.outcome
    }
    return { runtime, store, session, sent, toTheEnd }
  }

  it('has a call back that was about to be made, and what needs it', async () => {
    const plan = plans(sends('1', 'ada'), sends('2', 'bob', { depends_on: ['1'] }), task('3', 'How old is it?'))
    const { session, runtime, sent, toTheEnd } = await stopped(plan, long, confirmed)
    await told(session.editPlan([{ id: '1', goal: 'Tell Lin.', tool: 'send', input: { name: 'lin' } }]))
    const end = await toTheEnd()
    expect(sent).toEqual(['lin'])
    expect(end.details).toMatchObject({ tasks: [{ id: '3' }, { id: '1', task: 'Tell Lin.' }] })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('may hold tasks that are done as they were', async () => {
    const plan = plans(sends('1', 'ada'), sends('2', 'bob', { depends_on: ['1'] }))
    const { session, store, sent, toTheEnd } = await stopped(plan, says('Both were told.'), confirmed)
    await told(session.resume())
    expect(await session.idle()).toBe('paused')
    const known = { id: '1', goal: 'Tell ada.', tool: 'send', input: { name: 'ada' } }
    await told(session.editPlan([known, { id: '2', goal: 'Tell Lin.', tool: 'send', input: { name: 'lin' } }]))
    await toTheEnd()
    expect(sent).toEqual(['ada', 'lin'])
    expect(await standing(store, session.id)).toContain('plan applied at publish#2')
  })

  it('makes no call when it is emptied then', async () => {
    const { session, sent, toTheEnd } = await stopped(plans(sends('1', 'ada')))
    await told(session.editPlan([]))
    expect(await toTheEnd()).toMatchObject({ outcome: 'blocked', details: { stop: 'emptied' } })
    expect(sent).toEqual([])
  })

  it('is done with what others gave when the rest is taken out', async () => {
    const { session, sent, toTheEnd } = await stopped(
      plans(sends('1', 'ada'), task('2', 'How old is it?')),
      long,
      confirmed,
    )
    await told(session.editPlan([]))
    expect(await toTheEnd()).toMatchObject({
      outcome: 'answered',
      answer: 'It was opened in the middle of the last century.',
    })
    expect(sent).toEqual([])
  })

  it('may have tasks behind those that are under way', async () => {
    const { runtime } = world({ loops: [experts] })
    const at = gate()
    const model = scriptedModel(one, behind(at, long), expert('1952.'), says('In 1952 it was.'), confirmed)
    const session = await runtime.start(experts, goal, { model })
    await at.isReached
    await told(session.editPlan([{ id: '2', goal: 'Which year?' }]))
    at.open()
    expect(await session.outcome).toMatchObject({ answer: 'In 1952 it was.', details: { agentic_iteration: 0 } })
    model.assertUsedUp()
  })

  it('has no tasks left when they are carried out', async () => {
    const { runtime } = world({ loops: [experts] })
    const model = scriptedModel(one, long, gap('the year'))
    const options = { config: { maxAgenticRounds: 1 }, breakpoints: [{ onGap: true }] } as const
    const session = await runtime.start(experts, goal, { model, ...options })
    expect(await session.idle()).toBe('paused')
    expect((await runtime.read(session.id)).view.plan).toEqual([])
  })

  it('may be emptied in a later round: the answer and the gap stay', async () => {
    const { runtime } = world({ loops: [experts] })
    const at = gate()
    const model = scriptedModel(one, long, gap('the year'), behind(at, plans(task('2', 'Which year?'))), confirmed)
    const session = await runtime.start(experts, goal, { model, config: { maxAgenticRounds: 1 } })
    await at.isReached
    await told(session.editPlan([]))
    at.open()
    expect(await session.outcome).toMatchObject({ outcome: 'gap_open', gap: 'the year', details: { stop: 'emptied' } })
  })
})

describe('a session that another process goes on with', () => {
  it('has the plan as it was edited while it waited', async () => {
    const model = scriptedModel(one, expert('Ada says 70.'), confirmed)
    const here = world({ loops: [experts], models: () => model })
    const session = await here.runtime.start(experts, goal, { model, config: { approve: true } })
    await session.idle()
    await told(session.editPlan([{ id: 'mine', goal: 'Ask Ada.' }]))
    const there = here.afterCrash()
    const again = await there.resume(session.id)
    await again.answer('yes')
    expect(await again.outcome).toMatchObject({
      outcome: 'answered',
      answer: 'Ada says 70.',
      details: { tasks: [{ id: 'mine', category: 'general' }] },
    })
    // The planner was asked once.
    model.assertUsedUp()
    expect(await there.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})

describe('guidance', () => {
  it('reaches the experts that have not been asked', async () => {
    const { runtime } = world({ loops: [experts] })
    const at = gate()
    const model = scriptedModel(behind(at, one), long, complete, confirmed)
    const session = await runtime.start(experts, goal, { model, config: { maxAgenticRounds: 1 } })
    await at.isReached
    await told(session.steer('Mind the plate.'))
    at.open()
    expect((await session.outcome).outcome).toBe('answered')
    expect(JSON.stringify(model.requests[1])).toContain('[USER GUIDANCE] Mind the plate.')
  })
})

describe('a break-point at gaps', () => {
  it('stops the session once a gap is found', async () => {
    const { runtime } = world({ loops: [experts] })
    const model = scriptedModel(one, long, gap('the year'), plans(task('2', 'Which year?')), says('x'))
    const session = await runtime.start(experts, goal, {
      model,
      config: { maxAgenticRounds: 1 },
      breakpoints: [{ onGap: true }],
    })
    expect(await session.idle()).toBe('paused')
    expect(model.requests).toHaveLength(3)
  })
})
