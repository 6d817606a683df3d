import type { Tool } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherRelation, relativeOf, somebodyElse, spoiltQuery } from '../world/facts.ts'
import { misspelt, nameOf, readName } from '../world/names.ts'
import { fits, numberFor, wrongNumber } from '../world/slots.ts'
import { gates, nextWord, openGate, walledGate, wordBehind } from '../world/vault.ts'
import { chain } from './chain.ts'
import { claimSheet } from './claim-sheet.ts'
import type { Course, Values } from './course.ts'
import { deadEnd } from './dead-end.ts'
import { fanOut } from './fan-out.ts'
import { gameOf24 } from './game-of-24/game-of-24.ts'
import { hops } from './hops.ts'
import { mixed } from './mixed.ts'
import { readCourse } from './read-course.ts'
import { repeated } from './repeated.ts'
import { slots } from './slots.ts'

const families = [
  chain({ steps: 7, hasTool: true }),
  hops({ hops: 4, search: 'nothing' }),
  slots({ slots: 4, hasTool: true }),
  claimSheet({ claims: 4, hasTool: true }),
  fanOut({ width: 3, depth: 2 }),
  deadEnd({ doors: 3 }),
  gameOf24(),
].map((family) => [family.name, family] as const)

const numbers = { seed: fc.nat(), index: fc.nat(100_000) }
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** All parts worked out, with an error at one of them. */
function valuesOf(course: Course, wrongAt: number, at: number): Values {
  const values: string[] = []
  for (let part = 0; part < course.length; part += 1) {
    const next = course.next(part, values)
    values.push(part === wrongAt ? next.wrong(at, 20) : next.right(at))
  }
  return values
}

describe.each(families)('%s', (_, family) => {
  const courseOf = (seed: number, index: number) => {
    const task = family.task(seed, index)
    return { task, course: readCourse(task.goal)! }
  }

  it('has tasks that stay the same, with their ids in their goals', () => {
    fc.assert(
      fc.property(numbers.seed, numbers.index, (seed, index) => {
        const { goal, id } = family.task(seed, index)
        expect(family.task(seed, index).goal).toBe(goal)
        expect(goal).toContain(`[${id}] `)
      }),
      { numRuns: 30 },
    )
  })

  it('has other tasks for other seeds, though two may be alike by chance', () => {
    const goals = new Set(Array.from({ length: 40 }, (_, seed) => family.task(seed, 1).goal))
    expect(goals.size).toBeGreaterThan(20)
  })

  it('is solved by the truth', () => {
    fc.assert(
      fc.property(numbers.seed, numbers.index, share, (seed, index, at) => {
        const { task, course } = courseOf(seed, index)
        const values = valuesOf(course, -1, at)
        expect(course.isGood(values)).toBe(true)
        expect(task.isRight(course.answer(values))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is not solved when any part is wrong, whatever follows', () => {
    fc.assert(
      fc.property(numbers.seed, numbers.index, fc.nat(20), share, (seed, index, part, at) => {
        const { task, course } = courseOf(seed, index)
        const wrongAt = part % course.length
        fc.pre(course.slipChance?.(wrongAt, valuesOf(course, -1, at).slice(0, wrongAt), { w: 1 } as never) !== 0)
        const values = valuesOf(course, wrongAt, at)
        expect(course.isGood(values.slice(0, wrongAt + 1))).toBe(false)
        expect(task.isRight(course.answer(values))).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it.each([[null], [''], [7], ['24'], ['I do not know.']])('is not solved by %j', (answer) => {
    expect(family.task(1, 1).isRight(answer)).toBe(false)
  })
})

const run = async (tool: Tool | undefined, input: unknown) => tool?.run(input, {} as never)

describe('the world', () => {
  it('has a name for every number', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), (number) => {
        expect(readName(nameOf(number))).toEqual({ number, isKnown: true })
      }),
    )
  })

  it('knows no misspelt name, and takes it for somebody else', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), share, (number, at) => {
        const read = readName(misspelt(nameOf(number), at))
        expect(read?.isKnown).toBe(false)
        expect(read?.number).not.toBe(number)
      }),
    )
  })

  it('gives no two people the same mentor', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), share, (number, at) => {
        const other = somebodyElse(nameOf(number), at)
        expect(other).not.toBe(nameOf(number))
        expect(relativeOf('mentor', other)).not.toBe(relativeOf('mentor', nameOf(number)))
      }),
    )
  })

  it('has one number for each slot', () => {
    for (const byFive of [0, 1, 2, 3, 4]) {
      for (const bySeven of [0, 1, 2, 3, 4, 5, 6]) {
        const slot = { byFive, bySeven }
        const fitting = Array.from({ length: 40 }, (_, value) => value).filter((value) => fits(slot, value))
        expect(fitting).toEqual([numberFor(slot)])
        expect(fits(slot, wrongNumber(numberFor(slot), byFive / 5))).toBe(false)
      }
    }
  })

  it('opens one gate of each vault', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), share, (vault, at) => {
        expect(gates).toContain(openGate(vault))
        expect(walledGate(vault, at)).not.toBe(openGate(vault))
      }),
    )
  })

  it.each([
    ['nothing', 'Nothing found for'],
    ['distractor', 'The mentor of '],
  ] as const)('says to a name that nobody has: %s', async (search, said) => {
    const [tool] = hops({ hops: 1, search }).task(1, 1).tools
    const right = await run(tool, { query: 'mentor of Baketo Mirosa' })
    const missed = await run(tool, { query: spoiltQuery('mentor of Baketo Mirosa', 0.5) })
    expect(right).toBe(`The mentor of Baketo Mirosa is ${relativeOf('mentor', 'Baketo Mirosa')}.`)
    expect(missed).toContain(said)
    expect(missed).not.toContain(relativeOf('mentor', 'Baketo Mirosa'))
  })

  it('has a register whose entries are as long as is said, and can be referred to', async () => {
    const [tool] = hops({ hops: 1, entries: 300 }).task(1, 1).tools
    const name = relativeOf('mentor', 'Baketo Mirosa')
    const found = await run(tool, { relation: 'mentor', name: 'Baketo Mirosa' })
    expect(found).toMatchObject({
      text: expect.stringContaining(`The mentor of Baketo Mirosa is ${name}.`),
      data: { name },
    })
    expect((found as { text: string }).text).toHaveLength(300)
    expect(await run(tool, { relation: 'mentor', name: 'nobody' })).toMatchObject({ error: true })
    expect(new Set([0, 0.3, 0.6, 0.99].map((at) => otherRelation('mentor', at)))).not.toContain('mentor')
  })

  it('gives the same few tasks again and again', () => {
    const family = repeated(hops({ hops: 2 }), 3)
    const goals = [0, 1, 2, 3, 4, 5].map((index) => family.task(1, index).goal)
    expect(goals.slice(3)).toEqual(goals.slice(0, 3))
    expect(new Set(goals).size).toBe(3)
  })

  it('works out sums, checks slots, and shows what is walled up', async () => {
    const [calculate] = chain({ steps: 1, hasTool: true }).task(1, 1).tools
    const [check] = slots({ slots: 1, hasTool: true }).task(1, 1).tools
    const [gate, door] = deadEnd({ doors: 1 }).task(1, 1).tools
    expect(await run(calculate, { expression: '17 - 40' })).toBe('-23')
    const slot = 'the number below 35 that leaves 2 when divided by 5 and 3 when divided by 7'
    expect(await run(check, { slot, value: 17 })).toBe('17 fits.')
    expect(await run(check, { slot, value: 18 })).toBe('18 does not fit.')
    expect(await run(gate, { vault: 5, gate: walledGate(5, 0) })).toContain('is walled up')
    const word = wordBehind(5)
    expect(await run(gate, { vault: 5, gate: openGate(5) })).toMatchObject({
      text: `Behind the ${openGate(5)} gate of vault 5 it says: ${word}`,
      data: { word },
    })
    expect(await run(door, { word })).toMatchObject({
      text: `The door answers: ${nextWord(word)}`,
      data: { word: nextWord(word) },
    })
    expect(await run(door, { word: 'abracadabra' })).toBe('No door knows “abracadabra”.')
  })
})

describe('tasks of two families', () => {
  const [easy, hard] = [hops({ hops: 1 }), chain({ steps: 1 })]

  it('are those of one or the other, and come again', () => {
    const both = mixed(easy, hard, 0.5)
    for (let index = 0; index < 50; index += 1) {
      const { goal } = both.task(3, index)
      expect([easy.task(3, index).goal, hard.task(3, index).goal]).toContain(goal)
      expect(both.task(3, index).goal).toBe(goal)
    }
  })

  it.each([0, 0.3, 1])('are of the first as often as is said: %d', (chance) => {
    const both = mixed(easy, hard, chance)
    const first = Array.from({ length: 2000 }, (_, index) => both.task(1, index)).filter(({ id }) =>
      id.startsWith(easy.name),
    )
    expect(Math.abs(first.length - 2000 * chance)).toBeLessThanOrEqual(4 * Math.sqrt(2000 * chance * (1 - chance)))
  })
})
