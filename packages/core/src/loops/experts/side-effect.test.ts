import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { complete, confirmed, expert, gap, plans, task } from '../../../../../test/support/experts-replies.ts'
import { book, byPath, runExperts } from '../../../../../test/support/experts-runs.ts'
import { factsOfType } from '../../../../../test/support/kernel.ts'
import { calls, callsAll, fails, modelOf, says, scriptedModel } from '../../testing/scripted-model.ts'
import { defineTool, toolOutput } from '../../tools/tool.ts'

const rounds = (maxAgenticRounds: number) => ({ config: { maxAgenticRounds } })
const first = plans(task('1', 'Book a room.'))
const again = plans(task('2', 'Book it, then.'))
const booking = { id: '1', category: 'general', task: 'Book it.', tool: 'book', args: { room: '7' } }

/** A room that is booked as often as it is asked for. */
function room(run: () => unknown = () => 'booked') {
  let times = 0
  const tool = defineTool({
    name: 'book',
    description: 'Books a room.',
    input: z.object({ room: z.string() }),
    run: () => {
      times++
      return run()
    },
  })
  return { tool, times: () => times }
}

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({ query: z.string() }),
  effect: 'pure',
  run: () => 'x'.repeat(3000),
})

describe('a side effect', () => {
  it('by a tool of the plan ends the rounds: planning again would do it again', async () => {
    const model = scriptedModel(plans(booking), says('Room 7 is booked for you, as you wished.'), confirmed)
    const { end, paths, runtime, session } = await runExperts(model, { ...rounds(3), tools: [book] })
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'side-effect' } })
    expect(paths).not.toContain('judge#1')
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({
      name: 'side-effect',
      value: {
        tools: 'book',
        why: 'was called and must not be called again for the same: nothing more is planned',
      },
    })
  })

  it('that a plan has twice is planned once', async () => {
    const { tool, times } = room()
    const twice = plans(booking, { ...booking, id: '2', task: 'Book it as well.' })
    const model = scriptedModel(twice, plans(booking), says('Room 7 is booked for you, as you wished.'), confirmed)
    const { end } = await runExperts(model, { ...rounds(1), tools: [tool] })
    expect(end.outcome).toBe('answered')
    expect(times()).toBe(1)
  })

  it('by an expert does so, too', async () => {
    const model = scriptedModel(first, calls('book', { room: '7' }), expert('Room 7 is booked for you now.'), confirmed)
    const { end } = await runExperts(model, { ...rounds(3), tools: [book] })
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'side-effect' } })
  })

  it('by an expert whose model fails afterwards is not done again', async () => {
    const { tool, times } = room()
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': first,
        'task#1[0]/expert#1/react/think#1': calls('book', { room: '7' }),
        'task#1[0]/expert#1/react/think#2': fails(new Error('down')),
        'plan#1': again,
        'task#2[0]/expert#1/react/think#1': calls('book', { room: '7' }),
        'task#2[0]/expert#1/react/think#2': expert('It is booked.'),
      }),
    )
    const { end } = await runExperts(model, { ...rounds(2), tools: [tool] })
    expect(times()).toBe(1)
    expect(end).toMatchObject({
      outcome: 'failed:model-failed',
      answer: null,
      gap: 'No task gave anything: Book a room. (failed:model-failed)',
      details: { agentic_iteration: 0 },
    })
  })

  it('in the middle of much else is not done again', async () => {
    const { tool, times } = room()
    const looks = (name: string) =>
      callsAll(...Array.from({ length: 6 }, (_, index) => ({ tool: 'look', input: { query: `${name}${index}` } })))
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': first,
        'task#1[0]/expert#1/react/think#1': looks('a'),
        'task#1[0]/expert#1/react/think#2': calls('book', { room: '7' }),
        'task#1[0]/expert#1/react/think#3': looks('b'),
        'task#1[0]/expert#1/react/think#4': expert('Room 7 is booked, and this is all I know.'),
        'judge#1': gap('the floor'),
        'plan#1': plans({ ...booking, id: '2' }),
        'merge#1': says('Room 7 is booked, once more.'),
        'critic#1': confirmed,
      }),
    )
    const { end } = await runExperts(model, { ...rounds(1), tools: [tool, look] })
    expect(times()).toBe(1)
    expect(end).toMatchObject({ outcome: 'answered', details: { stop: 'side-effect' } })
  })

  const timedOut = () => {
    throw new Error('timed out')
  }
  // The words of a refusal, by a tool that has run.
  const busy = () => toolOutput({ text: 'Not run: remote is busy', error: true })
  const refused = () => toolOutput({ text: 'Not run: a person refused this call of `book`.', error: true })
  const byPlan = plans(booking, task('2', 'Which floor?'))
  const byExpert = plans(task('1', 'Book a room.'), task('2', 'Which floor?'))

  it.each([
    ['a call of the plan that failed', byPlan, timedOut],
    ['a call of the plan that says it is busy', byPlan, busy],
    ['a call of the plan that says it was refused', byPlan, refused],
    ['an expert that failed', byExpert, timedOut],
    ['an expert whose tool says it is busy', byExpert, busy],
    ['an expert whose tool says it was refused', byExpert, refused],
  ])('that may have happened, by %s, is not tried again', async (_, plan, run) => {
    const { tool, times } = room(run)
    const floor = expert('On the third floor of the house.')
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': plan,
        'task#1[0]/expert#1/react/think#1': calls('book', { room: '7' }),
        'task#1[0]/expert#1/react/think#2': expert('It may be booked, or not.'),
        'task#1[1]/expert#1/react/think#1': floor,
        'merge#1': says('It is on the third floor, and may be booked.'),
        'judge#1': gap('whether it is booked'),
        'plan#1': plans({ ...booking, id: '3' }),
        'merge#2': says('It is on the third floor, and may be booked.'),
        'critic#1': confirmed,
      }),
    )
    const { end, paths } = await runExperts(model, { ...rounds(2), tools: [tool] })
    expect(times()).toBe(1)
    expect(end.details).toMatchObject({ stop: 'side-effect', agentic_iteration: 0 })
    expect(paths).not.toContain('judge#1')
  })

  it('is none of a call that was refused', async () => {
    const plan = plans({ ...booking, args: { floor: 3 } }, task('2', 'Which floor?'))
    const said = says('It is on the third floor, and not booked.')
    const model = scriptedModel(plan, expert('On the third floor of the house.'), said, complete, confirmed)
    const { end } = await runExperts(model, { ...rounds(1), tools: [book] })
    expect(end.details).toMatchObject({ stop: 'complete' })
  })

  it.each<[what: string, said: ReturnType<typeof gap>, end: object]>([
    ['still open', gap('the price'), { outcome: 'gap_open', gap: 'the price' }],
    ['closed', complete, { outcome: 'answered', gap: null }],
    ['nothing that can be read', says('Hm.'), { outcome: 'gap_open', gap: 'the price, and the booking' }],
  ])('in a later round leaves it to the judge whether the gap is closed: %s', async (_, said, end) => {
    const model = modelOf(
      byPath({
        'plan-cache#1/plan#1': first,
        'task#1[0]/expert#1/react/think#1': expert('Room 7 is free on that day.'),
        'judge#1': gap('the price, and the booking'),
        'plan#1': plans({ ...booking, id: '2' }),
        'merge#1': says('Room 7 is booked, whatever it costs.'),
        'judge#2': said,
        'judge#2/repair#1': said,
        'critic#1': confirmed,
      }),
    )
    const run = await runExperts(model, { ...rounds(3), tools: [book] })
    expect(run.end).toMatchObject({ ...end, details: { stop: 'side-effect', agentic_iteration: 1 } })
    expect(run.paths).not.toContain('plan#2')
  })

  it.each([
    ['an admission', expert('I cannot find how old it is.', 'low', 'the age'), 'Task 2 was not done: How old?'],
    [
      'what one lacks who is not sure',
      expert('Old, perhaps.', 'low', 'the age'),
      'Task 2 is not sure, and lacks: the age',
    ],
  ])('closes no gap: %s stays one', async (_, said, missing) => {
    const plan = plans(booking, task('2', 'How old?'))
    const model = scriptedModel(plan, said, says('Room 7 is booked. The age is not known.'), confirmed)
    const { end } = await runExperts(model, { ...rounds(2), tools: [book] })
    expect(end).toMatchObject({ outcome: 'gap_open', details: { stop: 'side-effect', agentic_iteration: 0 } })
    expect(end.gap).toContain(missing)
  })
})
