/** The order of the checks, and what is synchronous. */
import type { Refusal, Tool } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { callOf, contextOf, factsOf, toolOf } from '../../../../test/guard/guarded.ts'
import { refusal } from './checks/refusal.ts'
import { type Answer, type Check, type Finish, type FrontCheck, guardPath, type InputCheck } from './guard-path.ts'

const add = toolOf()
const facts = factsOf([add])
const answer: Answer = { output: { text: 'five' }, notes: undefined, leftOut: [], record: undefined }
const runs: InputCheck = (tool, input) => ({ kind: 'run', tool, input })

/** Parts that write down that they were asked, and refuse if they are told to. */
function parts(...refusing: readonly string[]) {
  const seen: string[] = []
  const look = (name: string): Refusal | undefined => {
    seen.push(name)
    return refusing.includes(name) ? refusal('input', name) : undefined
  }
  const front =
    (name: string): FrontCheck =>
    () =>
      look(name)
  const check = (name: string): Check => ({ look: () => look(name), take: () => void seen.push(`${name} taken`) })
  const fit: InputCheck = (tool: Tool, input) => look('input') ?? runs(tool, input)
  const path = guardPath([front('one'), front('two')], [check('three'), check('four')], fit, [() => answer])
  return { seen, path }
}

describe('the path of a call', () => {
  it('goes through every check in order, and then counts it', () => {
    const { seen, path } = parts()
    expect(path.admit(callOf('add'), facts)).toEqual({ kind: 'run', tool: add, input: { a: 1 } })
    expect(seen).toEqual(['one', 'two', 'three', 'four', 'input', 'three taken', 'four taken'])
  })

  it('leaves out what was before the person when one has approved it', () => {
    const { seen, path } = parts()
    expect(path.clear(add, { a: 2 }, facts)).toEqual({ kind: 'run', tool: add, input: { a: 2 } })
    expect(seen).toEqual(['three', 'four', 'input', 'three taken', 'four taken'])
  })

  it.each(['one', 'two', 'three', 'four', 'input'])('ends at the first check that refuses: %s', (name) => {
    const order = ['one', 'two', 'three', 'four', 'input']
    const { seen, path } = parts(name, ...order.slice(order.indexOf(name)))
    expect(path.admit(callOf('add'), facts)).toEqual({ kind: 'refuse', by: 'input', text: `Not run: ${name}` })
    expect(seen).toEqual(order.slice(0, order.indexOf(name) + 1))
  })
})

describe('an answer', () => {
  const marked =
    (mark: string): Finish =>
    (_, { output, ...rest }) => ({ ...rest, output: { text: output.text + mark } })
  const later: Finish = async (tool, given) => marked(' later')(tool, given)
  const execute = (...finishes: readonly Finish[]) =>
    guardPath([], [], runs, [() => answer, ...finishes]).execute(add, {}, contextOf())

  it('goes through what is done to it in order, at once', () => {
    expect(execute(marked(' one'), marked(' two'))).toEqual({ output: { text: 'five one two' } })
  })

  it('goes on later from the first part that takes time', async () => {
    const execution = execute(marked(' one'), later, marked(' two'))
    expect(execution).toBeInstanceOf(Promise)
    expect(await execution).toEqual({ output: { text: 'five one later two' } })
  })

  it('tells its record and its notes only when there are any', () => {
    const notes = [{ name: 'breaker.opened', value: { tool: 'add' } }]
    expect(execute(() => ({ ...answer, record: { cut: 5 }, notes }))).toEqual({
      output: { text: 'five' },
      record: { guard: { cut: 5 } },
      notes,
    })
    expect(execute()).toEqual({ output: { text: 'five' } })
  })

  it('tells that the tool was not begun', () => {
    expect(execute(() => ({ ...answer, notMade: true }))).toEqual({ output: { text: 'five' }, notMade: true })
  })
})
