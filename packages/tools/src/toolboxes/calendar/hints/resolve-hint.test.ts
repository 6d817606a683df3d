import { GyreError } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDate, readIsoDate } from '../dates/day.ts'
import { resolveHint } from './resolve-hint.ts'

/** By a clock of UTC that shows `time` minutes after midnight. */
async function read(text: string, today: string, more: { country?: string; time?: number } = {}) {
  const { time = 12 * 60, country } = more
  const day = readIsoDate(today) ?? 0
  return resolveHint({
    text,
    field: 'text',
    today: day,
    now: { instant: (day * 1440 + time) * 60_000, zone: 'UTC' },
    country,
  })
}

/** `2026-11-21/2026-11-22`, or one date. */
async function dates(text: string, today: string, more: { country?: string; time?: number } = {}): Promise<string> {
  const { start, end } = await read(text, today, more)
  return start === end ? isoDate(start) : `${isoDate(start)}/${isoDate(end)}`
}

const midnightOf = (day: number) => ({ instant: day * 86_400_000, zone: 'UTC' })

const sunday = '2026-11-15'
const wednesday = '2026-11-18'
const newYearsEve = '2025-12-31'
const leapDay = '2028-02-29'
const endOfFebruary = '2026-02-28'
const monday = '2026-11-16'
const march20 = '2026-03-20'

describe('weeks, weekends and weekdays', () => {
  it.each([
    [sunday, 'this weekend', '2026-11-14/2026-11-15'],
    [sunday, 'next weekend', '2026-11-21/2026-11-22'],
    [sunday, 'the coming weekend', '2026-11-21/2026-11-22'],
    ['2026-11-14', 'the coming weekend', '2026-11-21/2026-11-22'],
    [wednesday, 'this weekend', '2026-11-21/2026-11-22'],
    [wednesday, 'the weekend', '2026-11-21/2026-11-22'],
    [wednesday, 'coming weekend', '2026-11-21/2026-11-22'],
    [wednesday, 'next weekend', '2026-11-28/2026-11-29'],
    [wednesday, 'last weekend', '2026-11-14/2026-11-15'],
    [wednesday, 'the weekend after next', '2026-12-05/2026-12-06'],
    [wednesday, 'long weekend', '2026-11-20/2026-11-22'],
    [newYearsEve, 'next weekend', '2026-01-10/2026-01-11'],
    [endOfFebruary, 'next weekend', '2026-03-07/2026-03-08'],
    [leapDay, 'this weekend', '2028-03-04/2028-03-05'],
    [wednesday, 'this week', '2026-11-16/2026-11-22'],
    [wednesday, 'next week', '2026-11-23/2026-11-29'],
    [wednesday, 'the week after next', '2026-11-30/2026-12-06'],
    [wednesday, 'the week before last', '2026-11-02/2026-11-08'],
    [newYearsEve, 'next week', '2026-01-05/2026-01-11'],
    [wednesday, 'Friday', '2026-11-20'],
    [wednesday, 'this Friday', '2026-11-20'],
    [wednesday, 'next Friday', '2026-11-27'],
    [wednesday, 'Fri', '2026-11-20'],
    [wednesday, 'last Friday', '2026-11-13'],
    [wednesday, 'Wednesday', '2026-11-18'],
    [wednesday, 'next Monday', '2026-11-23'],
    [wednesday, 'Friday next week', '2026-11-27'],
    [wednesday, 'next week Monday', '2026-11-23'],
    [sunday, 'next Friday', '2026-11-20'],
    [sunday, 'a fortnight from Monday', '2026-11-30'],
    [sunday, 'a week on Friday', '2026-11-27'],
    [sunday, 'Monday week', '2026-11-23'],
    [sunday, 'the weekend of 17 January', '2027-01-16/2027-01-17'],
    [sunday, 'week of 3 May', '2027-05-03/2027-05-09'],
    [sunday, 'week 47', '2026-11-16/2026-11-22'],
    [sunday, 'week 10', '2027-03-08/2027-03-14'],
    [sunday, '2026-W53', '2026-12-28/2027-01-03'],
    [sunday, '2026-W47-3', '2026-11-18'],
  ])('on %s, `%s` is %s', async (today, text, expected) => {
    expect(await dates(text, today)).toBe(expected)
  })

  it('tells the other reading where people differ', async () => {
    expect((await read('next weekend', wednesday)).note).toBe(
      'If the coming weekend is meant: Saturday 21 November 2026 to Sunday 22 November 2026 (say `this weekend`).',
    )
    expect((await read('next Friday', wednesday)).note).toBe(
      'If the coming one is meant: Friday 20 November 2026 (say `this Friday`).',
    )
    expect((await read('Wednesday', wednesday)).note).toBe('That is today; the one after it is 25 November 2026.')
    expect((await read('next weekend', sunday)).note).toBeUndefined()
    expect((await read('next Friday', sunday)).note).toBeUndefined()
  })
})

describe('days counted from today', () => {
  it.each([
    [sunday, 'today', '2026-11-15'],
    [sunday, 'Tomorrow', '2026-11-16'],
    [sunday, 'the day after tomorrow', '2026-11-17'],
    [sunday, 'yesterday', '2026-11-14'],
    [sunday, 'in two weeks', '2026-11-29'],
    [sunday, 'sometime in two weeks', '2026-11-29'],
    [sunday, 'in 2 weeks’ time', '2026-11-29'],
    [sunday, 'a couple of weeks ago', '2026-11-01'],
    [sunday, 'three days ago', '2026-11-12'],
    [sunday, 'in a month', '2026-12-15'],
    [sunday, '3 months from now', '2027-02-15'],
    [sunday, 'in a year', '2027-11-15'],
    [leapDay, 'in a year', '2029-02-28'],
    [newYearsEve, 'tomorrow', '2026-01-01'],
    [newYearsEve, 'in two months', '2026-02-28'],
    [sunday, 'the next 3 days', '2026-11-16/2026-11-18'],
    [sunday, 'the last 2 weeks', '2026-11-01/2026-11-14'],
    [sunday, '3 days after 1 May', '2027-05-04'],
    [sunday, '2 days before Christmas', '2026-12-23'],
    [sunday, '2 days after Hanukkah', '2026-12-14'],
    [sunday, '3 nights from 5 May', '2027-05-05/2027-05-08'],
    [sunday, '5 May for 3 nights', '2027-05-05/2027-05-08'],
    [sunday, 'a week starting Monday', '2026-11-16/2026-11-22'],
  ])('on %s, `%s` is %s', async (today, text, expected) => {
    expect(await dates(text, today)).toBe(expected)
  })

  it.each([
    ['tomorrow at 3pm', '2026-11-16', '15:00'],
    ['3:30 pm on Friday', '2026-11-20', '15:30'],
    ['noon', '2026-11-15', '12:00'],
    ['12 am tomorrow', '2026-11-16', '00:00'],
    ['morgen um 15 Uhr', '2026-11-16', '15:00'],
    ['2026-12-01T09:30', '2026-12-01', '09:30'],
    ['in 3 hours', '2026-11-16', '01:30'],
    ['half an hour ago', '2026-11-15', '22:00'],
  ])('`%s` is %s at %s', async (text, expected, time) => {
    const reading = await read(text, sunday, { time: 22 * 60 + 30 })
    expect([isoDate(reading.start), reading.time]).toEqual([expected, time])
  })
})

describe('dates and ranges', () => {
  it.each([
    [sunday, '2026-12-01', '2026-12-01'],
    [sunday, '2026-01-17 to 2026-01-19', '2026-01-17/2026-01-19'],
    [sunday, '2026-01-17/2026-01-19', '2026-01-17/2026-01-19'],
    [sunday, 'January 17-19', '2027-01-17/2027-01-19'],
    [sunday, '17–19 January', '2027-01-17/2027-01-19'],
    [sunday, 'January 17th to 19th, 2028', '2028-01-17/2028-01-19'],
    [sunday, 'between 3 and 5 May', '2027-05-03/2027-05-05'],
    [sunday, 'Nov 10-20', '2026-11-10/2026-11-20'],
    [sunday, 'November 1-14', '2027-11-01/2027-11-14'],
    [sunday, '30 December to 2 January', '2026-12-30/2027-01-02'],
    [newYearsEve, '30 December to 2 January', '2025-12-30/2026-01-02'],
    ['2026-01-01', '30 December to 2 January', '2025-12-30/2026-01-02'],
    ['2026-12-27', 'between Christmas and New Year', '2026-12-25/2027-01-01'],
    ['2027-01-01', 'between Christmas and New Year', '2026-12-25/2027-01-01'],
    ['2027-01-02', 'between Christmas and New Year', '2027-12-25/2028-01-01'],
    ['2026-03-20', 'Christmas to Easter', '2025-12-25/2026-04-05'],
    ['2027-01-15', 'December to February', '2026-12-01/2027-02-28'],
    ['2026-11-30', '28-2', '2026-12-28/2027-01-02'],
    ['2027-01-30', '28th of next month', '2027-02-28'],
    [monday, 'on the 20th of the next month', '2026-12-20'],
    [monday, 'the 5th of this month', '2026-11-05'],
    [sunday, 'from 3 May to 5 June 2027', '2027-05-03/2027-06-05'],
    [sunday, 'Friday and Saturday', '2026-11-20/2026-11-21'],
    [sunday, 'all of March', '2027-03-01/2027-03-31'],
    [sunday, 'from Friday until Sunday', '2026-11-20/2026-11-22'],
    [sunday, 'from 20 December to Friday', '2026-12-20/2026-12-25'],
    [sunday, '17.1.-19.1.', '2027-01-17/2027-01-19'],
    [sunday, '17-19', '2026-11-17/2026-11-19'],
    [sunday, 'Jan 17, 2027', '2027-01-17'],
    [sunday, '17th of January', '2027-01-17'],
    [sunday, '15 November', '2026-11-15'],
    [sunday, '14 November', '2027-11-14'],
    [sunday, 'the 17th', '2026-11-17'],
    [sunday, 'the 3rd', '2026-12-03'],
    [endOfFebruary, 'the 30th', '2026-03-30'],
    [endOfFebruary, '29 February', '2028-02-29'],
    [leapDay, '29 February', '2028-02-29'],
    [sunday, '13/5', '2027-05-13'],
    [sunday, '5.3.2027', '2027-03-05'],
    [sunday, 'a hotel for the weekend of Jan 17, please', '2027-01-16/2027-01-17'],
  ])('on %s, `%s` is %s', async (today, text, expected) => {
    expect(await dates(text, today)).toBe(expected)
  })

  it('reads numbers as the country does, and says so', async () => {
    expect(await dates('3/5/2027', sunday)).toBe('2027-03-05')
    expect(await dates('3/5/2027', sunday, { country: 'US' })).toBe('2027-03-05')
    expect(await dates('3/5/2027', sunday, { country: 'DE' })).toBe('2027-05-03')
    const { note } = await read('3/5/2027', sunday, { country: 'DE' })
    expect(note).toBe('`3/5/2027` was read with the day first; write ISO dates to be sure.')
  })

  it('says when a weekday is not that of its date', async () => {
    expect((await read('Friday 17 January', sunday)).note).toBe(
      '17 January 2027 is a Sunday, not the weekday that was named.',
    )
    expect((await read('Sunday 17 January', sunday)).note).toBeUndefined()
  })

  it('says which part of a longer text it read', async () => {
    expect((await read('we come next weekend for sure', wednesday)).note).toContain(
      'Only “next weekend” was read as a date.',
    )
  })
})

describe('months and longer stretches', () => {
  it.each([
    [sunday, 'March', '2027-03-01/2027-03-31'],
    [sunday, 'November', '2026-11-01/2026-11-30'],
    [sunday, 'next November', '2027-11-01/2027-11-30'],
    [sunday, 'last March', '2026-03-01/2026-03-31'],
    [sunday, 'March 2028', '2028-03-01/2028-03-31'],
    [sunday, '2027-02', '2027-02-01/2027-02-28'],
    [sunday, 'next month', '2026-12-01/2026-12-31'],
    [newYearsEve, 'next month', '2026-01-01/2026-01-31'],
    [sunday, 'end of the month', '2026-11-30'],
    [endOfFebruary, 'end of the month', '2026-02-28'],
    [leapDay, 'end of the month', '2028-02-29'],
    [sunday, 'beginning of March', '2027-03-01'],
    [sunday, 'mid-May', '2027-05-11/2027-05-20'],
    [sunday, 'late March', '2027-03-21/2027-03-31'],
    [sunday, 'end of next week', '2026-11-22'],
    [sunday, 'end of the year', '2026-12-31'],
    [sunday, 'Q3 2027', '2027-07-01/2027-09-30'],
    [sunday, 'Q3', '2027-07-01/2027-09-30'],
    [sunday, 'Q4', '2026-10-01/2026-12-31'],
    [sunday, 'third quarter of 2027', '2027-07-01/2027-09-30'],
    [sunday, 'next quarter', '2027-01-01/2027-03-31'],
    [sunday, 'H1 2027', '2027-01-01/2027-06-30'],
    [sunday, 'second half of 2027', '2027-07-01/2027-12-31'],
    [sunday, 'first half of March', '2027-03-01/2027-03-15'],
    [sunday, 'second half of March', '2027-03-16/2027-03-31'],
    [march20, 'first half of March', '2027-03-01/2027-03-15'],
    [march20, 'second half of March', '2026-03-16/2026-03-31'],
    [march20, 'first half of March 2026', '2026-03-01/2026-03-15'],
    [march20, 'first half of this month', '2026-03-01/2026-03-15'],
    ['2026-03-15', 'first half of March', '2026-03-01/2026-03-15'],
    [march20, 'early March', '2027-03-01/2027-03-10'],
    [march20, 'beginning of March', '2027-03-01'],
    [march20, 'mid-March', '2026-03-11/2026-03-20'],
    [march20, 'beginning of the month', '2026-03-01'],
    ['2026-07-20', 'early summer', '2027-06-01/2027-06-30'],
    [sunday, 'last third of May', '2027-05-21/2027-05-31'],
    [sunday, 'erste Hälfte März', '2027-03-01/2027-03-15'],
    [sunday, 'the first half of next month', '2026-12-01/2026-12-15'],
    [leapDay, 'second half of February', '2028-02-15/2028-02-29'],
    [sunday, 'summer', '2027-06-01/2027-08-31'],
    [sunday, 'winter 2027', '2027-12-01/2028-02-29'],
    ['2026-01-15', 'winter', '2025-12-01/2026-02-28'],
    ['2026-01-15', 'next winter', '2026-12-01/2027-02-28'],
    [sunday, '2027', '2027-01-01/2027-12-31'],
    [sunday, 'next year', '2027-01-01/2027-12-31'],
    [sunday, 'March to May', '2027-03-01/2027-05-31'],
    [sunday, 'first Monday of March', '2027-03-01'],
    [sunday, 'first Monday in November', '2027-11-01'],
    [sunday, 'last Friday of next month', '2026-12-25'],
    [sunday, 'second weekend in May 2027', '2027-05-08/2027-05-09'],
    [sunday, 'the last weekend of August', '2027-08-28/2027-08-29'],
    [sunday, 'Christmas', '2026-12-25'],
    [sunday, 'Easter 2028', '2028-04-16'],
    [sunday, 'Hanukkah', '2026-12-04/2026-12-12'],
  ])('on %s, `%s` is %s', async (today, text, expected) => {
    expect(await dates(text, today)).toBe(expected)
  })

  it('turns the seasons round in the southern hemisphere', async () => {
    expect(await dates('summer', sunday, { country: 'AU' })).toBe('2026-12-01/2027-02-28')
  })
})

describe('other languages', () => {
  it.each([
    ['nächstes Wochenende', '2026-11-28/2026-11-29'],
    ['am Wochenende', '2026-11-21/2026-11-22'],
    ['vom 3. bis 5. Mai', '2027-05-03/2027-05-05'],
    ['17. bis 19. Januar', '2027-01-17/2027-01-19'],
    ['im März 2027', '2027-03-01/2027-03-31'],
    ['übermorgen', '2026-11-20'],
    ['in drei Tagen', '2026-11-21'],
    ['du 3 au 5 mai', '2027-05-03/2027-05-05'],
    ['le week-end prochain', '2026-11-28/2026-11-29'],
    ['demain', '2026-11-19'],
    ['dans deux semaines', '2026-12-02'],
    ['del 3 al 5 de mayo', '2027-05-03/2027-05-05'],
    ['mañana', '2026-11-19'],
    ['el próximo fin de semana', '2026-11-28/2026-11-29'],
    ['3 a 5 de maio', '2027-05-03/2027-05-05'],
    ['amanhã', '2026-11-19'],
    ['dal 3 al 5 maggio', '2027-05-03/2027-05-05'],
    ['5 мая', '2027-05-05'],
    ['明日', '2026-11-19'],
    ['来週末', '2026-11-28/2026-11-29'],
    ['1月17日', '2027-01-17'],
    ['fin de mois', '2026-11-30'],
  ])('`%s` is %s', async (text, expected) => {
    expect(await dates(text, wednesday)).toBe(expected)
  })
})

describe('what is no date', () => {
  it.each([
    ['2026-02-30', '`text`: there is no 30 February 2026: that month has 28 days.'],
    ['29 February 2027', '`text`: there is no 29 February 2027: that month has 28 days.'],
    ['31 April', '`text`: there is no 31 April: April has 30 days.'],
    ['31 November', '`text`: there is no 31 November: November has 30 days.'],
    ['30 February', '`text`: there is no 30 February: February has 28 days, in leap years 29.'],
    ['Feb 28-30', '`text`: there is no 30 February: February has 28 days, in leap years 29.'],
    ['Feb 27-29 2027', '`text`: there is no 29 February 2027: that month has 28 days.'],
    ['31st of next month', '`text`: there is no 31 February 2026: that month has 28 days.', '2026-01-30'],
    ['31st of this month', '`text`: there is no 31 November 2026: that month has 30 days.'],
    ['0000-01-01', '`text`: there is no year 0: years go from 1 to 9999.'],
    ['January 0000', '`text`: there is no year 0: years go from 1 to 9999.'],
    ['0000-02', '`text`: there is no year 0: years go from 1 to 9999.'],
    [
      'January 19-17',
      '`text`: 19 to 17 January ends before it begins: write the smaller day first, or name both months.',
    ],
    [
      '28 to 2 January',
      '`text`: 28 to 2 January ends before it begins: write the smaller day first, or name both months.',
    ],
    ['2026-13-01', '`text`: there is no month 13: months go from 1 to 12.'],
    ['2027-W53', '`text`: 2027 has no week 53: weeks go from 1 to 52, in some years 53.'],
  ])('`%s` is refused: %s', async (text, message, today = sunday) => {
    await expect(read(text, today)).rejects.toThrow(message)
  })

  it.each([
    'when pigs fly',
    'asdfgh',
    '2 pizzas',
    '10 working days from now',
    'to',
    '-',
    '9999 years from now',
    '9999-12-31 for 3 nights',
  ])('`%s` is not understood, and examples are given', async (text) => {
    await expect(read(text, sunday)).rejects.toThrow(
      `\`text\`: \`${text}\` is not understood as a date. Write it like \`2026-11-15\`, \`next weekend\``,
    )
  })

  it('never gives a stretch that ends before it starts, nor fails with anything but a clear error', async () => {
    const word = fc.constantFrom(
      ...'next last this in a from to until between and - / of the 3 17 19 2027 31 march may monday weekend week month days ago after end mid q3 summer christmas first nights for 12:30 at'.split(
        ' ',
      ),
    )
    const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
    const today = fc.integer({ min: 10_957, max: 47_481 })
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.string({ minLength: 1, maxLength: 40 })), today, async (hint, day) => {
        const reading = await resolveHint({ text: hint, field: 'text', today: day, now: midnightOf(day) }).catch(
          (error) => {
            expect(error).toBeInstanceOf(GyreError)
            return undefined
          },
        )
        if (reading) expect(reading.end).toBeGreaterThanOrEqual(reading.start)
      }),
      { numRuns: 300 },
    )
  })

  it('never puts a date without a year before today', async () => {
    const dayMonth = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.constantFrom('January', 'Feb', 'August', 'December'))
    const today = fc.integer({ min: 10_957, max: 47_481 })
    await fc.assert(
      fc.asyncProperty(dayMonth, today, async ([dayOfMonth, month], day) => {
        const { start } = await resolveHint({
          text: `${dayOfMonth} ${month}`,
          field: 'text',
          today: day,
          now: midnightOf(day),
        })
        expect(start).toBeGreaterThanOrEqual(day)
        expect(start).toBeLessThan(day + 366)
      }),
    )
  })
})
