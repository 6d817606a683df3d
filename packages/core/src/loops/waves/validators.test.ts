import { describe, expect, it } from 'vitest'
import type { Json } from '../../json.ts'
import type { CallResult } from './results.ts'
import { isEmptyValue, problemList, problemsOf, shownProblems } from './validators.ts'

const input = { properties: { from: {}, to: {} } }
const tools = [{ name: 'rooms', description: 'Rooms.', input }]
const result = (id: string, status: CallResult['status']): CallResult => {
  return { id, tool: 'rooms', args: {}, planned: {}, status, text: '' }
}

const args = { query: 'x', from: '4 Dec', stay: { guests: 2 } }

describe('a result', () => {
  it.each<[Json]>([
    [''],
    [' \n'],
    [null],
    [[]],
    [{}],
    [{ count: 0, rooms: ['?'] }],
    [{ rooms: [] }],
    [{ count: 0, offers: [], check_in: '2027-10-12' }],
    [{ from: '4 Dec', rooms: [], suites: [] }],
    [{ query: 'X ', results: [] }],
    [{ asked: { guests: '2', where: { name: 'x' } }, results: [] }],
    [{ ok: true, page: 1, total: 0, next: null, note: '', rooms: [], warnings: ['slow'] }],
  ])('%j says that there is nothing', (value) => {
    expect(isEmptyValue(value, args)).toBe(true)
  })

  it.each<[Json]>([
    ['none'],
    [0],
    [false],
    [[null]],
    [{ count: 2, errors: [] }],
    [{ rooms: [], suites: ['1'] }],
    [{ name: '' }],
    [{ temperature: 18, warnings: [] }],
    [{ temperature: 0, alerts: [] }],
    [{ errors: [] }],
    [{ temperature: 18, hours: [] }],
    [{ query: 'y', results: [] }],
    [{ isOpen: true, guests: [] }],
    [{ order: { nr: 5 }, items: [] }],
  ])('%j says something', (value) => {
    expect(isEmptyValue(value, args)).toBe(false)
  })
})

describe('the problems of a wave', () => {
  const results = [result('a', 'ok'), result('b', 'empty'), result('c', 'failed'), result('d', 'not-made')]
  const problems = problemsOf(results, tools)

  it('are the calls that failed, were not made or gave nothing', () => {
    expect(problems.map(({ id, kind }) => [id, kind])).toEqual([
      ['b', 'empty'],
      ['c', 'failed'],
      ['d', 'not made'],
    ])
    expect(problemList(problems)).toBe('`b` gave nothing, `c` failed, `d` not made')
  })

  it('come with what can be changed', () => {
    const lines = shownProblems(problems, results).split('\n')
    expect(lines[0]).toMatch(/^- `b` \(rooms\) gave nothing\. Widen or shift .* Its arguments are from, to\.$/)
    expect(lines[1]).toMatch(/^- `c` \(rooms\) failed\. .*Change the arguments, which are from, to,/)
    expect(lines[2]).toMatch(/^- `d` \(rooms\) was not made\. /)
  })
})
