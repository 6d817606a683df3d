import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedTools, completed, faultsOf, ordered, renumbered, stepsToRun, type ToolStep } from './plan.ts'

const tool = (name: string) => ({ name, description: '', input: {} })
const offered = ['web.search', 'web.fetch', 'shell.run'].map(tool)
const allowed = offered.slice(0, 2)
const theTools = 'the tools are `web.search`, `web.fetch`'
const bounds = { allowed, offered, maxSteps: 3, done: new Set(['old']) }
const step = (id: string, ...needs: readonly string[]): ToolStep => ({ id, goal: 'Go.', tool: 'web.search', needs })

describe('tools that may be used', () => {
  it.each([
    [['web.*'], ['web.search', 'web.fetch']],
    [
      ['*.run', 'web.fetch'],
      ['web.fetch', 'shell.run'],
    ],
    [['web?search', 'web.searc', 'eb.search'], []],
    [['*'], ['web.search', 'web.fetch', 'shell.run']],
    [['w*.*ch'], ['web.search', 'web.fetch']],
    [[], []],
  ])('by %j are %j', (patterns, names) => {
    expect(allowedTools(offered, patterns).map(({ name }) => name)).toEqual(names)
  })
})

describe('a plan', () => {
  it('that can be used has no faults', () => {
    expect(faultsOf([step('a', 'old'), step('b', 'a')], bounds)).toEqual([])
  })

  it.each<[string, readonly ToolStep[], readonly string[]]>([
    ['without steps', [], ['there are no steps']],
    [
      'with too many steps',
      ['a', 'b', 'c', 'd'].map((id) => step(id)),
      ['there are 4 steps, and at most 3 are allowed'],
    ],
    ['with a step that names no tool', [{ ...step('a'), tool: '' }], ['step `a` names no tool', theTools]],
    [
      'with a tool that is not there',
      [{ ...step('a'), tool: 'web.find' }],
      ['step `a` names the tool `web.find`, which is not there', theTools],
    ],
    [
      'with a tool that is not allowed',
      [{ ...step('a'), tool: 'shell.run' }],
      ['step `a` names the tool `shell.run`, which may not be used here', theTools],
    ],
    ['with equal ids', [step('a'), step('a')], ['two steps have the id `a`']],
    ['with unknown needs', [step('a', 'x')], ['step `a` needs `x`, which is no step']],
    ['with a circle', [step('a', 'a')], ['step `a` needs `a`, which is itself']],
  ])('%s is refused', (_, steps, faults) => {
    expect(faultsOf(steps, bounds)).toEqual(faults)
  })

  it('names its tools as they are written elsewhere, and waits for the step before', () => {
    const drafts = [
      { id: 'a', goal: 'A.', tool: 'Web_Search', input: { query: 'x' } },
      { id: 'b', goal: 'B.', tool: ' web.fetch ', input: null },
      { id: 'c', goal: 'C.', tool: 7, needs: [] },
    ]
    expect(completed(drafts, bounds)).toEqual([
      { id: 'a', goal: 'A.', tool: 'web.search', needs: [], input: { query: 'x' } },
      { id: 'b', goal: 'B.', tool: 'web.fetch', needs: ['a'] },
      { id: 'c', goal: 'C.', tool: '', needs: [] },
    ])
  })

  it('that begins to count anew gets new numbers, and its needs mean its own steps', () => {
    const done = new Set(['1', '2'])
    const drafts = [
      { id: '1', goal: 'A.', needs: ['1'] },
      { id: '2', goal: 'B.', needs: ['1', '2'] },
      { id: 'c', goal: 'C.' },
    ]
    expect(renumbered(drafts, done)).toEqual([
      { id: '3', goal: 'A.', needs: ['1'] },
      { id: '4', goal: 'B.', needs: ['3', '2'] },
      { id: 'c', goal: 'C.', needs: undefined },
    ])
  })

  it('never has the id of a finished step after that, and as many steps as before', () => {
    const ids = fc.constantFrom<string[]>('1', '2', '3', 'a', 'b')
    const drafts = fc.uniqueArray(fc.record({ id: ids, goal: fc.string(), needs: fc.array(ids) }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(drafts, fc.array(ids), (plan, finished) => {
        const done = new Set(finished)
        const made = renumbered(plan, done)
        expect(made.filter(({ id }) => done.has(id))).toEqual([])
        expect(new Set(made.map(({ id }) => id)).size).toBe(plan.length)
        expect(made.map(({ goal }) => goal)).toEqual(plan.map(({ goal }) => goal))
      }),
    )
  })

  it('runs those side by side that need none of the others, or one at a time', () => {
    const plan = ordered([step('c', 'a', 'b'), step('a'), step('b')])
    expect(plan.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(stepsToRun(plan, true).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(stepsToRun(plan, false)).toEqual([step('a')])
  })
})
