import { runTool, systemClock, type ToolContext, type ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { type HotelOptions, hotelToolbox } from './hotel-toolbox.ts'
import type { Property } from './properties/property.ts'

const november = '2026-11-15T13:22:00Z'

/** A call by the session's clock; what its schema refuses fails here. */
async function ask(name: string, input: object, now = november, options: HotelOptions = {}): Promise<ToolOutput> {
  const tool = hotelToolbox(options).tools.find((one) => one.name === `pms.${name}`)
  if (!tool) throw new Error(`no tool ${name}`)
  const context: Partial<ToolContext> = { signal: AbortSignal.timeout(60_000), now: () => Date.parse(now) }
  return runTool(tool, tool.schema.parse(input), context as ToolContext, systemClock)
}

const available = (input: object, now?: string) => ask('get_availability', input, now)

describe('the hotel toolbox', () => {
  it('has tools that change nothing, ask nobody and are read without a fence', () => {
    const { name, tools } = hotelToolbox()
    expect([name, ...tools.map((tool) => tool.name)]).toEqual([
      'pms',
      'pms.get_availability',
      'pms.get_property',
      'pms.get_rates',
    ])
    for (const tool of tools) {
      expect(tool).toMatchObject({ effect: 'pure', trusted: true, approval: 'never', permissions: [] })
    }
  })

  it('needs the dates alone', () => {
    const [tool] = hotelToolbox().tools
    expect(tool?.input).toMatchObject({ required: ['check_in', 'check_out'] })
  })
})

describe('pms.get_availability', () => {
  it('tells what is free, the cheapest first, as text and as data', async () => {
    const { text, data } = await available({ check_in: '2026-12-04', check_out: '2026-12-05', room_type: 'double' })
    expect(text).toBe(
      [
        '2026-12-04 to 2026-12-05 (1 night), 2 adults: 3 offers, EUR for the whole stay, rate FLEX (can be cancelled until two days before).',
        '- Pine Lodge, Upper Aldern (pine-lodge): Double with balcony (double): 92.00 room only, 124.00 with breakfast, 168.00 with half board; 3 left',
        '- Harbour House, Lindhaven (harbour-house): Double with a view of the harbour (double): 98.00 room only, 126.00 with breakfast; 4 left',
        '- The Old Mill, Marrow Bridge (old-mill): Double by the river (double): 116.00 with breakfast, 168.00 with half board; 3 left',
      ].join('\n'),
    )
    expect(data).toMatchObject({
      check_in: '2026-12-04',
      check_out: '2026-12-05',
      nights: 1,
      adults: 2,
      children: 0,
      rate_code: 'FLEX',
      currency: 'EUR',
      count: 3,
      offers: [
        {
          property: 'pine-lodge',
          room_type: 'double',
          rooms_left: 3,
          board: 'room_only',
          total: 92,
          per_night: 92,
          refundable: true,
          boards: [
            { board: 'room_only', total: 92 },
            { board: 'breakfast', total: 124 },
            { board: 'half_board', total: 168 },
          ],
        },
        { property: 'harbour-house' },
        { property: 'old-mill' },
      ],
    })
    expect(data).not.toHaveProperty('alternatives')
  })

  it.each([
    // Two nights in the low season: 2 × 92.
    [{ check_in: '2027-01-17', check_out: '2027-01-19' }, 184],
    // The last night of the high season and the first of the low: 142 + 92.
    [{ check_in: '2027-01-05', check_out: '2027-01-07' }, 234],
    // Breakfast for two adults and a child: 92 + 16 + 16 + 8.
    [{ check_in: '2027-01-17', check_out: '2027-01-18', children: 1, board_filter: 'breakfast' }, 132],
    // 12 % off the room, nothing off the meals: 80.96 + 2 × 38.
    [{ check_in: '2027-01-17', check_out: '2027-01-18', board_filter: 'half_board', rate_code: 'SAVER' }, 156.96],
    // 15 % off seven nights: 0.85 × 7 × 92.
    [{ check_in: '2027-01-17', check_out: '2027-01-24', rate_code: 'LONG' }, 547.4],
  ])('prices %o at %d EUR', async (input, total) => {
    const { data } = await available({ ...input, property: 'pine-lodge', room_type: 'double' })
    expect(data).toMatchObject({ count: 1, offers: [{ total }] })
  })

  it('takes rooms that have room for the guests, of the kind that is wanted', async () => {
    const dates = { check_in: '2027-02-01', check_out: '2027-02-02' }
    const kinds = async (input: object) => {
      const { data } = await available({ ...dates, ...input })
      return (data as { offers: { property: string; room_type: string }[] }).offers.map(
        (offer) => `${offer.property} ${offer.room_type}`,
      )
    }
    expect(await kinds({ adults: 4 })).toEqual(['pine-lodge family'])
    expect(await kinds({ adults: 3, children: 2 })).toEqual(['pine-lodge family', 'old-mill family'])
    expect(await kinds({ adults: 1, room_type: 'single' })).toEqual(['harbour-house single', 'old-mill single'])
    expect(await kinds({ board_filter: 'room_only', property: 'old-mill' })).toEqual([])
  })

  it.each([
    ['2026-11-15T13:22:00Z', '2027-10-12'],
    ['2030-01-01T00:00:00Z', '2030-10-08'],
    ['1999-06-30T23:59:00Z', '1999-10-12'],
  ])('at %s has nothing in the night of %s, the book fair, and says what is free near it', async (now, night) => {
    const after = new Date(Date.parse(night) + 86_400_000).toISOString().slice(0, 10)
    const { data } = await available({ check_in: night, check_out: after }, now)
    expect(data).toMatchObject({
      count: 0,
      offers: [],
      why: [`Harbour House: full in the night of ${night}, for the book fair`, /Pine Lodge/, /Old Mill/].map((text) =>
        typeof text === 'string' ? text : expect.stringMatching(text),
      ),
      alternatives: [
        { change: '1 day earlier' },
        { change: '2 days earlier' },
        { change: '3 days earlier' },
        { change: '3 days later' },
      ],
    })
  })

  it('offers the longest shorter stays when no shift helps', async () => {
    const { text, data } = await available({ check_in: '2027-10-08', check_out: '2027-10-22', adults: 4 })
    expect(text).toBe(
      [
        'Nothing is free: 2027-10-08 to 2027-10-22 (14 nights), 4 adults.',
        '- Harbour House: full in the night of 2027-10-12, for the book fair',
        '- Pine Lodge: full in the night of 2027-10-12, for the book fair',
        '- The Old Mill: full in the night of 2027-10-12, for the book fair',
        'Free instead:',
        '- 2027-10-08 to 2027-10-12 (4 nights), shorter, leaving earlier: 1 offer from 656.00 EUR',
        '- 2027-10-15 to 2027-10-22 (7 nights), shorter, arriving later: 1 offer from 1148.00 EUR',
      ].join('\n'),
    )
    expect(data).toMatchObject({
      alternatives: [
        { check_in: '2027-10-08', check_out: '2027-10-12', nights: 4, count: 1, from_total: 656 },
        { check_in: '2027-10-15', check_out: '2027-10-22', nights: 7, count: 1, from_total: 1148 },
      ],
    })
  })

  it('offers what would be free with fewer wishes', async () => {
    const regatta = { check_in: '2027-07-03', check_out: '2027-07-05', property: 'harbour-house' }
    expect((await available(regatta)).data).toMatchObject({
      why: ['Harbour House: full in the night of 2027-07-03, for the regatta'],
      alternatives: [{ change: 'without `property`', count: 5, from_total: 284 }],
    })
    const board = { check_in: '2027-02-01', check_out: '2027-02-02', property: 'old-mill', board_filter: 'room_only' }
    const { data } = await available(board)
    expect(data).toMatchObject({ why: ['The Old Mill: serves no room_only'] })
    expect((data as { alternatives: { change: string }[] }).alternatives.map(({ change }) => change)).toEqual([
      'without `board_filter`',
      'without `property`',
    ])
  })

  it('says so when nothing is free near it, either', async () => {
    const closed: Property = {
      id: 'closed',
      name: 'Closed',
      town: 'Nowhere',
      about: '',
      checkInFrom: '15:00',
      checkOutUntil: '11:00',
      rooms: [
        { type: 'double', name: 'D', count: 2, mostAdults: 2, mostGuests: 2, price: { low: 1, mid: 1, high: 1 } },
      ],
      boards: { room_only: { adult: 0, child: 0 } },
      full: [{ why: 'good', every: { from: '01-01', to: '12-31' } }],
    }
    const stay = { check_in: '2027-02-01', check_out: '2027-02-03' }
    const { text, data } = await ask('get_availability', stay, november, { properties: [closed] })
    expect(text).toBe(
      'Nothing is free: 2027-02-01 to 2027-02-03 (2 nights), 2 adults.\n- Closed: full in the night of 2027-02-01, for good\nNothing is free up to three days earlier or later, nor for a shorter stay; ask for other dates.',
    )
    expect(data).toMatchObject({ count: 0, alternatives: [] })
  })

  it('offers no day that has passed instead of one to come', async () => {
    const { data } = await available({ check_in: '2027-10-12', check_out: '2027-10-13' }, '2027-10-11T12:00:00Z')
    expect(data).toMatchObject({ alternatives: [{ check_in: '2027-10-11' }, { check_in: '2027-10-15' }] })
  })

  it('tells of yesterday, which may be today somewhere, and answers all the same', async () => {
    const { text, data } = await available({ check_in: '2026-11-14', check_out: '2026-11-16' })
    expect(text).toMatch(/\nMind: 2026-11-14 has passed by the clock of UTC\.$/)
    expect(data).toMatchObject({ nights: 2, note: 'Mind: 2026-11-14 has passed by the clock of UTC.' })
    const today = await available({ check_in: '2026-11-15', check_out: '2026-11-16' })
    expect(today.text).not.toContain('Mind')
    expect(today.data).not.toHaveProperty('note')
  })

  it.each([
    ['2026-11-13', '2026-11-14', '2027-11-13'],
    ['2026-03-01', '2026-03-15', '2027-03-01'],
    ['1995-03-01', '1995-03-02', '2027-03-01'],
    ['2024-02-29', '2024-03-01', '2028-02-29'],
  ])('sells no night that has passed: %s to %s', async (check_in, check_out, next) => {
    const output = await available({ check_in, check_out })
    expect(output.error).toBe(true)
    expect(output.text).toContain(
      `\`check_in\` (${check_in}) has passed: today is 2026-11-15. Ask for a day from today on; the next such date is ${next}.`,
    )
    expect(output.data).toBeUndefined()
  })

  it.each([
    [
      { check_in: 'tomorrow' },
      '`check_in`: `tomorrow` is no date such as 2026-11-15; turn words into dates with `calendar.resolve_date_hint`',
    ],
    [{ check_in: '2027-13-01' }, '`check_in`: `2027-13-01` is no date such as'],
    [{ check_in: '0000-01-01' }, '`check_in`: `0000-01-01` does not exist: years go from 1 to 9999.'],
    [{ check_out: '2027-02-30' }, '`check_out`: `2027-02-30` does not exist: February 2027 has 28 days.'],
    [
      { check_out: '2027-02-01' },
      '`check_out` (2027-02-01) must be after `check_in` (2027-02-01); for one night write check_out 2027-02-02.',
    ],
    [{ check_out: '2026-02-02' }, '`check_out` (2026-02-02) must be after `check_in` (2027-02-01)'],
    [
      { check_out: '2027-04-03' },
      'The stay has 61 nights, and at most 60 can be asked for at once; ask for a part of it, such as check_out 2027-04-02, and then for the rest.',
    ],
    [
      { rate_code: 'LONG' },
      '`rate_code` LONG is for 7 nights or more, and this stay has 1; leave it out, or take FLEX or SAVER.',
    ],
    [
      { adults: 5 },
      'No room takes 5 adults: the largest take 5 guests, at most 4 adults among them. Ask for each room with its own guests.',
    ],
    [
      { adults: 3, room_type: 'double' },
      'No double takes 3 adults: the largest take 3 guests, at most 2 adults among them. Ask for each room with its own guests, or leave out `room_type`.',
    ],
    [
      { room_type: 'family', property: 'harbour-house' },
      'There is no `family` at Harbour House; leave out `room_type` or `property`.',
    ],
    [{ property: 'oldmill' }, 'There is no property `oldmill`; did you mean `old-mill`?'],
  ])('refuses %o and says what to do', async (input, says) => {
    const output = await available({ check_in: '2027-02-01', check_out: '2027-02-02', ...input })
    expect(output.error).toBe(true)
    expect(output.text).toContain(says)
  })

  it('answers for 60 nights', async () => {
    expect((await available({ check_in: '2027-02-01', check_out: '2027-04-02' })).data).toMatchObject({ nights: 60 })
  })

  it.each([
    { adults: 0 },
    { adults: 1.5 },
    { children: -1 },
    { room_type: 'palace' },
    { board_filter: 'all' },
    { rate_code: 'flex' },
  ])('has a schema that refuses %o', (input) => {
    const [tool] = hotelToolbox().tools
    const dates = { check_in: '2027-02-01', check_out: '2027-02-02' }
    expect(tool?.schema.safeParse(dates).success).toBe(true)
    expect(tool?.schema.safeParse({ ...dates, ...input }).success).toBe(false)
  })
})

describe('pms.get_property and pms.get_rates', () => {
  it('tells what a hotel is like', async () => {
    const { text, data } = await ask('get_property', { property: 'pine-lodge' })
    expect(text).toBe(
      [
        'Pine Lodge, Upper Aldern (pine-lodge). A wooden lodge at the edge of the forest with a sauna. Parking, dogs welcome, ski bus at the door.',
        'Arrival from 16:00, leaving until 10:30. Boards: room_only, breakfast, half_board.',
        '- Double with balcony (double): 6 of them, up to 2 adults and 3 guests',
        '- Family room with bunk beds (family): 4 of them, up to 4 adults and 5 guests',
        'Every year it is full for the book fair and repairs of the lodge.',
      ].join('\n'),
    )
    expect(data).toMatchObject({ count: 1, properties: [{ id: 'pine-lodge', rooms: [{ room_type: 'double' }, {}] }] })
    expect((await ask('get_property', {})).data).toMatchObject({ count: 3 })
  })

  it('lists prices by season, boards and rates', async () => {
    const { text, data } = await ask('get_rates', { property: 'old-mill', room_type: 'suite' })
    expect(text.split('\n')).toEqual([
      'EUR for a night and room, before boards.',
      '- The Old Mill (old-mill): Miller’s suite (suite): low 168, mid 198, high 248',
      'Boards at The Old Mill: breakfast 15 for an adult, 7 for a child; half_board 41 for an adult, 20 for a child.',
      'Seasons (month-day): high 01-01 to 01-05, 06-15 to 08-31, 12-20 to 12-31; mid 04-01 to 06-14, 09-01 to 10-31; the rest of the year is low.',
      'Rates: FLEX: 0 % off, from 1 night on, can be cancelled until two days before; SAVER: 12 % off, from 1 night on, paid at once, no refund; LONG: 15 % off, from 7 nights on, a week or longer, can be cancelled.',
    ])
    expect(data).toMatchObject({
      count: 1,
      rooms: [{ property: 'old-mill', room_type: 'suite', per_night: { low: 168, mid: 198, high: 248 } }],
      boards: { 'old-mill': { breakfast: { adult: 15, child: 7 } } },
      rates: [{ rate_code: 'FLEX' }, { rate_code: 'SAVER', percent_off: 12 }, { rate_code: 'LONG', least_nights: 7 }],
    })
  })
})
