import { type Json, type JsonObject, runTool, type StartOptions, systemClock, type ToolContext } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { type DecisionHook, demoRules, ruleEngine } from '@gyre/models/demo'
import { calendarToolbox, hotelToolbox } from '@gyre/tools'
import { describe, expect, it, onTestFinished } from 'vitest'
import { open } from '../src/open.ts'

const tools = [...calendarToolbox().tools, ...hotelToolbox().tools]

type Plan = { readonly path: string; readonly status: string; readonly tools: readonly JsonObject[] }

/** The persona at a time; `plans` are what the planner and the one who guesses wrote. */
function hotelAt(now: string, hook: DecisionHook = (decision) => decision) {
  const plans: Plan[] = []
  const watched: DecisionHook = (decision, context) => {
    const changed = hook(decision, context)
    if (context.reading.purpose === 'wave' && changed.kind === 'value')
      plans.push({ path: context.path, ...(changed.value as Omit<Plan, 'path'>) })
    return changed
  }
  const model = ruleEngine({ rules: demoRules, hook: watched })
  const runtime = open({ model, clock: simulatedClock(Date.parse(now)) })
  onTestFinished(() => runtime.close({ graceMs: 0 }))
  const start = (goal: string, options: StartOptions = {}) => runtime.startAs('hotel', goal, { tools, ...options })
  return {
    plans,
    start,
    ask: async (goal: string, options?: StartOptions) => {
      const { answer, outcome, details } = await (await start(goal, options)).outcome
      return { text: String(answer), outcome, details: details as Record<string, Json> }
    },
  }
}

/** Says done with the last calls it plans, where it would look at their results first. */
const hasty: DecisionHook = (decision, { reading }) => {
  if (reading.purpose !== 'wave' || decision.kind !== 'value') return decision
  const value = decision.value as unknown as Plan
  const isLast = value.tools.some(({ tool }) => tool === 'pms.get_availability')
  return isLast ? { ...decision, value: { ...(decision.value as JsonObject), status: 'done' } } : decision
}

/** What the property database has, as it stands in an answer. */
async function roomsOf(checkIn: string, checkOut: string, guests: object = {}): Promise<readonly string[]> {
  const tool = hotelToolbox().tools.find(({ name }) => name === 'pms.get_availability')
  if (!tool) throw new Error('no such tool')
  const context = { signal: AbortSignal.timeout(10_000), now: () => Date.parse(checkIn) } as Partial<ToolContext>
  const input = tool.schema.parse({ check_in: checkIn, check_out: checkOut, ...guests })
  const { data } = await runTool(tool, input, context as ToolContext, systemClock)
  const { offers } = data as { readonly offers: readonly Record<string, string | number>[] }
  return offers.map(({ property_name: house, town, room_name: room, total }) => {
    return `- ${house}, ${town}: ${room}: ${Number(total).toFixed(2)} `
  })
}

type Dates = readonly [checkIn: string, checkOut: string]

type Clock = { readonly night: Dates; readonly hanukkah: Dates; readonly weekend: Dates; readonly january: Dates }

const clocks: readonly (readonly [now: string, Clock])[] = [
  [
    '2026-06-15T09:30Z',
    {
      night: ['2026-12-04', '2026-12-05'],
      hanukkah: ['2026-12-04', '2026-12-12'],
      weekend: ['2026-06-27', '2026-06-28'],
      january: ['2027-01-17', '2027-01-19'],
    },
  ],
  [
    '2026-12-20T23:59Z',
    {
      night: ['2027-12-24', '2027-12-25'],
      hanukkah: ['2027-12-24', '2028-01-01'],
      weekend: ['2026-12-26', '2026-12-27'],
      january: ['2027-01-17', '2027-01-19'],
    },
  ],
  [
    '2028-02-28T00:00Z',
    {
      night: ['2028-12-12', '2028-12-13'],
      hanukkah: ['2028-12-12', '2028-12-20'],
      weekend: ['2028-03-11', '2028-03-12'],
      january: ['2029-01-17', '2029-01-19'],
    },
  ],
  // It has begun: nobody arrives in the past.
  [
    '2026-12-06T12:00Z',
    {
      night: ['2026-12-06', '2026-12-07'],
      hanukkah: ['2026-12-06', '2026-12-12'],
      weekend: ['2026-12-12', '2026-12-13'],
      january: ['2027-01-17', '2027-01-19'],
    },
  ],
]

describe.each(clocks)('the persona hotel on %s', (now, { night, hanukkah, weekend, january }) => {
  const cases: readonly (readonly [string, number, number, readonly Dates[]])[] = [
    ['one night in Hanukkah', 2, 3, [night]],
    ['Hanukkah and also next weekend', 2, 3, [hanukkah, weekend]],
    ['January 17-19', 1, 2, [january]],
  ]

  it.each(cases)('answers `%s` with %i waves and %i plans', async (goal, waves, iterations, stays) => {
    const { text, outcome, details } = await hotelAt(now).ask(goal)
    expect({ outcome, waves: details['waves'], iterations: details['iterations'] }).toEqual({
      outcome: 'answered',
      waves,
      iterations,
    })
    const asked = Object.values(details['results'] as Record<string, JsonObject>).filter(({ tool }) =>
      String(tool).startsWith('pms.'),
    )
    expect(asked.map(({ args }) => args)).toEqual(stays.map(([check_in, check_out]) => ({ check_in, check_out })))
    for (const stay of stays) for (const room of await roomsOf(...stay)) expect(text).toContain(room)
  })

  it.each(cases)('answers `%s` with a plan less when done is said with the last calls', async (goal, waves, plans) => {
    const { details, outcome } = await hotelAt(now, hasty).ask(goal)
    expect([outcome, details['waves'], details['iterations']]).toEqual(['answered', waves, plans - 1])
  })
})

const today = '2026-11-16T10:00Z'

describe('the persona hotel', () => {
  it.each<readonly [string, readonly Dates[]]>([
    ['two nights in Passover', [['2027-04-21', '2027-04-23']]],
    [
      'one night in hanukkah or in Diwali',
      [
        ['2026-12-04', '2026-12-05'],
        ['2027-10-29', '2027-10-30'],
      ],
    ],
    [
      'Easter 2028, New Year’s Eve and the weekend after next',
      [
        ['2028-04-16', '2028-04-17'],
        ['2026-12-31', '2027-01-01'],
        ['2026-12-05', '2026-12-06'],
      ],
    ],
    ['Do you have rooms from 28 December to 2 January?', [['2026-12-28', '2027-01-02']]],
    ['2027-03-01 to 2027-03-04', [['2027-03-01', '2027-03-04']]],
    ['three nights from 27 February 2028', [['2028-02-27', '2028-03-01']]],
    ['Is anything free on February 29?', [['2028-02-29', '2028-03-01']]],
    ['a room for a week from tomorrow', [['2026-11-17', '2026-11-24']]],
    [
      'christmas and also next weekend',
      [
        ['2026-12-25', '2026-12-26'],
        ['2026-11-28', '2026-11-29'],
      ],
    ],
  ])('understands `%s`', async (goal, stays) => {
    const { text, outcome } = await hotelAt(today).ask(goal)
    expect(outcome).toBe('answered')
    for (const stay of stays) for (const room of await roomsOf(...stay)) expect(text).toContain(room)
  })

  it.each([
    [today, 'one night in Hanukkah', 'Saturday 12 December 2026: I took its first night.'],
    [today, 'Hanukkah, 3 nights', 'Saturday 12 December 2026: I took its first 3 nights.'],
    ['2026-12-06T12:00Z', 'one night in Hanukkah', 'Saturday 12 December 2026 and has begun: I looked from today on.'],
    [today, 'Hanukkah', 'Saturday 12 December 2026.'],
  ])('says on %s which nights of `%s` it took', async (now, goal, end) => {
    const { text } = await hotelAt(now).ask(goal)
    expect(text.split('\n')).toContain(`Hanukkah is from Friday 4 December 2026 to ${end}`)
  })

  it('takes guests, kinds of rooms, boards and houses into account, and says what it does not', async () => {
    const goal = 'A family room with breakfast at Pine Lodge next weekend for 2 adults and two kids, with a sea view'
    const { text, details } = await hotelAt(today).ask(goal)
    expect(details['results']).toMatchObject({
      'rooms-next-weekend': {
        args: {
          check_in: '2026-11-28',
          check_out: '2026-11-29',
          adults: 2,
          children: 2,
          room_type: 'family',
          board_filter: 'breakfast',
          property: 'pine-lodge',
        },
      },
    })
    expect(text).toContain('- Pine Lodge, Upper Aldern: Family room with bunk beds: 187.00 with breakfast; ')
    expect(text).toContain('“sea view”')
  })

  it('asks for the dates when there are none, and goes on with the answer', async () => {
    const { start } = hotelAt(today)
    const session = await start('availability please')
    await session.idle()
    const [question] = await session.questions()
    expect(question?.question).toContain('For which dates is the room?')
    await session.answer('next weekend, for 3 adults')
    const { answer, details } = await session.outcome
    for (const room of await roomsOf('2026-11-28', '2026-11-29', { adults: 3 })) expect(answer).toContain(room)
    expect(details).toMatchObject({ iterations: 4, waves: 2, questions: 1 })
  })

  it('says what it lacks when nobody may be asked', async () => {
    const { text, outcome } = await hotelAt(today).ask('availability please', { config: { maxQuestions: 0 } })
    expect([outcome, text.split('.')[0]]).toEqual([
      'gap_open',
      'I cannot look for free rooms without the dates of the stay',
    ])
  })

  it('looks for other dates where nothing is free, and says why', async () => {
    const { text, details, outcome } = await hotelAt(today).ask('12 October, one night')
    expect([outcome, details['waves'], details['iterations']]).toEqual(['answered', 2, 3])
    expect(text).toContain('Nothing is free for “12 October”, Tuesday 12 October 2027 to Wednesday 13 October 2027')
    expect(text).toContain('- Pine Lodge: full in the night of 2027-10-12, for the book fair')
    expect(text).toContain('Free instead, Monday 11 October 2027 to Tuesday 12 October 2027 (1 night, 2 adults):')
    for (const room of await roomsOf('2027-10-11', '2027-10-12')) expect(text).toContain(room)
  })

  it('says of what is no date that it found none', async () => {
    const { text, details } = await hotelAt(today).ask('one night in Quondle and also January 17-19')
    expect(text).toContain('I found no dates for “one night in Quondle”')
    for (const room of await roomsOf('2027-01-17', '2027-01-19')) expect(text).toContain(room)
    expect(details['results']).toMatchObject({
      'quondle-1': { tool: 'calendar.resolve_holiday', status: 'failed' },
      'quondle-1-hint': { tool: 'calendar.resolve_date_hint', status: 'failed' },
    })
  })

  it.each([
    [
      'for a family of four next weekend',
      { adults: 2, children: 2 },
      'I took a family of 4 for 2 adults and 2 children.',
    ],
    ['next weekend for my wife and I', { adults: 2 }, '(1 night, 2 adults)'],
    ['just me, next weekend', { adults: 1 }, '(1 night, 1 adult)'],
  ])('knows the guests of `%s`', async (goal, guests, said) => {
    const { text } = await hotelAt(today).ask(goal)
    for (const room of await roomsOf('2026-11-28', '2026-11-29', guests)) expect(text).toContain(room)
    expect(text).toContain(said)
    expect(text).not.toContain('You named no guests')
  })

  it('offers no other stay than the one that is wanted', async () => {
    const { text } = await hotelAt(today).ask('400 nights from tomorrow')
    expect(text).toBe(
      '“400 nights from tomorrow”: The stay has 400 nights, and at most 60 can be asked for at once; ask for a part of it and then for the rest.',
    )
  })

  it.each([
    ['zero nights tomorrow', 'A stay has one night at least.'],
    ['2020-01-05 for two nights', 'Sunday 5 January 2020 has passed, and nobody can arrive then any more.'],
    ['yesterday, one night', 'Sunday 15 November 2026 has passed, and nobody can arrive then any more.'],
    ['a double room in Eilat', 'There is no hotel of ours in Eilat; there are Harbour House in Lindhaven,'],
    ['a room in Eilat next weekend', 'There is no hotel of ours in Eilat; there are Harbour House in Lindhaven,'],
    ['the Grand Palace tomorrow', 'There is no hotel of ours called “Grand Palace”; there are Harbour House'],
    ['a room at the Grand Palace tomorrow', 'There is no hotel of ours called “Grand Palace”; there are Harbour House'],
  ])('asks for something else where `%s` cannot be had, and says why', async (goal, why) => {
    const session = await hotelAt(today).start(goal)
    await session.idle()
    const [question] = await session.questions()
    expect(question?.question).toContain(why)
    const { text, outcome } = await hotelAt(today).ask(goal, { config: { maxQuestions: 0 } })
    expect([outcome, text.includes(why), text.includes('Free ')]).toEqual(['gap_open', true, false])
  })

  it('looks again with what it is told instead', async () => {
    const session = await hotelAt(today).start('a double room in Eilat next weekend')
    await session.idle()
    await session.answer('Pine Lodge')
    const { answer } = await session.outcome
    const guests = { room_type: 'double', property: 'pine-lodge' }
    for (const room of await roomsOf('2026-11-28', '2026-11-29', guests)) expect(answer).toContain(room)
    expect(answer).not.toContain('Harbour House')
  })

  it.each<readonly [string, string, Dates]>([
    ['book Harbour House for tomorrow for 2 nights', 'harbour-house', ['2026-11-17', '2026-11-19']],
    ['harbour house tomorrow', 'harbour-house', ['2026-11-17', '2026-11-18']],
    ['Is anything free in Lindhaven next weekend?', 'harbour-house', ['2026-11-28', '2026-11-29']],
    ['one night at the Mill on 3 December', 'old-mill', ['2026-12-03', '2026-12-04']],
    ['2 nights in Lindhaven, January 17', 'harbour-house', ['2027-01-17', '2027-01-19']],
  ])('finds the hotel that `%s` means', async (goal, property, stay) => {
    const { text } = await hotelAt(today).ask(goal)
    const rooms = await roomsOf(...stay, { property })
    expect(rooms.length).toBeGreaterThan(0)
    for (const room of rooms) expect(text).toContain(room)
    expect(text.match(/^- .*; \d+ left$/gm)?.length).toBe(rooms.length)
    expect(text).not.toContain('I do not understand')
  })

  it('tells two hotels from the others', async () => {
    const { text } = await hotelAt(today).ask('Harbour House or Pine Lodge next weekend')
    expect(text).toContain('- Harbour House')
    expect(text).toContain('- Pine Lodge')
    expect(text).not.toContain('Old Mill')
  })

  it('says that it books nothing', async () => {
    expect((await hotelAt(today).ask('book a double for tomorrow')).text).toContain('Nothing is booked')
    expect((await hotelAt(today).ask('a double for tomorrow')).text).not.toContain('booked')
  })

  it('goes on from the last turn of a conversation', async () => {
    const { ask } = hotelAt(today)
    const turn = (goal: string) => ask(goal, { thread: 'thr_hotel' })
    await turn('Hanukkah')
    const { text, outcome } = await turn('and for three people?')
    expect(outcome).toBe('answered')
    for (const room of await roomsOf('2026-12-04', '2026-12-12', { adults: 3 })) expect(text).toContain(room)
    const guests = { adults: 3, property: 'old-mill' }
    const { text: there } = await turn('what about The Old Mill?')
    for (const room of await roomsOf('2026-12-04', '2026-12-12', guests)) expect(there).toContain(room)
    expect(there).not.toContain('Pine Lodge')
  })

  it('tells what the houses are and cost, whatever the dates', async () => {
    const { ask } = hotelAt(today)
    expect((await ask('Which hotels are there?')).text).toContain('The Old Mill, Marrow Bridge')
    expect((await ask('Do you allow dogs at Pine Lodge?')).text).toContain('dogs welcome')
    expect((await ask('What does a double cost at Pine Lodge?')).text).toContain('low 92, mid 108, high 142')
  })

  it('answers with a date alone where no room is asked for', async () => {
    const { text, details } = await hotelAt(today).ask('When is Hanukkah?')
    expect([details['waves'], text.slice(0, 54)]).toEqual([1, 'Hanukkah: Friday 4 December 2026 to Saturday 12 Decemb'])
  })

  it.each(['Sing a song.', 'Who wrote Faust?'])('says what it can do where that is not asked: `%s`', async (goal) => {
    const { text } = await hotelAt(today).ask(goal)
    expect(text).toMatch(/^I am the offline demo model.*find free hotel rooms/)
  })
})

describe('the plans of the persona hotel', () => {
  it('refer to what comes when everything is planned at once', async () => {
    const { ask, plans } = hotelAt(today)
    const { text, details } = await ask('one night in Hanukkah', { config: { maxWaves: 1 } })
    expect([details['waves'], details['iterations']]).toEqual([1, 1])
    expect(plans).toMatchObject([
      {
        status: 'done',
        tools: [
          { id: 'hanukkah-1', tool: 'calendar.resolve_holiday' },
          { id: 'leave-hanukkah-1', args: { date: { $ref: 'hanukkah-1.start' }, days: 1 } },
          { args: { check_in: { $ref: 'hanukkah-1.start' }, check_out: { $ref: 'leave-hanukkah-1.date' } } },
        ],
      },
    ])
    for (const room of await roomsOf('2026-12-04', '2026-12-05')) expect(text).toContain(room)
  })

  it('are guessed while a wave runs, and the guess is what is planned then', async () => {
    const { ask, plans } = hotelAt(today)
    await ask('Hanukkah and also next weekend')
    const guesses = plans.filter(({ path }) => path.startsWith('ahead#'))
    expect(guesses[0]?.tools).toEqual([
      { id: 'rooms-hanukkah', tool: 'pms.get_availability', args: refs('hanukkah') },
      { id: 'rooms-next-weekend', tool: 'pms.get_availability', args: refs('next-weekend') },
    ])
    expect(plans.filter(({ path }) => !path.startsWith('ahead#'))[1]?.tools.map(({ id }) => id)).toEqual([
      'rooms-hanukkah',
      'rooms-next-weekend',
    ])
  })

  it('are told apart by their scores where there are several', async () => {
    const wrong: JsonObject = {
      status: 'continue',
      action: 'Guess.',
      tools: [{ id: 'guess', tool: 'calendar.resolve_holiday', args: { name: 'Purim' } }],
    }
    // The first of the candidates errs.
    const erring: DecisionHook = (decision, { path }) =>
      path.startsWith('plan-cache#1/candidates#1[0]') ? { kind: 'value', thought: '', value: wrong } : decision
    const { details, text } = await hotelAt(today, erring).ask('one night in Hanukkah', { config: { candidates: 2 } })
    expect(Object.keys(details['results'] as object)).toEqual(['hanukkah-1', 'rooms-hanukkah-1'])
    for (const room of await roomsOf('2026-12-04', '2026-12-05')) expect(text).toContain(room)
  })
})

function refs(id: string): JsonObject {
  return { check_in: { $ref: `${id}.start` }, check_out: { $ref: `${id}.end` } }
}
