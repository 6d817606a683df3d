import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gate, turns, world } from '../../../../../test/support/kernel.ts'
import { type Drafted, done, goal, goesOn } from '../../../../../test/support/waves-runs.ts'
import { modelOf, type ScriptedReply, says } from '../../testing/scripted-model.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

const look = (id: string, name: string = id): Drafted => ({ id, tool: 'look', args: { name } })
const put = (id: string): Drafted => ({ id, tool: 'put', args: { name: id } })

/** A session whose tools write down when they begin, and wait at the gate of their name if there is one. */
async function started(
  replies: Readonly<Record<string, ScriptedReply>>,
  gates: Readonly<Record<string, ReturnType<typeof gate>>>,
  config: object = {},
) {
  const begun: string[] = []
  const toolOf = (name: string, effect: Tool['effect']) =>
    defineTool({
      name,
      description: 'Works.',
      input: z.object({ name: z.string() }),
      effect,
      run: async (input) => {
        begun.push(input.name)
        await gates[input.name]?.pass()
        return `${input.name}+`
      },
    }) as Tool
  const tools = [toolOf('look', 'pure'), toolOf('put', 'once')]
  const model = modelOf((_, { path }) => replies[path] ?? says('Done.'))
  const { runtime } = world()
  const session = await runtime.start(waves, goal, { model, tools, config: { eager: false, ...config } })
  const ended = async () => {
    expect((await session.outcome).outcome).toBe('answered')
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    return begun.toSorted()
  }
  return { begun, session, ended }
}

const first = 'plan-cache#1/plan#1'
const guess = 'ahead#1/guess#1'

describe('a call that is foreseen', () => {
  it.each<[string, object, Readonly<Record<string, ScriptedReply>>]>([
    [
      'guessed',
      {},
      { [first]: goesOn(put('cup'), look('slow')), [guess]: goesOn(look('g', 'hall')), 'plan#1': done(look('hall')) },
    ],
    ['known', { maxTools: 2 }, { [first]: done(put('cup'), look('slow'), look('hall')) }],
  ])('and %s begins once no call with effects is in flight, whatever else is', async (_, config, replies) => {
    const cup = gate()
    const slow = gate()
    const { begun, ended } = await started(replies, { cup, slow }, config)
    await Promise.all([cup.isReached, slow.isReached])
    await turns()
    expect(begun.toSorted()).toEqual(['cup', 'slow'])
    cup.open()
    await turns()
    expect(begun.toSorted()).toEqual(['cup', 'hall', 'slow'])
    slow.open()
    expect(await ended()).toEqual(['cup', 'hall', 'slow'])
  })

  it('does not begin any more when the next wave is shown', async () => {
    const late = gate()
    const held = gate()
    const replies = {
      [first]: goesOn(look('a')),
      [guess]: goesOn(look('g', 'late'), look('h', '$g')),
      'plan#1': done(look('held')),
    }
    const { begun, ended } = await started(replies, { late, held })
    await Promise.all([late.isReached, held.isReached])
    late.open()
    await turns()
    expect(begun.toSorted()).toEqual(['a', 'held', 'late'])
    held.open()
    expect(await ended()).toEqual(['a', 'held', 'late'])
  })

  it('does not begin any more when a person has taken it out of the plan', async () => {
    const a = gate()
    const late = gate()
    const held = gate()
    const replies = { [first]: done(look('a'), look('b'), look('late'), look('h', '$late')) }
    const { begun, session, ended } = await started(replies, { a, late, held }, { maxTools: 2 })
    await Promise.all([a.isReached, late.isReached])
    await session.editPlan([{ id: 'held', goal: 'Look.', tool: 'look', input: { name: 'held' } }])
    await turns()
    a.open()
    await held.isReached
    late.open()
    await turns()
    expect(begun.toSorted()).toEqual(['a', 'b', 'held', 'late'])
    held.open()
    expect(await ended()).toEqual(['a', 'b', 'held', 'late'])
  })

  it('does not begin when it comes to one of this wave, which will stand for it', async () => {
    const slow = gate()
    const replies = {
      [first]: goesOn(look('a', 'x'), look('b', 'x+'), look('slow')),
      [guess]: goesOn({ ...look('g', '$a'), needs: ['b'] }),
      'plan#1': done(look('c', 'x+')),
    }
    const { ended } = await started(replies, { slow })
    await slow.isReached
    await turns()
    slow.open()
    expect(await ended()).toEqual(['slow', 'x', 'x+'])
  })
})
