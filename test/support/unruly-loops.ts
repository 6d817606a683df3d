/** Loops that are careless with values: what they do to them after the fact must not reach the journal. */
import { GyreError, type Json, type PlanStep, user } from '@gyre/core'
import { loopOf, planningTraits } from './kernel.ts'
import { call } from './loops.ts'

type Basket = { list: string[] }

const basket = loopOf('basket', async (ctx, { goal }) => {
  const reply = await ctx.generate([user(goal)])
  return { answer: reply.text, details: { list: [reply.text] } }
})

/** It goes on changing what it noted, planned, proposed, cached and was given. */
export const careless = loopOf(
  'careless',
  async (ctx) => {
    const seen: Basket = { list: ['first'] }
    ctx.note('seen', seen)
    seen.list.push('second')
    ctx.propose(seen)
    const todo: PlanStep[] = [
      { id: 'a', goal: 'a' },
      { id: 'b', goal: 'b' },
    ]
    const planned = await ctx.plan(todo)
    while (todo.length > 0) {
      const next = todo.shift()
      const reply = await ctx.generate([user(`do ${next?.id}`)], { label: 'work' })
      seen.list.push(reply.text)
    }
    const filled = await ctx.runLoop(basket, 'fill')
    const details = filled.details as unknown as Basket
    details.list.push('mine')
    const kept = await ctx.cache<Basket & Json>('basket', async () => ({ list: ['kept'] }))
    kept.list.push('mine')
    await ctx.generate([user(`${planned.length} ${details.list.length} ${kept.list.length}`)], { label: 'count' })
    const last = await ctx.generate([user('last')], { label: 'work' })
    const counts = [planned.length, details.list.length, kept.list.length, seen.list.length]
    return { answer: last.text, details: counts }
  },
  { traits: planningTraits },
)

const strange = loopOf('strange', async (ctx) => {
  const reply = await ctx.generate([user('strange')])
  const details = { text: reply.text, nothing: undefined, when: new Date(0), far: Number.POSITIVE_INFINITY }
  return { answer: Number.NaN, details: details as unknown as Json }
})

/** It looks closely at values that are not plain data. */
export const curious = loopOf('curious', async (ctx) => {
  const child = await ctx.runLoop(strange, 'be strange')
  const details = child.details as Readonly<Record<string, unknown>>
  const cached = await ctx.cache('date', async () => ({ at: new Date(0) }) as unknown as Json)
  const looked = {
    answer: String(child.answer),
    keys: Object.keys(details),
    when: typeof details['when'],
    far: String(details['far']),
    at: typeof (cached as Readonly<Record<string, unknown>>)['at'],
  }
  await ctx.callTools([call('look', 'around')])
  return { answer: (await ctx.generate([user('sum up')])).text, details: looked }
})

const faulty = loopOf('faulty', async (ctx, { goal }) => {
  await ctx.generate([user(goal)])
  if (goal === 'typed') throw new GyreError('tool-failed', 'typed fault', { part: 'wheel' })
  throw new TypeError('plain fault')
})

/** It tells faults apart by all that an error shows. */
export const blaming = loopOf('blaming', async (ctx) => {
  const blamed: Json[] = []
  for (const goal of ['typed', 'plain']) {
    try {
      await ctx.runLoop(faulty, goal)
    } catch (error) {
      blamed.push(shownBy(error))
    }
  }
  try {
    await ctx.generate([user('out of order')], { label: 'broken' })
  } catch (error) {
    blamed.push(shownBy(error))
  }
  const reply = await ctx.generate([user('who?')])
  return { answer: reply.text, details: blamed }
})

function shownBy(error: unknown): Json {
  const { name, message } = error as Error
  const isOurs = error instanceof GyreError
  return { name, message, isOurs, ...(isOurs && { code: error.code, details: error.details as Json }) }
}

/** Told to wrap up, it does not answer but breaks. */
const brittle = loopOf('brittle', async (ctx, { goal }) => {
  try {
    for (;;) await ctx.generate([user(goal)], { label: 'bend' })
  } catch (cause) {
    throw new Error('broken', { cause })
  }
})

/** Its children break when they are told: one on a share of its own, in a branch, one on what is left to all. */
export const breaking = loopOf('breaking', async (ctx) => {
  const shares = await ctx.map(['left', 'right'], async (side, branch) => {
    const { outcome, answer } = await branch.runLoop(brittle, side, { budget: { modelCalls: 2 } })
    return `${outcome} ${answer}`
  })
  ctx.note('shares', shares)
  await ctx.runLoop(brittle, shares.join(', '))
  return 'never'
})

/** Told to wrap up, it looks around once more and gives up. */
export const weary = loopOf('weary', async (ctx) => {
  try {
    for (;;) await ctx.generate([user('on')])
  } catch {
    await ctx.callTools([call('look', 'back')])
    return { answer: null }
  }
})

/** It takes the first of two answers and does not wait for the other. */
export const hasty = loopOf('hasty', async (ctx) => {
  const answers = ['slow', 'quick'].map((label) => ctx.generate([user(label)], { label }))
  const first = await Promise.race(answers)
  const second = await ctx.generate([first.message, user('sure?')])
  return second.text
})
