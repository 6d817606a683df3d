import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDate, readIsoDate } from '../dates/day.ts'
import { resolveHint } from './resolve-hint.ts'

async function read(text: string, today: string) {
  const day = readIsoDate(today) ?? 0
  return resolveHint({ text, field: 'text', today: day, now: { instant: day * 86_400_000, zone: 'UTC' } })
}

/** `2026-11-21/2026-11-22`, or one date. */
async function dates(text: string, today: string): Promise<string> {
  const { start, end } = await read(text, today)
  return start === end ? isoDate(start) : `${isoDate(start)}/${isoDate(end)}`
}

const monday = '2026-11-16'
const march20 = '2026-03-20'

describe('days beside another date', () => {
  it.each([
    [monday, 'weekend before Christmas', '2026-12-19/2026-12-20'],
    [monday, 'the Friday before Christmas', '2026-12-18'],
    [monday, 'the weekend after Easter', '2027-04-03/2027-04-04'],
    ['2026-12-31', 'weekend after New Year', '2027-01-02/2027-01-03'],
    [monday, 'the weekend following 5 December', '2026-12-12/2026-12-13'],
    [monday, 'the Friday after Christmas', '2027-01-01'],
    [monday, 'the first Monday after Easter', '2027-03-29'],
    [monday, 'the last Sunday before Christmas', '2026-12-20'],
    [monday, 'the week before Christmas', '2026-12-18/2026-12-24'],
    [monday, 'the week after Easter', '2027-03-29/2027-04-04'],
    [monday, 'the two weeks before Christmas', '2026-12-11/2026-12-24'],
    [monday, 'two weeks before Christmas', '2026-12-11'],
    [monday, 'the day after Hanukkah', '2026-12-13'],
    [monday, 'the night before Christmas', '2026-12-24'],
    // A Sunday: the weekend it is part of is not before it.
    ['2022-11-16', 'weekend before Christmas', '2022-12-17/2022-12-18'],
    // That of this year is over; that of this Christmas is still to come.
    ['2026-12-22', 'weekend before Christmas', '2027-12-18/2027-12-19'],
    ['2026-12-26', 'weekend after Christmas', '2026-12-26/2026-12-27'],
    ['2026-12-26', 'weekend after Christmas 2027', '2028-01-01/2028-01-02'],
  ])('on %s, `%s` is %s', async (today, text, expected) => {
    expect(await dates(text, today)).toBe(expected)
  })
})

describe('weeks of a month', () => {
  it.each([
    [monday, 'last week of December', '2026-12-25/2026-12-31'],
    [monday, 'second week of March', '2027-03-08/2027-03-14'],
    [monday, 'the 2nd week in March', '2027-03-08/2027-03-14'],
    [monday, 'first week of January', '2027-01-01/2027-01-07'],
    ['2026-01-20', 'first week of January', '2027-01-01/2027-01-07'],
    ['2026-01-07', 'first week of January', '2026-01-01/2026-01-07'],
    [monday, 'fifth week of March', '2027-03-29/2027-03-31'],
    [monday, 'the last two weeks of August', '2027-08-18/2027-08-31'],
    [monday, 'the first two weeks of next month', '2026-12-01/2026-12-14'],
    [monday, 'first 10 days of May 2028', '2028-05-01/2028-05-10'],
    [monday, 'the last two nights of Hanukkah', '2026-12-10/2026-12-12'],
    [monday, 'last week of the year', '2026-12-25/2026-12-31'],
  ])('on %s, `%s` is %s', async (today, text, expected) => {
    expect(await dates(text, today)).toBe(expected)
  })

  it('says what is counted', async () => {
    expect((await read('second week of March', monday)).meaning).toBe(
      'its second week, counted in sevens from 1 March 2027',
    )
    expect((await read('last week of December', monday)).meaning).toBe('its last 7 days')
    expect((await read('the last two weeks of August', monday)).meaning).toBe('its last 14 days')
  })

  it.each([
    'last Monday of Christmas',
    'week of March',
    'the weekend of March',
    'fifth week of February 2027',
    'last full week of March',
  ])('`%s` is none', async (text) => {
    await expect(read(text, monday)).rejects.toThrow('is not understood as a date.')
  })
})

describe('stays', () => {
  it.each([
    [monday, 'Hanukkah, 3 nights', '2026-12-04/2026-12-07'],
    [monday, '12 October, one night', '2027-10-12/2027-10-13'],
    [monday, 'the first night of Hanukkah', '2026-12-04'],
    [monday, '2nd night of Hanukkah', '2026-12-05'],
    [monday, 'one week in November', '2026-11-16/2026-11-22'],
    [monday, '1st week in November', '2027-11-01/2027-11-07'],
    [monday, 'one weekend in November', '2026-11-21/2026-11-22'],
    [monday, '1st half of March', '2027-03-01/2027-03-15'],
    [monday, 'last night of Hanukkah', '2026-12-11'],
    [monday, 'the night of 5 May', '2027-05-05'],
    [monday, 'one night in Hanukkah', '2026-12-04/2026-12-05'],
    [monday, 'two nights next weekend', '2026-11-28/2026-11-30'],
    [monday, '2 nights next weekend', '2026-11-28/2026-11-30'],
    [monday, 'one night this Friday', '2026-11-20/2026-11-21'],
    [monday, 'two nights on 5 May', '2027-05-05/2027-05-07'],
    [monday, 'for one night tomorrow', '2026-11-17/2026-11-18'],
    [monday, 'three nights over New Year', '2027-01-01/2027-01-04'],
    [monday, '3 nights in the first half of March', '2027-03-01/2027-03-04'],
    [monday, 'a week in March', '2027-03-01/2027-03-07'],
    [monday, 'a week during Hanukkah', '2026-12-04/2026-12-10'],
    [monday, 'two nights in two weeks', '2026-11-30/2026-12-02'],
    [monday, 'a week starting from Monday', '2026-11-16/2026-11-22'],
    // It has begun: nobody arrives in the past.
    ['2026-12-06', 'one night in Hanukkah', '2026-12-06/2026-12-07'],
    [march20, 'March for 3 nights', '2026-03-20/2026-03-23'],
    [monday, 'a weekend in March', '2027-03-06/2027-03-07'],
    [monday, 'weekend in March', '2027-03-06/2027-03-07'],
    [monday, 'a weekend in November', '2026-11-21/2026-11-22'],
    ['2026-11-30', 'a weekend in November', '2027-11-06/2027-11-07'],
  ])('on %s, `%s` is %s', async (today, text, expected) => {
    expect(await dates(text, today)).toBe(expected)
  })

  it('say which part of a longer stretch was taken', async () => {
    expect((await read('a week in March', monday)).note).toBe(
      'It is the first in the time from 1 March 2027 to 31 March 2027.',
    )
    expect((await read('one night in Hanukkah', '2026-12-06')).note).toContain('It has begun: counted from today.')
    expect((await read('one night this Friday', monday)).note).toBeUndefined()
    expect((await read('a weekend in March', monday)).note).toBe('It is the first of several.')
  })

  it.each([
    'one night',
    'for two nights',
    'two weeks',
    'one night in Quondle',
    'a week in Quondle',
    'a week next Friday',
  ])('are no date without one: `%s`', async (text) => {
    await expect(read(text, monday)).rejects.toThrow('is not understood as a date.')
  })
})

describe('words that are left out', () => {
  it.each([
    'every Monday',
    'the first weekend before Christmas',
    'before Christmas',
    'weekend after Thanksgiving',
    'weekend of the jazz festival',
    'the Friday after next',
    'the last two weekends of March',
    'first week in Quondle',
    'not next weekend',
    'Christmas or else next weekend',
    'vor Ostern',
    'zweite Woche März',
    'Freitag oder Samstag',
    'завтра или послезавтра',
    'Monday a week',
    'nächste Woche Freitag',
    'letztes Wochenende im März',
    'début mars',
    'tomorrow or Friday',
    'rest of the week',
    'the week before next',
    'long weekend in May',
    'eighth night of Hanukkah',
    'Christmas week',
    'Easter and Christmas',
    'from Easter to Quondle',
  ])('`%s` is not read in part, as another date', async (text) => {
    await expect(read(text, monday)).rejects.toThrow('is not understood as a date.')
  })

  it.each([
    ['we may come next weekend', '2026-11-28/2026-11-29'],
    ['guests from Berlin who want to arrive on Friday night', '2026-11-20'],
    ['Reise nach Berlin nächstes Wochenende', '2026-11-28/2026-11-29'],
  ])('`%s` is read without its other words', async (text, expected) => {
    expect(await dates(text, monday)).toBe(expected)
  })
})

describe('by any clock', () => {
  it('a part of what comes every year is not over, and the next of its kind', async () => {
    const part = fc.constantFrom(
      ...['first half of', 'second half of', 'early', 'mid', 'late', 'beginning of', 'end of', 'first week of'],
      ...['last week of', 'fourth week of', 'last two weeks of', 'first Monday of', 'a weekend in', 'two nights in'],
      ...['the weekend before', 'the Friday after', 'the week before', 'the day after'],
    )
    const stretch = fc.constantFrom('January', 'February', 'July', 'December', 'Hanukkah', 'summer', 'winter')
    const today = fc.integer({ min: 10_957, max: 47_481 })
    await fc.assert(
      fc.asyncProperty(part, stretch, today, async (before, name, day) => {
        // Hanukkah has no fourth week.
        fc.pre(!(name === 'Hanukkah' && /fourth|two weeks/.test(before)))
        const { start, end } = await read(`${before} ${name}`, isoDate(day))
        expect(end).toBeGreaterThanOrEqual(day)
        // The next one begins within a year, or a month more by the moon; this one may run three months.
        expect(start - day).toBeLessThanOrEqual(366 + 31 + 92)
      }),
      { numRuns: 400 },
    )
  })
})
