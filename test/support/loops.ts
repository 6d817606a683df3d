/** Loops that use the verbs in every combination that has to survive a crash. */
import {
  cot,
  type Loop,
  type LoopContext,
  type Message,
  react,
  system,
  type ToolCall,
  textOf,
  user,
  WrapUp,
} from '@gyre/core'
import { z } from 'zod'
import { loopOf, planningTraits } from './kernel.ts'

/** A call as a loop makes it by itself. */
export function call(tool: string, name: string, id = `${tool}-${name}`): ToolCall {
  return { type: 'tool-call', id, tool, input: { name } }
}

/** Loops in a loop: two of one kind under one label, one with a budget of its own, one that maps. */
export const nested = loopOf('nested', async (ctx, { goal }) => {
  const first = await ctx.runLoop(react, `first of ${goal}`, { label: 'episode' })
  const second = await ctx.runLoop(react, `second of ${goal}`, { label: 'episode', budget: { modelCalls: 9 } })
  const vote = await ctx.runLoop(cot, `${first.answer} or ${second.answer}?`, { config: { samples: 3 } })
  return { answer: vote.answer, details: { first: first.answer, second: second.answer, votes: vote.details } }
})

/** Branches of several steps each, all of them with the same names. */
export const parallel = loopOf('parallel', async (ctx, { goal }) => {
  const parts = await ctx.map(
    goal.split(' '),
    async (word, branch) => {
      const first = await branch.generate([user(`first ${word}`)], { label: 'think' })
      const [seen] = await branch.callTools([call('look', word)], { label: 'act' })
      const second = await branch.generate([user(`second ${word}`), first.message, ...(seen ? [seen] : [])], {
        label: 'think',
      })
      const kept = await branch.callTools([call('put', word), call('send', word)], { label: 'act' })
      branch.note('kept', kept.length)
      return `${first.text} ${second.text}`
    },
    { label: 'part', concurrency: 3 },
  )
  return parts.join('; ')
})

/** A map inside a child loop inside a map. */
export const woven = loopOf('woven', async (ctx, { goal }) => {
  const halves = await ctx.map(goal.split(' | '), async (half, branch) => {
    const opened = await branch.generate([user(`open ${half}`)], { label: 'think' })
    const inner = await branch.runLoop(parallel, half)
    const closed = await branch.generate([opened.message, user(`close ${String(inner.answer)}`)], { label: 'think' })
    return closed.text
  })
  return halves.join(' & ')
})

const city = z.object({ name: z.string(), people: z.number() })

/** Values of a shape: one at once, one after a repair, one that never comes. */
export const shapes = loopOf('shapes', async (ctx) => {
  const easy = await ctx.generateObject(city, [user('Paris')], { label: 'city' })
  const repaired = await ctx.generateObject(city, [user('Rome')], { label: 'city' })
  const fallback = () => ({ name: 'nowhere', people: 0 })
  const missing = await ctx.generateObject(city, [user('Atlantis')], { label: 'city', repairs: 1, fallback })
  return [easy, repaired, missing].map(({ name, people }) => `${name} ${people}`).join(', ')
})

/** The key-value port, the embedder and the memory. */
export const keeper = loopOf('keeper', async (ctx) => {
  const compute = (key: string) =>
    ctx.cache(key, async (inner) => {
      const reply = await inner.generate([user(`compute ${key}`)])
      await inner.callTools([call('put', key)])
      return reply.text
    })
  const computed = await compute('a')
  const again = await compute('a')
  const other = await compute('b')
  const {
    vectors: [vector],
  } = await ctx.embed(['some words', 'more words'])
  await ctx.remember({ text: `${computed} was computed`, data: { key: 'a' } })
  await ctx.remember({ text: `${other} was computed` })
  const recalled = await ctx.recall('what was computed', { limit: 2 })
  const largest = Math.max(...(vector ?? []))
  return {
    answer: [computed, again, other].join(' '),
    details: { largest, recalled: recalled.map(({ text }) => text) },
  }
})

/** The facts without an effect: plan, note, phase, proposal. */
export const planner = loopOf(
  'planner',
  async (ctx, { goal }) => {
    ctx.phase('planning')
    const steps = await ctx.plan(
      goal.split(' ').map((word) => ({ id: word, goal: word })),
      { round: 1, reason: 'beginning' },
    )
    ctx.phase('executing')
    const done: string[] = []
    for (const step of steps) {
      const reply = await ctx.generate([user(step.goal)], { label: 'work' })
      done.push(reply.text)
      ctx.note('progress', { done: done.length })
      ctx.propose(done.join(' '), done.length)
    }
    ctx.phase('reading')
    await ctx.callTools([call('look', 'all')])
    ctx.phase('deciding')
    const left = await ctx.plan([{ id: 'last', goal: 'last' }], { round: 2 })
    const last = await ctx.generate([user(left.map((step) => step.goal).join())], { label: 'work' })
    return { answer: `${done.join(' ')} ${last.text}`, gap: 'one thing is open', outcome: 'gap_open' }
  },
  { traits: planningTraits },
)

/** Somebody is asked, and asked again; a tool waits for approval. */
export const asker = loopOf('asker', async (ctx) => {
  const where = await ctx.askHuman('Where to?', { choices: ['north', 'south'] })
  const reply = await ctx.generate([user(`going ${where}`)])
  const [paid] = await ctx.callTools([call('pay', where)])
  const asked = await ctx.map(['who', 'when'], (word, branch) => branch.askHuman(`${word}?`), { label: 'detail' })
  const [result] = paid?.parts ?? []
  return [reply.text, result?.type === 'tool-result' ? result.text : '', ...asked].join(', ')
})

/** Several calls at once of a tool that is approved with its first use: the second agrees to all that come after it. */
export const lender = loopOf('lender', async (ctx) => {
  const lent = await ctx.callTools(['axe', 'saw', 'hoe', 'rake'].map((name) => call('lend', name)))
  return lent
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'tool-result' ? part.text : []))
    .join('; ')
})

/** A child that runs out of its own budget, then one that runs out of the parent's. */
export const spender = loopOf('spender', async (ctx, { goal }) => {
  const child = await ctx.runLoop(react, `small ${goal}`, { label: 'small', budget: { modelCalls: 3 } })
  ctx.propose(child.answer)
  const second = await ctx.runLoop(react, `large ${goal}`, { label: 'large' })
  return `${child.outcome} ${second.answer}`
})

/** It is told to wrap up in a branch and closes by itself from what is kept back. */
export const closer = loopOf('closer', async (ctx, { goal }) => {
  const done: string[] = []
  try {
    for (const word of goal.split(' ')) {
      const replies = await ctx.map([1, 2], (_, branch) => branch.generate([user(word)], { label: 'write' }))
      done.push(...replies.map((reply) => reply.text))
    }
  } catch (error) {
    if (!(error instanceof WrapUp)) throw error
    const report = await ctx.generate([user(`report on ${done.join(' ')}`)], { label: 'report' })
    return { answer: report.text, details: { done: done.length } }
  }
  return done.join(' ')
})

/** Failures that a loop catches and goes on after. */
export const stumbler = loopOf('stumbler', async (ctx) => {
  const failures: string[] = []
  for (const word of ['one', 'two', 'three']) {
    try {
      const reply = await ctx.generate([user(word)], { label: 'try' })
      failures.push(reply.text)
    } catch (error) {
      failures.push(`${word}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const child = await ctx.runLoop(fragile, 'child').catch((error: Error) => ({ answer: `caught ${error.message}` }))
  return [...failures, child.answer].join(', ')
})

const fragile = loopOf('fragile', async (ctx) => {
  const reply = await ctx.generate([user('careful')])
  throw new Error(`broke after ${reply.text}`)
})

/** Tools begin while the reply that calls them still streams. */
export const eager = loopOf('eager', async (ctx, { goal }) => {
  const begun: Promise<unknown>[] = []
  const reply = await ctx.generate([user(goal)], {
    tools: ctx.tools,
    onToolCall: (each) => begun.push(ctx.callTools([each], { label: 'early' })),
  })
  await Promise.all(begun)
  const last = await ctx.generate([user(goal), reply.message, user(`begun ${begun.length}`)])
  return last.text
})

/** Time and chance, read several times and in branches. */
export const dice = loopOf('dice', async (ctx) => {
  const thrown = await ctx.map([1, 2, 3], async (_, branch) => {
    const first = await branch.random()
    const at = await branch.now()
    await branch.generate([user(`${first}`)])
    const second = await branch.random()
    return [first, at, second]
  })
  const last = await ctx.random({ label: 'last' })
  return { answer: thrown.flat().length, details: [...thrown.flat(), last] }
})

/** A loop whose prompts can be edited: two turns with a tool, then a child with a prompt of its own. */
export function talker(prompts: { readonly own?: string; readonly child?: string } = {}): Loop {
  const { own = 'Talk plainly.', child = 'Sum up.' } = prompts
  const closing = loopOf('closing', async (ctx, { goal }) => {
    const reply = await ctx.generate([system(child), user(goal)], { label: 'sum' })
    return reply.text
  })
  return loopOf('talker', async (ctx, { goal }) => {
    const trajectory: Message[] = [system(own), user(goal)]
    for (let turn = 1; turn <= 2; turn++) {
      const reply = await ctx.generate(trajectory, { label: 'talk' })
      trajectory.push(reply.message, ...(await ctx.callTools([call('put', reply.text)], { label: 'act' })))
    }
    const last = await ctx.runLoop(closing, goal)
    return `${textOf(trajectory[2] ?? user(''))}, ${last.answer}`
  })
}

/** The same loop grown different: where it talked it now plans. */
export const changedTalker = loopOf('talker', async (ctx, { goal }) => {
  await ctx.plan([{ id: 'talk', goal }], { label: 'talk' })
  return 'changed'
})

/** As many steps as its goal says: half of them requests that grow, half of them calls; some in child loops. */
export const marathon = loopOf('marathon', async (ctx, { goal }) => {
  const trajectory: Message[] = [user('run')]
  for (let step = 2; step <= Number(goal); step += 2) {
    const reply = await ctx.generate(trajectory, { label: 'think' })
    trajectory.push(reply.message, ...(await ctx.callTools([call('put', `${step}`)], { label: 'act' })))
  }
  return trajectory.length
})

/** As many child loops as its goal says, each of one step: records of loops hold records inside. */
export const relay = loopOf('relay', async (ctx, { goal }) => {
  let last = ''
  for (let lap = 1; lap <= Number(goal); lap++) last = String((await ctx.runLoop(runner, `${lap}`)).answer)
  return last
})

/** As many cached values as its goal says, all but the first found in the cache. */
export const hoarder = loopOf('hoarder', async (ctx, { goal }) => {
  const compute = async (inner: LoopContext) => (await inner.generate([user('compute')])).text
  let last = ''
  for (let turn = 1; turn <= Number(goal); turn++) last = await ctx.cache('one', compute)
  return last
})

const runner = loopOf('runner', async (ctx, { goal }) => {
  const reply = await ctx.generate([user(goal)])
  return reply.text
})

/** The same with prompts that stay short: its requests do not grow, only their number. */
export const sprint = loopOf('sprint', async (ctx, { goal }) => {
  const turns = Number(goal) / 2
  for (let turn = 1; turn <= turns; turn++) {
    const reply = await ctx.generate([user(`${turn}`)], { label: 'think' })
    await ctx.callTools([call('put', `${reply.text} ${turn}`)], { label: 'act' })
  }
  return turns
})
