import { describe, expect, it } from 'vitest'
import { search, world } from '../../../../test/support/kernel.ts'
import { lexicalEmbedder, smallWeb } from '../../../../test/support/research-runs.ts'
import type { JsonObject } from '../json.ts'
import { plainConfig } from '../kernel/beyond.ts'
import type { Loop } from '../kernel/loop.ts'
import { evaluateArithmetic } from '../parsing/arithmetic.ts'
import { inMemoryMemory } from '../testing/memory-ports.ts'
import { modelOf } from '../testing/scripted-model.ts'
import type { Tool } from '../tools/tool.ts'
import { loops } from './index.ts'

/** How a loop is brought to its end with as few calls as can be. */
type Shortest = {
  /** Settings that must not change what the formula says, or change it as it says. */
  readonly configs: readonly [JsonObject, JsonObject]
  readonly goal?: string
  readonly tools?: readonly Tool[]
  /** The formula of the plain algorithm where that is another one. */
  readonly plainCalls?: string
  /** What the model says at a step, by the label of the step. */
  readonly replies: Readonly<Record<string, string>>
}

const shortest: Readonly<Record<string, Shortest>> = {
  direct: { configs: [{}, { memories: 3 }], replies: { answer: 'Fine.' } },
  cot: { configs: [{ samples: 1 }, { samples: 4 }], replies: { think: 'FINAL ANSWER: 4' } },
  react: { configs: [{}, { maxIterations: 2, protocol: 'text' }], replies: { think: 'Fine.' } },
  'plan-execute': {
    configs: [{}, { maxSteps: 2, step: { loop: 'cot', config: {} } }],
    replies: {
      plan: JSON.stringify({ steps: [{ id: '1', goal: 'Do it.', needs: [] }] }),
      think: 'Fine.',
      synthesise: 'Done.',
    },
  },
  reflexion: {
    configs: [{}, { maxReflections: 1, inner: { loop: 'direct', config: {} } }],
    replies: { think: 'Fine.', answer: 'Fine.', evaluate: 'SATISFACTORY\nSCORE: 9\nREASON: It is right.' },
  },
  'self-ask': { configs: [{}, { maxFollowUps: 1 }], replies: { ask: 'So the final answer is: 4' } },
  critic: {
    configs: [{}, { maxCritiqueRounds: 1, draft: { loop: 'cot', config: {} } }],
    replies: { answer: 'Fine.', think: 'FINAL ANSWER: Fine.', check: 'VERIFIED' },
  },
  'tree-of-thoughts': {
    configs: [{}, { nBranches: 2, votes: 3 }],
    // The first answer wins without a score.
    plainCalls: 'nBranches',
    replies: { think: 'ANSWER: 4', score: 'SCORE: 9' },
  },
  waves: {
    configs: [{}, { maxWaves: 1 }],
    replies: { plan: '{"status":"done","action":"","tools":[]}', answer: 'Fine.' },
  },
  experts: {
    configs: [{}, { maxAgenticRounds: 2, expert: { loop: 'direct', config: {} } }],
    replies: {
      plan: JSON.stringify({ tasks: [{ id: '1', category: 'general', task: 'Do it.' }] }),
      think: 'Fine.\nCONFIDENCE: high',
      answer: 'Fine.\nCONFIDENCE: high',
      critic: 'CONFIRMED',
    },
  },
  reason: {
    configs: [{ allowedTools: ['search'] }, { allowedTools: ['*'], maxPlanSteps: 2, compressEvery: 1 }],
    replies: {
      plan: JSON.stringify({ steps: [{ id: '1', tool: 'search', goal: 'Do it.', needs: [] }] }),
      prepare: JSON.stringify({ input: { query: 'it' } }),
      evaluate: JSON.stringify({ relevance: 5, completeness: 5, usability: 5, goal_progress: 5 }),
      summarise: 'Done.',
    },
  },
  research: {
    configs: [
      { coverAt: 0.1, maxCycles: 1 },
      { coverAt: 0.1, maxCycles: 1, maxTopics: 1 },
    ],
    tools: smallWeb().tools,
    replies: {
      outline: JSON.stringify({ topics: [{ topic: 'Lighthouses', subtopics: ['lamps'] }] }),
      hyde: 'The lighthouse has a lamp.',
      plan: JSON.stringify({ critique: '', thought: '', plan: [{ action: 'SEARCH', query: 'lighthouse lamp' }] }),
      write: 'The North Lighthouse was built in 1874 by Ada Brandt. [c1]',
      front: JSON.stringify({ title: 'Light', abstract: 'Fine.' }),
    },
  },
  auto: {
    goal: 'Hello!',
    configs: [{}, { maxEscalations: 0, minConfidence: 1 }],
    replies: { answer: 'Good day.', judge: '{"confidence":1,"reason":"It is right."}' },
  },
}

/** The formula with the settings in the place of their names, worked out. */
function leastCalls({ config }: Loop, given: JsonObject, formula: string): number {
  const settings = config.parse(given) as JsonObject
  const filled = formula.replaceAll(/[A-Za-z]\w*/g, (name) => {
    const value = settings[name]
    // Functions of arithmetic, such as `max`, are no settings.
    return value === undefined ? name : String(value)
  })
  return evaluateArithmetic(filled)
}

async function callsMade(loop: Loop, { goal = 'Go.', replies, tools = [search] }: Shortest, config: JsonObject) {
  const { runtime } = world({ loops, memory: inMemoryMemory(), embedder: lexicalEmbedder() })
  const model = modelOf((_, { path }) => {
    const label = /([^/#]+)#\d+(?:\[\d+\])?$/.exec(path)?.[1] ?? ''
    const reply = replies[label]
    if (reply === undefined) throw new Error(`Nothing is written for \`${path}\`.`)
    return { text: reply }
  })
  const session = await runtime.start(loop, goal, { model, config, tools })
  const { outcome, usage, error } = await session.outcome
  return { outcome, error, calls: usage.modelCalls }
}

describe.each(loops)('the fewest calls of $name', (loop) => {
  const entry = shortest[loop.name]

  it('are known here', () => {
    expect(entry).toBeDefined()
  })

  it.each(entry?.configs ?? [])('are as many as its formula says with %j', async (config) => {
    if (!entry) return
    const expected = { outcome: 'answered', error: null, calls: leastCalls(loop, config, loop.traits.minCalls) }
    expect(await callsMade(loop, entry, config)).toEqual(expected)
  })

  it.each(entry?.configs ?? [])('of the plain algorithm are known, too, with %j', async (config) => {
    if (!entry) return
    const plain = { ...config, ...plainConfig(loop) }
    const { plainCalls = loop.traits.minCalls } = entry
    expect((await callsMade(loop, entry, plain)).calls).toBe(leastCalls(loop, plain, plainCalls))
  })
})
