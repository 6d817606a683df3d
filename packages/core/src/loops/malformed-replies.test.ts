import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type MalformedReply,
  malformedReplies,
  malformedReplyTools,
} from '../../../../test/fixtures/malformed-replies/load.ts'
import { loopOf, world } from '../../../../test/support/kernel.ts'
import type { SessionEnd } from '../index.ts'
import type { Loop } from '../kernel/loop.ts'
import { user } from '../messages.ts'
import { modelOf, type ScriptedReply, says } from '../testing/scripted-model.ts'
import { defineTool, type Tool } from '../tools/tool.ts'
import { cot } from './cot.ts'
import { direct } from './direct.ts'
import { react } from './react.ts'

const replies = malformedReplies()

const inputs: Readonly<Record<string, z.ZodType>> = {
  search: z.object({ query: z.string() }),
  weather: z.object({ city: z.string(), days: z.int().optional() }),
  'files.write': z.object({ path: z.string(), content: z.string() }),
}

const tools: readonly Tool[] = malformedReplyTools.map(({ name, description }) =>
  defineTool({ name, description, input: inputs[name] ?? z.object({}), effect: 'pure', run: () => `${name} says so.` }),
)

const typed = loopOf('typed', async (ctx) => ({
  answer: await ctx.generateObject(z.object({ city: z.string(), days: z.int() }), [user('?')]),
}))

type Case = { readonly name: string; readonly loop: Loop; readonly config?: object; readonly native?: boolean }

const cases: readonly Case[] = [
  { name: 'react in native calls', loop: react as never, config: { maxIterations: 2, protocol: 'native' } },
  { name: 'react in text', loop: react as never, config: { maxIterations: 2, protocol: 'text' } },
  { name: 'cot', loop: cot as never },
  { name: 'cot with a vote', loop: cot as never, config: { samples: 3 } },
  { name: 'direct', loop: direct as never },
  { name: 'generateObject', loop: typed },
]

async function endOf({ loop, config = {} }: Case, reply: (call: number) => ScriptedReply): Promise<SessionEnd> {
  const { runtime } = world()
  let calls = 0
  const session = await runtime.start(loop, 'Go.', { model: modelOf(() => reply(++calls)), tools, config })
  return session.outcome
}

const protocolLine = /^[ \t]*(?:Thought|Action|Action Input|Observation)[ \t]*:/im

/** A value, or a failure of a known kind: never an empty answer that passes for one, never a loop that breaks. */
function expectTyped(id: string, { outcome, answer }: SessionEnd, loop: Loop): void {
  expect(outcome, id).toMatch(/^(?:answered|limit:turns|stuck:(?:duplicate|unreadable)|failed:output-invalid)$/)
  const isValue = outcome === 'answered' || outcome === 'limit:turns'
  if (isValue) expect(answer === null || answer === '', id).toBe(false)
  if (loop.name === 'react' && typeof answer === 'string') expect(protocolLine.exec(answer), id).toBeNull()
}

/** Megabytes take their time: each of those is given to one loop, the others to all. */
const given = (all: readonly MalformedReply[], each: Case) =>
  all.filter(({ family }, index) => family !== 'huge' || index % cases.length === cases.indexOf(each))

const families = [...Map.groupBy(replies, ({ family }) => family)].map(([family, all]) => ({ family, all }))

/** Loops that ask again. */
const asking = cases.filter(({ loop }) => loop.name === 'react' || loop.name === 'typed')

describe.each(families)('a reply of the family $family', { timeout: 30_000 }, ({ all }) => {
  it.each(cases)('again and again ends $name well', async (each) => {
    for (const { id, text } of given(all, each)) expectTyped(id, await endOf(each, () => says(text)), each.loop)
  })

  it.each(asking)('does not keep $name from a good one', async (each) => {
    const good = says(each.loop === typed ? '{"city":"Oslo","days":2}' : 'FINAL_ANSWER: 42')
    for (const { id, text } of given(all, each)) {
      expectTyped(id, await endOf(each, (call) => (call === 1 ? says(text) : good)), each.loop)
    }
  })
})
