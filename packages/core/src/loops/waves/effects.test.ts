import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { turns, world } from '../../../../../test/support/kernel.ts'
import { type Drafted, done, goal, goesOn, guessless } from '../../../../../test/support/waves-runs.ts'
import type { StartOptions } from '../../runtime/definition.ts'
import { modelOf, type ScriptedReply, says } from '../../testing/scripted-model.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { waves } from './entry.ts'

/** A house of five rooms: one tool reads how many are free, another one takes some. */
function house(effect: 'once' | 'idempotent' = 'once', isBroken = false) {
  let rooms = 5
  const reads: number[] = []
  const book = defineTool({
    name: 'book',
    description: 'Books rooms.',
    input: z.object({ count: z.number() }),
    effect,
    run: async ({ count }) => {
      await turns(40)
      rooms -= count
      if (isBroken) throw new Error('no receipt')
      return { booked: count }
    },
  })
  const free = defineTool({
    name: 'free',
    description: 'How many rooms are free.',
    input: z.object({}),
    effect: 'pure',
    run: () => {
      reads.push(rooms)
      return { rooms }
    },
  })
  return { reads, tools: [book, free] as Tool[] }
}

const book = (id: string, count = 2, ...needs: readonly string[]): Drafted => ({
  id,
  tool: 'book',
  args: { count },
  needs,
})
const free = (id: string, ...needs: readonly string[]): Drafted => ({ id, tool: 'free', needs })

type Replies = Readonly<Record<string, ScriptedReply>>

async function run(replies: Replies, options: StartOptions & { readonly guess?: ScriptedReply } = {}) {
  const { guess, ...given } = options
  const model = modelOf((_, { path }) => replies[path] ?? says('Done.'))
  const utility = guess ? modelOf(() => guess, { id: 'test/utility' }) : guessless()
  const { runtime } = world()
  const session = await runtime.start(waves, goal, { model, models: { utility }, tools: house().tools, ...given })
  const { details, outcome } = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  const { results } = details as { results: Record<string, { text: string; status: string; sameAs?: string }> }
  return { results, outcome }
}

const first = 'plan-cache#1/plan#1'
const off = { eager: false, speculate: false }

describe('what is read after a call with effects', () => {
  it.each<[string, Replies, 'once' | 'idempotent', object]>([
    [
      'was guessed while the call ran',
      { [first]: goesOn(book('b')), 'plan#1': done(free('f')) },
      'once',
      { eager: false },
    ],
    [
      'was guessed while one ran that may be repeated',
      { [first]: goesOn(book('b')), 'plan#1': done(free('f')) },
      'idempotent',
      { eager: false },
    ],
    ['stood in the same plan', { [first]: done(book('b'), free('f')) }, 'once', { maxTools: 1 }],
    ['needs the call', { [first]: done(book('b'), free('f', 'b')) }, 'once', {}],
    [
      'is left over from a plan that had to be repaired',
      {
        [first]: goesOn(free('f'), { id: 'b', tool: 'fly' }),
        [`${first}/repair#1`]: goesOn(book('b')),
        'plan#1': done(free('f')),
      },
      'once',
      { speculate: false },
    ],
  ])('is what there is then, though it %s', async (_, replies, effect, config) => {
    const guess = goesOn(free('guess'))
    const early = await run(replies, { config, guess, tools: house(effect).tools })
    const plain = await run(replies, { config: { ...config, ...off }, tools: house(effect).tools })
    expect(early.results['f']?.text).toBe('{"rooms":3}')
    expect(early.results).toEqual(plain.results)
  })

  it.each([false, true])('is read again though it was read before, and the call failed: %s', async (isBroken) => {
    const replies = { [first]: goesOn(free('f')), 'plan#1': goesOn(book('b')), 'plan#2': done(free('again')) }
    const { reads, tools } = house('once', isBroken)
    const { results } = await run(replies, { config: off, tools })
    expect(reads).toEqual([5, 3])
    expect(results['again']).toMatchObject({ text: '{"rooms":3}' })
    expect(results['again']).not.toHaveProperty('sameAs')
  })

  it('is read again within one wave', async () => {
    const replies = { [first]: done(free('f'), book('b', 2, 'f'), free('again', 'b')) }
    const { results } = await run(replies)
    expect([results['f']?.text, results['again']?.text]).toEqual(['{"rooms":5}', '{"rooms":3}'])
  })

  it('is read again when nobody knows which of them was first', async () => {
    const replies = { [first]: goesOn(free('f'), book('b')), 'plan#1': done(free('again')) }
    const { results } = await run(replies)
    expect(results['again']).toMatchObject({ text: '{"rooms":3}' })
    expect(results['again']).not.toHaveProperty('sameAs')
  })
})

describe('what was made before', () => {
  it('stands when the call with effects came before it', async () => {
    const { reads, tools } = house()
    const replies = { [first]: goesOn(book('b'), free('f', 'b')), 'plan#1': done(free('again')) }
    const { results } = await run(replies, { tools })
    expect(reads).toEqual([3])
    expect(results['again']).toMatchObject({ text: '{"rooms":3}', sameAs: 'f' })
  })

  it('stands when the call with effects was refused before it began', async () => {
    const { reads, tools } = house()
    const wrong: Drafted = { id: 'b', tool: 'book', args: { count: 'many' } }
    const replies = { [first]: goesOn(free('f')), 'plan#1': goesOn(wrong), 'plan#2': done(free('again')) }
    const { results } = await run(replies, { tools })
    expect([results['b']?.status, results['again']?.sameAs, reads]).toEqual(['not-made', 'f', [5]])
  })

  it('and must not be repeated stands for ever', async () => {
    const replies = {
      [first]: goesOn(book('b')),
      'plan#1': goesOn(book('c', 1)),
      'plan#2': done(book('d'), free('f', 'd')),
    }
    const { results } = await run(replies)
    expect(results['d']).toMatchObject({ sameAs: 'b' })
    expect(results['f']?.text).toBe('{"rooms":2}')
  })

  it('and may be repeated is made again when something else was done since', async () => {
    const replies = {
      [first]: goesOn(book('b')),
      'plan#1': goesOn(book('c', 1)),
      'plan#2': done(book('d'), free('f', 'd')),
    }
    const { results } = await run(replies, { tools: house('idempotent').tools })
    expect(results['d']).not.toHaveProperty('sameAs')
    expect(results['f']?.text).toBe('{"rooms":0}')
  })
})
