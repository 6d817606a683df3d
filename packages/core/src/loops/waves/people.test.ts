import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  standing,
  told,
  turns,
  world,
} from '../../../../../test/support/kernel.ts'
import {
  dates,
  done,
  free,
  given,
  goal,
  goesOn,
  guessless,
  hotel,
  linked,
} from '../../../../../test/support/waves-runs.ts'
import type { Json } from '../../json.ts'
import type { StartOptions } from '../../runtime/definition.ts'
import {
  modelOf,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedTurn,
  says,
  scriptedModel,
} from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

const answer = says('Rooms 12 and 14.')
const lacking = (...names: readonly string[]) =>
  says(
    JSON.stringify({
      status: 'continue',
      action: 'Asking.',
      tools: [dates],
      missing: names.map((name) => ({ name, question: `Which ${name}?` })),
    }),
  )

/** A session that is under way. */
async function started(model: ScriptedModel, config: StartOptions['config'] = {}) {
  const { runtime, store } = world()
  const { asked, tools } = hotel()
  const session = await runtime.start(waves, goal, { model, models: { utility: guessless() }, tools, config })
  const replayed = async () => expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  return { runtime, store, session, asked, replayed }
}

describe('what only a person can tell', () => {
  it('is asked for in one question, and no call is made before', async () => {
    const model = scriptedModel(lacking('date', 'bed'), done(dates), answer)
    const { runtime, session, asked, replayed } = await started(model, { eager: false })
    await session.idle()
    const { view } = await runtime.read(session.id)
    expect([...view.questions.values()]).toMatchObject([
      { path: 'missing#1', question: 'To go on, this has to be known:\n- date: Which date?\n- bed: Which bed?' },
    ])
    expect(asked).toEqual([])
    await told(session.answer('Friday, any bed.'))
    expect(await session.outcome).toMatchObject({ outcome: 'answered', details: { questions: 1, iterations: 2 } })
    expect(given(model, 1)['answer']).toBe('Friday, any bed.')
    expect(given(model, 2)['answers']).toBe('- date: Which date?\n- bed: Which bed?\nAnswer: Friday, any bed.')
    await replayed()
  })

  it('is asked for no more often than may be; the calls of such a plan are then made', async () => {
    const { session, asked } = await started(scriptedModel(lacking('date'), lacking('bed'), done(), answer), {
      maxQuestions: 1,
      eager: false,
    })
    await session.idle()
    await told(session.answer('Friday.'))
    expect(await session.outcome).toMatchObject({ outcome: 'answered', details: { questions: 1 } })
    expect(asked).toHaveLength(1)
  })

  it('is the gap of the answer when nobody may be asked', async () => {
    const plan = says('{"status":"continue","action":"","tools":[],"missing":{"date":"Which date?"}}')
    const model = scriptedModel(plan, says('Which date do you mean?'))
    const { session } = await started(model, { maxQuestions: 0 })
    expect(await session.outcome).toMatchObject({
      outcome: 'gap_open',
      answer: 'Which date do you mean?',
      gap: 'Nobody said what is missing:\n- date: Which date?',
      details: { stop: 'unanswered' },
    })
    expect(given(model, 1)['open']).toBe('Nobody said what is missing:\n- date: Which date?')
  })
})

describe('the approval of a wave', () => {
  it('is asked for with its calls before any is made, pure ones included', async () => {
    const { runtime, session, asked, replayed } = await started(scriptedModel(done(dates, linked), answer), {
      approve: true,
    })
    await session.idle()
    const { view } = await runtime.read(session.id)
    expect([...view.questions.values()]).toMatchObject([
      {
        path: 'approve#1',
        question:
          'Shall these calls be made?\ndates. calendar.holiday(name: "Hanukkah")\nfree. pms.rooms(from: {"$ref":"dates.days[0].start"}, to: {"$ref":"dates.days[0].end"})',
        choices: ['yes', 'no'],
      },
    ])
    expect(asked).toEqual([])
    await told(session.answer('yes'))
    expect((await session.outcome).outcome).toBe('answered')
    expect(asked).toHaveLength(2)
    await replayed()
  })

  it('shows long arguments', async () => {
    const name = 'x'.repeat(3_000)
    const { runtime, session } = await started(scriptedModel(done({ ...dates, args: { name } })), { approve: true })
    await session.idle()
    const { view } = await runtime.read(session.id)
    expect([...view.questions.values()][0]?.question).toContain(`calendar.holiday(name: "${name}")`)
    await told(session.answer('no'))
    await session.outcome
  })

  it('that is refused blocks the session; what was done before is its answer', async () => {
    const { session, asked } = await started(scriptedModel(goesOn(dates), done(free)), { approve: true })
    await session.idle()
    await told(session.answer('yes'))
    await session.idle()
    await told(session.answer('no'))
    expect(await session.outcome).toMatchObject({
      outcome: 'blocked',
      answer: '{"name":"Hanukkah","days":[{"start":"2026-12-04","end":"2026-12-05"}]}',
      details: { stop: 'refused', waves: 1 },
    })
    expect(asked).toHaveLength(1)
  })

  it('is asked for again with the wave as it was edited meanwhile', async () => {
    const { session, asked } = await started(scriptedModel(done(dates), answer), { approve: true })
    await session.idle()
    await told(session.editPlan([{ id: 'mine', goal: 'Ask.', tool: 'calendar.holiday', input: { name: 'Purim' } }]))
    expect(await session.idle()).toBe('waiting')
    expect((await session.questions())[0]?.question).toBe(
      'Shall these calls be made?\nmine. calendar.holiday(name: "Purim")',
    )
    await told(session.answer('yes'))
    await session.outcome
    expect(asked).toEqual([{ tool: 'calendar.holiday', input: { name: 'Purim' } }])
  })
})

describe('a wave that a person edits', () => {
  const mine = { id: 'mine', goal: 'Full board.', tool: 'pms.rooms', input: { from: '$dates.days[0].start', to: 'x' } }

  /** A session that is held while its second wave is planned. */
  async function held(...replies: readonly ScriptedTurn[]) {
    const at = gate()
    const model = scriptedModel(goesOn(dates), behind(at, goesOn(free)), ...replies)
    const all = await started(model)
    await at.isReached
    return { ...all, model, open: at.open }
  }

  it('is run as it was edited, with references and all, and the planner is told', async () => {
    const { session, asked, runtime, model, open, replayed } = await held(done(), answer)
    await told(session.editPlan([mine], { by: 'ada' }))
    open()
    expect((await session.outcome).details).toMatchObject({ results: { mine: { status: 'ok' } } })
    expect(asked[1]).toEqual({ tool: 'pms.rooms', input: { from: '2026-12-04', to: 'x' } })
    expect(model.requests[2]?.messages.at(-1)?.parts[0]).toMatchObject({
      text: expect.stringMatching(/^A person changed the plan/),
    })
    const changed = await factsOfType(runtime, session.id, 'plan.changed')
    expect(changed[0]?.result).toEqual([
      {
        id: 'dates',
        goal: 'calendar.holiday(name: "Hanukkah")',
        tool: 'calendar.holiday',
        input: { name: 'Hanukkah' },
        needs: [],
      },
    ])
    expect(changed[1]).toMatchObject({ path: 'publish#2', result: [mine], data: { edited: true } })
    await replayed()
  })

  it('may hold calls that were made already, as they were shown', async () => {
    const { session, store, open, asked } = await held(done(), answer)
    const made = { id: 'dates', goal: 'Ask.', tool: 'calendar.holiday', input: { name: 'Hanukkah' } }
    await told(session.editPlan([made, mine]))
    open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['plan applied at publish#2'])
    expect(asked).toHaveLength(2)
  })

  it('may hold them as the planner had written them, too', async () => {
    const at = gate()
    const model = scriptedModel(goesOn(dates, linked), behind(at, goesOn()), done(), answer)
    const { session, store, asked } = await started(model, { speculate: false })
    await at.isReached
    const made = { id: 'free', goal: 'Ask.', tool: 'pms.rooms', input: linked.args as Json }
    await told(session.editPlan([made, mine]))
    at.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['plan applied at publish#2'])
    expect(asked).toHaveLength(3)
  })

  it('may be emptied: the answer is written from what there is', async () => {
    const { session, open, asked } = await held(says('On 4 December.'))
    await told(session.editPlan([]))
    open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'On 4 December.' })
    expect(asked).toHaveLength(1)
  })

  it('blocks the session when nothing was done before', async () => {
    const at = gate()
    const { session } = await started(scriptedModel(behind(at, goesOn(dates))))
    await at.isReached
    await told(session.editPlan([]))
    at.open()
    expect(await session.outcome).toMatchObject({ outcome: 'blocked', answer: null, details: { stop: 'emptied' } })
  })

  it('may be added while the last plan is done', async () => {
    const at = gate()
    const { session, asked } = await started(scriptedModel(goesOn(dates), behind(at, done()), answer))
    await at.isReached
    await told(session.editPlan([mine]))
    at.open()
    expect((await session.outcome).outcome).toBe('answered')
    expect(asked).toHaveLength(2)
  })

  it('may be added when the waves are used up, which stays so', async () => {
    const { runtime } = world()
    const { asked, tools } = hotel()
    const at = gate()
    const slow = defineTool({ name: 'slow', description: 'Waits.', input: z.object({}), run: () => at.pass() })
    const model = scriptedModel(goesOn(dates), goesOn({ id: 'b', tool: 'slow' }), answer)
    const config = { maxWaves: 2, speculate: false }
    const session = await runtime.start(waves, goal, { model, tools: [...tools, slow], config })
    await at.isReached
    await told(session.editPlan([mine]))
    at.open()
    expect(await session.outcome).toMatchObject({ outcome: 'limit:turns', details: { stop: 'turns', waves: 3 } })
    expect(asked).toHaveLength(2)
  })

  it('may be more than one wave holds, added to what has ended for a reason that stays', async () => {
    const at = gate()
    const lacking = says('{"status":"continue","action":"","tools":[],"missing":{"bed":"Which bed?"}}')
    const model = scriptedModel(goesOn(dates), behind(at, lacking), answer)
    const { session, asked, replayed } = await started(model, { maxTools: 1, maxQuestions: 0, speculate: false })
    await at.isReached
    await told(session.editPlan([mine, { ...mine, id: 'other', input: { from: 'y', to: 'z' } }]))
    at.open()
    expect(await session.outcome).toMatchObject({
      outcome: 'gap_open',
      gap: 'Nobody said what is missing:\n- bed: Which bed?',
      details: { stop: 'unanswered', waves: 3 },
    })
    expect(asked).toHaveLength(3)
    await replayed()
  })

  it('says what was left of it when the waves are used up', async () => {
    const at = gate()
    const lacking = says('{"status":"continue","action":"","tools":[],"missing":{"bed":"Which bed?"}}')
    const model = scriptedModel(goesOn(dates), behind(at, lacking), answer)
    const { session } = await started(model, { maxTools: 1, maxWaves: 2, maxQuestions: 0, speculate: false })
    await at.isReached
    await told(session.editPlan([mine, { ...mine, id: 'other', input: { from: 'y', to: 'z' } }]))
    at.open()
    const left = 'Calls that were not made any more:\n- pms.rooms(from: "y", to: "z")'
    expect(await session.outcome).toMatchObject({
      outcome: 'gap_open',
      gap: `Nobody said what is missing:\n- bed: Which bed?\n${left}`,
    })
  })

  it('is rejected when a call that others refer to is taken out, in whatever form they refer to it', async () => {
    const book = { id: 'b', tool: 'pms.book', args: { room: '$dates.days[0].start' } }
    const { runtime, session, asked, store } = await started(scriptedModel(done(dates, book), answer), {
      approve: true,
    })
    await session.idle()
    const { view } = await runtime.read(session.id)
    await told(session.editPlan((view.plan ?? []).filter(({ id }) => id !== 'dates')))
    await told(session.editPlan([{ id: 'b', goal: 'Book.', tool: 'pms.book', input: book.args }]))
    await told(session.answer('yes'))
    await session.outcome
    expect(asked.at(-1)).toEqual({ tool: 'pms.book', input: { room: '2026-12-04' } })
    for (const stands of (await standing(store, session.id)).slice(0, 2)) {
      expect(stands).toMatch(/^plan rejected: .*refers to `dates`, which is no call/)
    }
  })

  it.each([
    ['an unknown tool', [{ ...mine, tool: 'fly' }], 'there is no tool `fly`'],
    ['a lacking argument', [{ ...mine, input: { from: 'x' } }], '`pms.rooms` needs the argument `to`'],
    ['an unknown reference', [{ ...mine, input: { from: { $ref: 'x' }, to: 'y' } }], 'refers to `x`, which is no call'],
    ['ids that are not unique', [mine, mine], 'two calls have the id `mine`'],
    ['the id of another call', [{ ...mine, id: 'dates' }], 'the id `dates` is that of a call that was made'],
  ])('is rejected with %s', async (_, steps, fault) => {
    const { session, store, open } = await held(done(), answer)
    await told(session.editPlan(steps))
    open()
    await session.outcome
    const [stands = ''] = await standing(store, session.id)
    expect(stands).toMatch(/^plan rejected: plan-invalid: /)
    expect(stands).toContain(fault)
  })
})

describe('a process that goes on after a crash', () => {
  it('carries out the plan as it was edited, on the day when the session began', async () => {
    const { runtime, afterCrash } = world()
    const { asked, tools } = hotel()
    const at = gate()
    const replies: Readonly<Record<string, ScriptedReply>> = { 'plan#1': goesOn(free), 'plan#2': done() }
    const first = modelOf((_, { path }) => (path === 'plan#1' ? behind(at, done())() : goesOn(dates)))
    const second = modelOf((_, { path }) => replies[path] ?? answer)
    const config = { speculate: false }
    const session = await runtime.start(waves, goal, { model: first, tools, config })
    await at.isReached
    const step = {
      id: 'mine',
      goal: 'Half board.',
      tool: 'pms.rooms',
      input: { from: '$dates.days[0].start', to: 'x' },
    }
    await told(session.editPlan([step]))
    const later = afterCrash(equipment(waves as never, second, ...tools))
    const end = await (await later.resume(session.id)).outcome
    expect(end).toMatchObject({ outcome: 'answered', details: { results: { dates: {}, mine: {} } } })
    expect(asked.map(({ input }) => input)).toEqual([{ name: 'Hanukkah' }, { from: '2026-12-04', to: 'x' }])
    expect(given(second, 2)['today']).toBe('2026-01-01, Thursday, 00:00 UTC')
    expect(await later.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})

describe('a person', () => {
  it('who steers is heard by the planner', async () => {
    const at = gate()
    const model = scriptedModel(behind(at, goesOn(dates)), done(free), answer)
    const { session } = await started(model)
    await at.isReached
    await told(session.steer('Only quiet rooms.'))
    at.open()
    await session.outcome
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('[USER GUIDANCE] Only quiet rooms.')
  })

  it('who says finish gets an answer from what there is', async () => {
    const at = gate()
    const model = scriptedModel(goesOn(dates), behind(at, goesOn(free)), says('On 4 December.'))
    const { session, asked, replayed } = await started(model)
    await at.isReached
    await told(session.finish())
    at.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'On 4 December.' })
    expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain('2026-12-04')
    expect(asked).toHaveLength(1)
    await replayed()
  })

  it('who pauses within a wave of calls that wait for each other has it paused', async () => {
    const { runtime } = world()
    const { asked, tools } = hotel()
    const at = gate()
    const model = scriptedModel(behind(at, done(dates, linked)), answer)
    const session = await runtime.start(waves, goal, { model, tools, config: { eager: false } })
    await at.isReached
    await told(session.step())
    at.open()
    await session.idle()
    await turns()
    expect(asked.length).toBeLessThan(2)
    await told(session.resume())
    expect((await session.outcome).outcome).toBe('answered')
    expect(asked).toHaveLength(2)
  })
})
