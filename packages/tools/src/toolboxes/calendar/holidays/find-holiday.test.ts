import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDate, readIsoDate } from '../dates/day.ts'
import { findHoliday } from './find-holiday.ts'

type Asked = { country?: string; region?: string; year?: number; near?: string; home?: string }

function find(name: string, today: string, { near, ...asked }: Asked = {}) {
  const day = (text: string) => readIsoDate(text) ?? Number.NaN
  return findHoliday({ name, today: day(today), ...asked, near: near === undefined ? undefined : day(near) })
}

async function dates(name: string, today: string, asked: Asked = {}): Promise<string> {
  const { start, end } = (await find(name, today, asked)).occurrence
  return start === end ? isoDate(start) : `${isoDate(start)}/${isoDate(end)}`
}

const today = '2026-11-15'

describe('festivals by their own rules', () => {
  it.each([
    ['Hanukkah', 2025, '2025-12-14/2025-12-22'],
    ['Hanukkah', 2026, '2026-12-04/2026-12-12'],
    ['Hanukkah', 2027, '2027-12-24/2028-01-01'],
    ['Passover', 2026, '2026-04-01/2026-04-09'],
    ['Passover', 2027, '2027-04-21/2027-04-29'],
    ['Rosh Hashanah', 2026, '2026-09-11/2026-09-13'],
    ['Yom Kippur', 2026, '2026-09-20/2026-09-21'],
    ['Sukkot', 2026, '2026-09-25/2026-10-02'],
    ['Purim', 2026, '2026-03-02/2026-03-03'],
    ['Purim', 2027, '2027-03-22/2027-03-23'],
    ['Shavuot', 2026, '2026-05-21/2026-05-23'],
    ['Tisha B’Av', 2026, '2026-07-22/2026-07-23'],
    ['Tisha B’Av', 2029, '2029-07-21/2029-07-22'],
    ['Ramadan', 2026, '2026-02-18/2026-03-19'],
    ['Ramadan', 2030, '2030-01-05/2030-02-03'],
    ['Eid al-Fitr', 2026, '2026-03-20/2026-03-22'],
    ['Eid al-Adha', 2026, '2026-05-27/2026-05-30'],
    ['Islamic New Year', 2026, '2026-06-16'],
    ['Easter', 2024, '2024-03-31'],
    ['Easter', 2026, '2026-04-05'],
    ['Easter', 2027, '2027-03-28'],
    ['Easter', 2038, '2038-04-25'],
    ['Orthodox Easter', 2026, '2026-04-12'],
    ['Orthodox Easter', 2027, '2027-05-02'],
    ['Good Friday', 2027, '2027-03-26'],
    ['Easter weekend', 2027, '2027-03-26/2027-03-29'],
    ['Ash Wednesday', 2027, '2027-02-10'],
    ['Carnival', 2027, '2027-02-06/2027-02-09'],
    ['Pentecost', 2027, '2027-05-16'],
    ['Advent', 2026, '2026-11-29/2026-12-24'],
    ['Lunar New Year', 2026, '2026-02-17'],
    ['Lunar New Year', 2027, '2027-02-06'],
    ['Mid-Autumn Festival', 2026, '2026-09-25'],
    ['Seollal', 2027, '2027-02-06/2027-02-08'],
    ['Nowruz', 2027, '2027-03-21'],
    ['Diwali', 2026, '2026-11-08'],
    ['Diwali', 2027, '2027-10-29'],
    ['Holi', 2026, '2026-03-04'],
    ['Black Friday', 2026, '2026-11-27'],
    ['Kwanzaa', 2026, '2026-12-26/2027-01-01'],
  ])('%s %d is %s', async (name, year, expected) => {
    expect(await dates(name, today, { year })).toBe(expected)
  })

  it('counts the days of a festival, not the evening before it', async () => {
    const { occurrence } = await find('Hanukkah', today)
    expect(isoDate(occurrence.firstDay)).toBe('2026-12-05')
    expect(occurrence.end - occurrence.firstDay + 1).toBe(8)
  })

  it('knows what is shorter in Israel', async () => {
    expect(await dates('Passover', today, { country: 'IL' })).toBe('2027-04-21/2027-04-28')
    expect(await dates('Passover', today, { country: 'US' })).toBe('2027-04-21/2027-04-29')
    expect(await dates('Shavuot', today, { country: 'IL' })).toBe('2027-06-10/2027-06-11')
  })

  it('takes the nearer of two that share a name, and names the other', async () => {
    const found = await find('Eid', '2026-04-01')
    expect([found.occurrence.name, isoDate(found.occurrence.start)]).toEqual(['Eid al-Adha', '2026-05-27'])
    expect(found.notes).toContain('`Eid` can also mean Eid al-Fitr.')
  })
})

describe('which one is meant', () => {
  it.each([
    ['Hanukkah', '2026-12-03', '2026-12-04/2026-12-12'],
    ['Hanukkah', '2026-12-04', '2026-12-04/2026-12-12'],
    ['Hanukkah', '2026-12-12', '2026-12-04/2026-12-12'],
    ['Hanukkah', '2026-12-13', '2027-12-24/2028-01-01'],
    ['Hanukkah', '2028-01-01', '2027-12-24/2028-01-01'],
    ['Easter', '2026-04-05', '2026-04-05'],
    ['Easter', '2026-04-06', '2027-03-28'],
    ['New Year’s Eve', '2025-12-31', '2025-12-31'],
    ['New Year', '2025-12-31', '2026-01-01'],
    ['Kwanzaa', '2026-01-01', '2025-12-26/2026-01-01'],
    ['Ramadan', '2030-12-01', '2030-12-26/2031-01-23'],
  ])('%s from %s on is %s', async (name, day, expected) => {
    expect(await dates(name, day)).toBe(expected)
  })

  it.each([
    ['2026-01-02', '2025-12-25'],
    ['2026-07-01', '2026-12-25'],
    ['2026-06-01', '2025-12-25'],
  ])('Christmas nearest to %s is %s', async (near, expected) => {
    expect(await dates('Christmas', today, { near })).toBe(expected)
  })
})

describe('names as people write them', () => {
  it.each([
    ['Chanukah', 'Hanukkah'],
    ['Hanukka', 'Hanukkah'],
    ['hannukah', 'Hanukkah'],
    ['CHANUKKA', 'Hanukkah'],
    ['Khanukah', 'Hanukkah'],
    ['חנוכה', 'Hanukkah'],
    ['Pesach', 'Passover'],
    ['Pessah', 'Passover'],
    ['Deepavali', 'Diwali'],
    ['Dipavali', 'Diwali'],
    ['eid ul fitr', 'Eid al-Fitr'],
    ['Zuckerfest', 'Eid al-Fitr'],
    ['Ramadhan', 'Ramadan'],
    ['Weihnachten', 'Christmas Day'],
    ['noel', 'Christmas Day'],
    ['Christmass', 'Christmas Day'],
    ['X-mas', 'Christmas Day'],
    ['Ostern', 'Easter Sunday'],
    ['Pâques', 'Easter Sunday'],
    ['Pascua', 'Easter Sunday'],
    ['Mardi Gras', 'Shrove Tuesday'],
    ['St Patricks day', 'St. Patrick’s Day'],
    ['Saint Patrick’s', 'St. Patrick’s Day'],
    ['Chinese New Year', 'Lunar New Year'],
    ['春节', 'Lunar New Year'],
    ['Silvester', 'New Year’s Eve'],
  ])('`%s` is %s', async (name, expected) => {
    expect((await find(name, today)).occurrence.name).toBe(expected)
  })
})

describe('holidays of countries', () => {
  it.each([
    ['Thanksgiving', {}, 'US', '2026-11-26'],
    ['Thanksgiving', { country: 'Canada' }, 'CA', '2027-10-11'],
    ['Independence Day', { country: 'IN' }, 'IN', '2027-08-15'],
    ['4th of July', {}, 'US', '2027-07-04'],
    ['Labor Day', {}, 'US', '2027-09-06'],
    ['Labor Day', { home: 'DE' }, 'DE', '2027-05-01'],
    ['Mother’s Day', { country: 'UK' }, 'GB', '2027-03-07'],
    ['Mother’s Day', { country: 'France' }, 'FR', '2027-05-30'],
    ['Bastille Day', {}, 'FR', '2027-07-14'],
    ['Fete nationale', { country: 'FR' }, 'FR', '2027-07-14'],
    ['Tag der Deutschen Einheit', {}, 'DE', '2027-10-03'],
    ['Ostermontag', { country: 'Deutschland' }, 'DE', '2027-03-29'],
    ['Fronleichnam', { country: 'DE', region: 'Bavaria' }, 'DE', '2027-05-27'],
    ['Carnival', { country: 'BR' }, 'BR', '2027-02-06/2027-02-10'],
    ['Karneval', { country: 'DE' }, 'DE', '2027-02-04/2027-02-09'],
    ['Chinese New Year', { country: 'SG' }, 'SG', '2027-02-06/2027-02-07'],
    ['Eid al-Fitr', { country: 'SA' }, 'SA', '2027-03-09/2027-03-12'],
    ['Tet', {}, 'VN', '2027-02-06'],
    ['Vesak', {}, 'ID', '2027-05-20'],
    ['Fronleichnam', { country: 'Bavaria' }, 'DE', '2027-05-27'],
    ['Golden day of nowhere', { country: 'DE' }, undefined, ''],
  ])('%s %o is in %s on %s', async (name, asked, country, expected) => {
    if (country === undefined) return expect(find(name, today, asked)).rejects.toThrow('no holiday called')
    const found = await find(name, today, asked)
    expect(found.place?.country).toBe(country)
    expect(await dates(name, today, asked)).toBe(expected)
  })

  it('falls back to the general rule where the list of a country ends', async () => {
    expect(await dates('Deepavali', today, { country: 'SG', year: 2033 })).toBe('2033-10-22')
  })

  it('tells the day off when the day itself falls on a weekend', async () => {
    expect((await find('Independence Day', today, { country: 'US' })).notes).toContain(
      'The day off for it is Monday 5 July 2027.',
    )
  })

  it('names other countries that have a holiday of that name', async () => {
    const [note] = (await find('Labour Day', today)).notes
    expect(note).toMatch(
      /^Other countries have a holiday of this name, maybe on other days: Canada \(CA\), .* and \d+ more\./,
    )
  })

  it('says when only a region keeps it', async () => {
    expect((await find('Thanksgiving', today, { country: 'CA' })).notes).toEqual([
      'Not a holiday of the whole country: these are the days of Alberta.',
    ])
  })

  it.each([
    ['Hanuk feast of lamps', {}, '`Hanukkah`'],
    ['Halowen party', {}, '`Halloween`'],
    ['Tag der deutschen Einigkeiten', { country: 'DE' }, 'in Germany'],
    ['Christmas', { country: 'Germani' }, '`DE` Germany'],
    ['Christmas', { country: 'DE', region: 'Nowhere' }, '`BY` Bayern'],
    ['Corpus Christi', { region: 'BY' }, '`region` needs `country`: the country it is a part of.'],
    ['Diwali', { year: 1950 }, 'Diwali is a holiday, but no date is known for it in 1950.'],
    ['__proto__', {}, 'no holiday called `__proto__` is known.'],
    ['constructor', { country: 'DE' }, 'no holiday called `constructor` is known in Germany.'],
  ])('`%s` %o is unknown, and %s is offered', async (name, asked, offered) => {
    await expect(find(name, today, asked)).rejects.toThrow(offered)
    await expect(find(name, today, asked)).rejects.toThrow(expect.objectContaining({ code: 'argument-invalid' }))
  })
})

it('never gives a holiday that was over before the day it is asked on', async () => {
  const names = fc.constantFrom(
    'Hanukkah',
    'Passover',
    'Easter',
    'Ramadan',
    'Eid',
    'Christmas',
    'Advent',
    'Purim',
    'Lent',
  )
  await fc.assert(
    fc.asyncProperty(names, fc.integer({ min: 10_957, max: 36_524 }), async (name, day) => {
      const { occurrence } = await findHoliday({ name, today: day })
      expect(occurrence.end).toBeGreaterThanOrEqual(day)
      expect(occurrence.start).toBeLessThan(day + 400)
      expect(occurrence.end).toBeGreaterThanOrEqual(occurrence.start)
    }),
    { numRuns: 60 },
  )
})
