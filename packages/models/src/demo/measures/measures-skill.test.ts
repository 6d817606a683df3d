import { describe, expect, it } from 'vitest'
import { measuresSkill } from './measures-skill.ts'

const judged = (task: string, answer: string, trace?: string) => measuresSkill.judge(task, answer, trace)?.isRight

describe('measures and dates, judged by what the tool gave', () => {
  const converted = '[assistant] Well.\n[result of my.convert] 5 parsec = 16.3 ly\n[assistant] 7 = 7'
  const holiday = '  [result of my.holiday] Easter Sunday: Sunday 28 March 2027 (2027-03-28).'
  const between = '[result of my.between] From Friday 1 May 2026 to 1 June 2026: 31 days (4 weeks and 3 days).'

  it.each([
    ['Convert 5 parsec to ly.', '5 parsec = 16.3 ly', converted, true],
    ['Convert 5 parsec to ly.', 'It is 17 ly.', converted, false],
    ['Convert 5 parsec to ly.', '5 parsec', converted, false],
    ['Convert 5 parsec to ly.', '16.3 ly', '[result of my.other] 16.3 ly', false],
    ['When is Easter 2027?', 'On March 28, 2027.', holiday, true],
    ['When is Easter 2027?', 'On 29 March 2027.', holiday, false],
    ['How many days are there between 1 May and 1 June?', '31 days', between, true],
    ['How many days are there between 1 May and 1 June?', '30 days', between, false],
  ])('%s %s', (task, answer, trace, isRight) => {
    expect(judged(task, answer, trace)).toBe(isRight)
  })
})

describe('measures and dates, judged where nothing is shown', () => {
  it.each([
    ['How many metres are 3.5 km?', '3500 metres', true],
    ['How many metres are 3.5 km?', '350 metres', false],
    ['Convert 5 km to miles.', '5 km = 3.10685596119 miles', true],
    ['Convert 5 km to miles.', '5 * 2 = 10', false],
    ['Convert 212 °F to °C.', '100 °C', true],
    ['Convert 5 km to kg.', '`my.convert` failed: one is a length.', true],
    ['Convert 5 km to kg.', '5 km = 5 kg', false],
    ['Convert 5 km to miles.', '`my.convert` failed: code 7', false],
    ['How many days are there between 1 May 2026 and 2026-06-01?', '31 days', true],
    ['How many days are there between 1 May 2026 and 2026-06-01?', '32 days', false],
    ['Convert 5 parsec to furlongs.', 'It is 7.7 furlongs.', true],
    ['Convert 5 parsec to furlongs.', 'It is 7.7 miles.', false],
    ['When is Easter 2027?', 'Easter Sunday: 28 March 2027', true],
    ['When is Easter 2027?', 'Easter Sunday: 28 March 2026', false],
    ['When is Easter 2027?', 'In spring.', false],
    ['What is 17 * 6?', '102', undefined],
    ['When is Easter 2027?', 'In spring: “Easter is in spring.” (A Title)', undefined],
  ])('%s %s', (task, answer, isRight) => {
    expect(judged(task, answer)).toBe(isRight)
  })
})
