import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Call, callFaults, callKey, callsOf, inOrder } from './plan.ts'

const rooms = {
  name: 'pms.rooms',
  description: 'Rooms.',
  input: { properties: { from: {}, board: {} }, required: ['from'], additionalProperties: false },
}
const look = { name: 'look', description: 'Looks.', input: { properties: { name: {} } } }
const tools = [rooms, look]
const knowing = (...taken: readonly string[]) => ({ tools, taken: new Set(taken) })

const draft = (id: string, args: Record<string, unknown> = {}, ...needs: readonly string[]) => {
  return { id, tool: 'look', args, needs: [...needs] }
}
const faultsOf = (drafts: readonly ReturnType<typeof draft>[], ...taken: readonly string[]) =>
  callFaults(callsOf({ tools: [...drafts] }, knowing(...taken)), knowing(...taken))

describe('the calls of a plan', () => {
  it('keep their ids where nobody has them', () => {
    expect(callsOf({ tools: [draft('a')] }, knowing())).toEqual([{ id: 'a', tool: 'look', args: {}, needs: [] }])
  })

  it('get another id where theirs was used, and those that name them follow', () => {
    const drafts = [draft('a'), draft('b', { name: '$a.x' }, 'a'), draft('a-2')]
    expect(callsOf({ tools: drafts }, knowing('a'))).toEqual([
      { id: 'a-3', tool: 'look', args: {}, needs: [], plannedAs: 'a' },
      { id: 'b', tool: 'look', args: { name: { $ref: 'a-3.x' } }, needs: ['a-3'] },
      { id: 'a-2', tool: 'look', args: {}, needs: [] },
    ])
  })

  it('that refer to their own id mean the call that had it before', () => {
    const [call] = callsOf({ tools: [draft('a', { name: '$a.x' }, 'a')] }, knowing('a'))
    expect(call).toMatchObject({ id: 'a-2', args: { name: { $ref: 'a.x' } }, needs: ['a'] })
  })

  it('have references in one form, so that they stay what they are without their call', () => {
    const drafts = [draft('a'), draft('b', { name: '$a.x', all: ['$a'], price: '$1.50', who: '$x' })]
    const [, call] = callsOf({ tools: drafts }, knowing())
    expect(call?.args).toEqual({ name: { $ref: 'a.x' }, all: [{ $ref: 'a' }], price: '$1.50', who: '$x' })
    expect(callFaults(call ? [call] : [], knowing())).toEqual([
      'call `b` refers to `a`, which is no call',
      'call `b` refers to `a`, which is no call',
    ])
  })

  it('have the tool that is meant', () => {
    const [call] = callsOf({ tools: [{ id: 'a', tool: 'functions.PMS_rooms', args: {} }] }, knowing())
    expect(call?.tool).toBe('pms.rooms')
  })

  it('are equal whatever the order of their arguments, and different in any of them', () => {
    const key = (args: Record<string, string>) => callKey({ tool: 'look', args })
    expect(key({ a: '1', b: '2' })).toBe(key({ b: '2', a: '1' }))
    expect(key({ a: '1', b: '2' })).not.toBe(key({ a: '1', b: '3' }))
  })
})

describe('the faults of a plan', () => {
  it('are none when it may use what earlier waves gave', () => {
    expect(faultsOf([draft('b', { name: '$a.x' }, 'a')], 'a')).toEqual([])
  })

  it.each([
    ['an id that is there twice', [draft('a'), draft('a')], 'two calls have the id `a`'],
    ['an id that is no name', [draft('a b')], 'the id `a b` must be letters, digits, `-` and `_`'],
    ['unknown needs', [draft('a', {}, 'x')], 'call `a` needs `x`, which is no call'],
    ['an unknown reference', [draft('a', { name: { $ref: 'x.y' } })], 'call `a` refers to `x`, which is no call'],
    ['an unknown text reference', [draft('a', { name: '$x.y' })], 'call `a` refers to `x`, which is no call'],
    ['a circle of needs', [draft('a', {}, 'b'), draft('b', {}, 'a')], '`b` needs `a`, which needs it in turn'],
    [
      'a circle of references',
      [draft('a', { name: '$b' }), draft('b', {}, 'a')],
      '`b` needs `a`, which needs it in turn',
    ],
    ['a call that needs itself', [draft('a', {}, 'a')], '`a` needs `a`, which is itself'],
  ])('name %s', (_, drafts, fault) => {
    expect(faultsOf(drafts)).toEqual([fault])
  })

  it('are told by the schemas of the tools', () => {
    const call = (tool: string, args: Call['args']): Call => ({ id: 'a', tool, args, needs: [] })
    const faults = (each: Call) => callFaults([each], knowing())
    expect(faults(call('fly', {}))).toEqual(['call `a`: there is no tool `fly`; there are pms.rooms, look'])
    expect(faults(call('pms.rooms', {}))).toEqual(['call `a`: `pms.rooms` needs the argument `from`'])
    expect(faults(call('pms.rooms', { from: 'x', beds: 2 }))).toEqual([
      'call `a`: `pms.rooms` has no argument `beds`; there are from, board',
    ])
    expect(faults(call('pms.rooms', ['x']))).toEqual(['call `a`: its arguments must be an object'])
  })

  it('are no more than can be mended at once', () => {
    expect(faultsOf(Array.from({ length: 30 }, (_, index) => draft(`a${index}`, {}, 'x')))).toHaveLength(10)
  })
})

/** Calls that need some of those before them. */
const graphs = fc.array(fc.array(fc.nat({ max: 20 }), { maxLength: 3 }), { minLength: 1, maxLength: 10 }).map((lists) =>
  lists.map((needs, index): Call => {
    const before = index === 0 ? [] : needs.map((need) => `c${need % index}`)
    return { id: `c${index}`, tool: 'look', args: {}, needs: before }
  }),
)

describe('the order of calls', () => {
  it('puts each behind those it needs, and loses none, however they are listed', () => {
    const shuffled = graphs.chain((calls) => fc.shuffledSubarray(calls, { minLength: calls.length }))
    fc.assert(
      fc.property(shuffled, (calls) => {
        const ids = inOrder(calls, new Set()).map(({ id }) => id)
        expect(ids.toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
        for (const { id, needs } of calls) {
          for (const need of needs) expect(ids.indexOf(need)).toBeLessThan(ids.indexOf(id))
        }
        expect(callFaults(calls, knowing())).toEqual([])
      }),
    )
  })
})
