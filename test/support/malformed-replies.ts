/** Loops that are given replies which no protocol foresees, and how they may end. */
import {
  auto,
  cot,
  critic,
  defineTool,
  direct,
  experts,
  type Loop,
  planExecute,
  react,
  reason,
  reflexion,
  research,
  type SessionEnd,
  selfAsk,
  type Tool,
  treeOfThoughts,
  user,
  waves,
} from '@gyre/core'
import { modelOf, type ScriptedReply, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type MalformedReply, malformedReplies, malformedReplyTools } from '../fixtures/malformed-replies/load.ts'
import { countedWeb, subjectEmbedder } from './counted-web.ts'
import { Hand } from './effects.ts'
import { loopOf, world } from './kernel.ts'
import { Life } from './life.ts'

const replies = malformedReplies()

const inputs: Readonly<Record<string, z.ZodType>> = {
  search: z.object({ query: z.string() }),
  weather: z.object({ city: z.string(), days: z.int().optional() }),
  'files.write': z.object({ path: z.string(), content: z.string() }),
}

const tools: readonly Tool[] = malformedReplyTools.map(({ name, description }) =>
  defineTool({ name, description, input: inputs[name] ?? z.object({}), effect: 'pure', run: () => `${name} says so.` }),
)

/** Research goes nowhere without a web. */
const webTools = countedWeb(new Hand('process', new Life()))

const typed = loopOf('typed', async (ctx) => ({
  answer: await ctx.generateObject(z.object({ city: z.string(), days: z.int() }), [user('?')]),
}))

/** Short plans of short steps: it is the replies that count. */
const planConfig = (protocol: string) => ({
  maxSteps: 2,
  maxReplans: 1,
  step: { loop: 'react', config: { maxIterations: 2, protocol } },
})

const reflexionConfig = (protocol: string) => ({
  maxReflections: 1,
  inner: { loop: 'react', config: { maxIterations: 2, protocol } },
})

const expertsConfig = (protocol: string) => ({
  maxAgenticRounds: 1,
  maxTasks: 2,
  expert: { loop: 'react', config: { maxIterations: 2, protocol } },
})

/** All its rounds, whatever it finds: nothing that is said can end it. */
const researchConfig = { maxCycles: 2, numericStop: false, maxRewrites: 1 }

type Case = { readonly name: string; readonly loop: Loop; readonly config?: object }

const cases: readonly Case[] = [
  { name: 'react in native calls', loop: react as never, config: { maxIterations: 2, protocol: 'native' } },
  { name: 'react in text', loop: react as never, config: { maxIterations: 2, protocol: 'text' } },
  { name: 'cot', loop: cot as never },
  { name: 'cot with a vote', loop: cot as never, config: { samples: 3 } },
  { name: 'direct', loop: direct as never },
  { name: 'reflexion in native calls', loop: reflexion as never, config: reflexionConfig('native') },
  { name: 'reflexion in text', loop: reflexion as never, config: reflexionConfig('text') },
  { name: 'self-ask in native calls', loop: selfAsk as never, config: { maxFollowUps: 2, protocol: 'native' } },
  { name: 'self-ask in text', loop: selfAsk as never, config: { maxFollowUps: 2, protocol: 'text' } },
  { name: 'critic', loop: critic as never },
  { name: 'critic that rewrites', loop: critic as never, config: { spanEdits: false } },
  { name: 'plan-execute in native calls', loop: planExecute as never, config: planConfig('native') },
  { name: 'plan-execute in text', loop: planExecute as never, config: planConfig('text') },
  {
    name: 'auto',
    loop: auto as never,
    config: { route: 'model', candidates: [{ loop: 'direct' }, { loop: 'react' }] },
  },
  { name: 'tree-of-thoughts', loop: treeOfThoughts as never, config: { nBranches: 2, maxDepth: 2 } },
  {
    name: 'tree-of-thoughts as mcts',
    loop: treeOfThoughts as never,
    config: { search: 'mcts', nBranches: 2, maxExpansions: 2 },
  },
  { name: 'waves', loop: waves as never, config: { maxWaves: 2, maxTools: 2 } },
  { name: 'experts', loop: experts as never, config: expertsConfig('native') },
  { name: 'experts in text', loop: experts as never, config: expertsConfig('text') },
  { name: 'reason', loop: reason as never, config: { allowedTools: ['*'], maxIterations: 2, maxPlanSteps: 2 } },
  { name: 'research', loop: research as never, config: researchConfig },
  { name: 'generateObject', loop: typed },
]

async function endOf({ loop, config = {} }: Case, reply: (call: number) => ScriptedReply): Promise<SessionEnd> {
  const { runtime } = world({ embedder: subjectEmbedder })
  const [goal, offered] = loop.name === 'research' ? ['What is on the islands?', webTools] : ['Go.', tools]
  let calls = 0
  const session = await runtime.start(loop, goal, { model: modelOf(() => reply(++calls)), tools: offered, config })
  return session.outcome
}

/** Lines that begin with a label of any protocol. */
const label =
  /^[ \t]*(?:Thought|Action|Action Input|Observation|Follow[ -]?up|Intermediate answer|FINAL_ANSWER|So the final answer is)[ \t]*:/im

/**
 * Tags and tokens in which models were trained to call. One in backticks or amid a sentence is a mention, and code is
 * an answer where no tool can be called.
 */
const tag =
  /^[ \t]*(?:<\|?\/?(?:tool_calls?|function_calls?|python_tag|channel|message|call|start)\|?>|<\/?(?:function|invoke|parameter|arg_key|arg_value)\b|<｜|\[TOOL_CALLS\])/im

/** Loops whose replies are read by a grammar that knows labels and calls. The others are asked for prose alone. */
const isReadClosely = ({ name }: Loop) =>
  ['react', 'self-ask', 'reflexion', 'plan-execute', 'waves', 'experts', 'reason'].includes(name)

/** No answer shows protocol, but what it quotes. Reports have lines that only look like labels. */
function expectNoProtocol(id: string, text: string): void {
  if (!/^(?:reports|quotations)/.test(id)) expect(label.exec(text), id).toBeNull()
  expectNoTags(id, text)
}

/** One of the huge ones quotes a tag again and again: where it loses its middle, a line may begin in a quotation. */
const quotes = /^quotations|^huge-34$/

function expectNoTags(id: string, text: string): void {
  if (!quotes.test(id)) expect(tag.exec(text), id).toBeNull()
}

const knownEnd = /^(?:answered|limit:turns|stuck:(?:duplicate|unreadable)|failed:output-invalid)$/
/** Loops that end otherwise. */
const ownEnds: Readonly<Record<string, RegExp>> = {
  // Claims that cannot be read leave the draft unchecked. What verifies nothing, again and again, is never an answer.
  critic: /^(?:gap_open|limit:turns|stuck:unreadable)$/,
  // A judge that cannot be read has not said that the answer is complete.
  experts: /^(?:gap_open|stuck:(?:plan|unreadable|duplicate))$/,
  // Calls may be read as a plan, and what comes then as nothing that could be decided by.
  reason: /^stuck:(?:plan|failures)$/,
  // No plan that cannot be read ends it: what is covered least is searched for until the rounds are over.
  research: /^limit:turns$/,
}

/** A value, or a failure of a known kind: never an empty answer that passes for one, never a loop that breaks. */
function expectTyped(id: string, { outcome, answer, details }: SessionEnd, loop: Loop): void {
  expect(outcome, id).toMatch(ownEnds[loop.name] ?? knownEnd)
  const isValue = ['answered', 'limit:turns', ...(loop.name === 'experts' ? ['gap_open'] : [])].includes(outcome)
  if (isValue) expect(answer === null || answer === '', id).toBe(false)
  if (loop.name === 'cot' && id.startsWith('trained-forms') && typeof answer === 'string') expectNoTags(id, answer)
  if (isReadClosely(loop) && typeof answer === 'string') expectNoProtocol(id, answer)
  if (loop.name === 'plan-execute') for (const output of outputsOf(details)) expectNoProtocol(id, output)
}

/** What the steps of a plan gave. */
function outputsOf(details: unknown): readonly string[] {
  const { steps } = details as { readonly steps: readonly { readonly output: string | null }[] }
  return steps.map(({ output }) => output ?? '')
}

/** Megabytes take their time: each of those is given to one loop, the others to all. */
export const huge = 'huge'

const given = (all: readonly MalformedReply[], each: Case) =>
  all.filter(({ family }, index) => family !== huge || index % cases.length === cases.indexOf(each))

type Family = { readonly family: string; readonly all: readonly MalformedReply[] }

export const families: readonly Family[] = [...Map.groupBy(replies, ({ family }) => family)].map(([family, all]) => {
  return { family, all }
})

/** Loops that ask again. */
const asking = cases.filter(({ loop }) => ['react', 'self-ask', 'typed'].includes(loop.name))

/** Every loop, given replies of a family. */
export function describeFamily({ family, all }: Family): void {
  describe(`a reply of the family ${family}`, { timeout: 30_000 }, () => {
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
}
