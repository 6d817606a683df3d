import { describe, expect, it } from 'vitest'
import { comparable, fitOf, namesIn } from './name-match.ts'

const fit = (asked: string, known: string) => fitOf(comparable(asked), comparable(known))

describe('how well a name fits', () => {
  it.each([
    ['Hanukkah', 'hanukkah', 4],
    ['Khanukah', 'Hanukkah', 3],
    ['Chanuka', 'Hanukkah', 3],
    ['Thanksgiving', 'Thanksgiving Day', 3],
    ['Labor Day', 'Labour Day', 3],
    ['Saint Nicholas', 'St. Nicholas Day', 3],
    ['Deepavali', 'Dipavali', 3],
    ['Martin Luther King', 'Martin Luther King Jr. Day', 2],
    ['Independance Day', 'Independence Day', 1],
    ['Thanksgiving', 'Day after Thanksgiving Day', 2],
    ['Easter', 'Advent', 0],
    ['Eid', 'Lent', 0],
    ['Christmas', 'Christmas Eve', 2],
    ['', 'Easter', 0],
  ])('`%s` and `%s`: %d', (asked, known, expected) => {
    expect(fit(asked, known)).toBe(expected)
  })

  it('takes what is in brackets or behind a slash for a name of its own', () => {
    expect(namesIn('Passover (Pesach)')).toEqual(['Passover (Pesach)', 'Passover', 'Pesach'])
    expect(namesIn('Simchat Torah/ Shmini Atzeret')).toEqual([
      'Simchat Torah/ Shmini Atzeret',
      'Simchat Torah',
      'Shmini Atzeret',
    ])
  })
})
