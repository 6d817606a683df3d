import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { book } from '../../../../../test/support/experts-runs.ts'
import { search } from '../../../../../test/support/kernel.ts'
import type { Json } from '../../json.ts'
import { faultsOf, inOurWords, type Known, plannedTasks, readTasks } from './tasks.ts'

const known: Known = { categories: ['general', 'data-science', 'math'], tools: [search], done: new Set(['old']) }
const planned = (...drafts: Parameters<typeof plannedTasks>[0]) => plannedTasks(drafts, known)

describe('readTasks', () => {
  it.each([
    ['[{"task":"Q?"}]', [{ task: 'Q?' }]],
    ['{"tasks":[{"goal":"Q?"}]}', [{ task: 'Q?' }]],
    ['{"steps":["Q?"]}', [{ task: 'Q?' }]],
    ['{"plan":{"tasks":[{"instruction":"Q?"}]}}', [{ task: 'Q?' }]],
    ['{"description":"Q?","type":"math"}', [{ task: 'Q?', category: 'math' }]],
    ['{"tasks":[{"mcp_tool":"t","mcp_args":{"a":1}}]}', [{ task: 't', tool: 't', args: { a: 1 } }]],
    ['{"tasks":[{"search_query":"bridge"}]}', [{ task: 'bridge', query: 'bridge' }]],
  ])('reads %s', (text, tasks) => expect(readTasks(text)).toEqual({ tasks }))

  it.each(['{}', '[]', '{"tasks":[]}', '{"a":1}', 'Just do it.', '{"tasks":[{"task":"cut of'])(
    'reads no plan in %j',
    (text) => expect(readTasks(text)).toBeUndefined(),
  )
})

describe('plannedTasks', () => {
  it('knows a category however it is written', () => {
    expect(planned({ task: 'Q?', category: 'Data Science' }).tasks).toMatchObject([{ category: 'data-science' }])
    expect(planned({ task: 'Q?' })).toMatchObject({ tasks: [{ category: 'general' }], remarks: [] })
  })

  it.each(['data_science', 'Data_Science', 'Data Science', 'data-science', 'DATA  SCIENCE'])(
    'knows a category with any divider by %j',
    (category) => {
      for (const configured of ['data_science', 'data-science']) {
        const { tasks, remarks } = plannedTasks([{ task: 'Q?', category }], {
          ...known,
          categories: ['general', configured],
        })
        expect({ category: tasks[0]?.category, remarks }).toEqual({ category: configured, remarks: [] })
      }
    },
  )

  it('prefers the category that is written so', () => {
    const categories = ['general', 'data_science', 'data-science']
    expect(plannedTasks([{ task: 'Q?', category: 'data-science' }], { ...known, categories }).tasks).toMatchObject([
      { category: 'data-science' },
    ])
  })

  it('takes an unknown category for general and says so', () => {
    expect(planned({ id: 'a', task: 'Q?', category: 'magic' })).toMatchObject({
      tasks: [{ category: 'general' }],
      remarks: ['task `a`: no category `magic`'],
    })
  })

  it('gives ids that are free', () => {
    expect(planned({ id: '1', task: 'A?' }, { task: 'B?' }, { task: 'C?' }).tasks.map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('takes a placeholder for a dependency', () => {
    const { tasks } = planned({ id: 'a', task: 'Q {result_of:b}', depends_on: 'c, d', query: '{result_of:old}' })
    expect(tasks).toMatchObject([{ needs: ['c', 'd', 'b', 'old'] }])
  })

  it('takes a placeholder in arguments for one, also with a quoted id', () => {
    const { tasks } = planned({ id: 'a', task: 'Q?', tool: 'search', args: { query: 'age of {result_of:"b"}' } })
    expect(tasks).toMatchObject([{ needs: ['b'] }])
  })

  it('knows a tool by the letters of its name, and keeps its arguments', () => {
    expect(planned({ task: 'Q?', tool: 'Search', args: { query: 'x' } }).tasks).toMatchObject([
      { tool: 'search', input: { query: 'x' } },
    ])
    expect(planned({ task: 'Q?', tool: 'none' }).remarks).toEqual([])
  })

  it('says the same of its own tasks', () => {
    const draft = fc.record(
      {
        id: fc.constantFrom('a', 'b', 'c'),
        task: fc.constantFrom('Q?', 'Use {result_of:a}'),
        category: fc.constantFrom('math', 'magic'),
        depends_on: fc.array(fc.constantFrom('a', 'b', 'old')),
        query: fc.constantFrom('bridge', ''),
        tool: fc.constantFrom('search', 'fly'),
        args: fc.constant({ query: 'x' }),
        supersedes: fc.constantFrom('old', 'none'),
      },
      { requiredKeys: ['task'] },
    )
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 4 }), (drafts) => {
        const once = plannedTasks(drafts, known).tasks
        expect(plannedTasks(once, known).tasks).toEqual(once)
      }),
    )
  })
})

describe('the faults of a plan', () => {
  it('are taken ids, unknown dependencies and circles', () => {
    const { tasks } = planned(
      { id: 'old', task: 'A?' },
      { id: 'b', task: 'B?', depends_on: ['x'] },
      { id: 'c', task: 'Use {result_of:c}' },
    )
    expect(faultsOf(tasks, known)).toEqual([
      'the id `old` is that of a finished step',
      'step `b` needs `x`, which is no step',
      'step `c` needs `c`, which is itself',
    ])
  })
})

describe('a call that must not be made twice', () => {
  const withBook: Known = { ...known, tools: [search, book] }
  const faults = (...drafts: Parameters<typeof plannedTasks>[0]) =>
    faultsOf(plannedTasks(drafts, withBook).tasks, withBook)
  const booking = (id: string, args: Json) => ({ id, task: `Book ${id}.`, tool: 'book', args })

  it('is a fault where two tasks are that call', () => {
    const [one, same] = [
      { room: '7', floor: 1 },
      { floor: 1, room: '7' },
    ]
    expect(faults(booking('a', one), booking('b', same), booking('c', one))).toEqual([
      'tasks `a` and `b` are one and the same call of `book`, which must be made once: leave one of them out',
      'tasks `a` and `c` are one and the same call of `book`, which must be made once: leave one of them out',
    ])
  })

  it('is none with other arguments, nor of a tool that may be called again', () => {
    expect(faults(booking('a', { room: '7' }), booking('b', { room: '8' }))).toEqual([])
    const look = (id: string) => ({ id, task: 'Q?', tool: 'search', args: { query: 'x' } })
    expect(faults(look('a'), look('b'), { id: 'c', task: 'Q?' }, { id: 'd', task: 'Q?' })).toEqual([])
  })

  it('is one that a query makes, too', () => {
    const { effect: _, ...once } = { ...search, name: 'web.search' }
    const known: Known = { ...withBook, tools: [once] }
    const { tasks } = plannedTasks(
      [
        { id: 'a', task: 'Q?', query: 'x' },
        { id: 'b', task: 'R?', query: 'x' },
      ],
      known,
    )
    expect(faultsOf(tasks, known)).toHaveLength(1)
  })
})

describe('inOurWords', () => {
  it('leaves alone what is no task', () => {
    expect(inOurWords(7)).toBe(7)
    expect(inOurWords({ a: 1 })).toEqual({})
  })
})
