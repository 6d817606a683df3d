/** What `gyre lab` and `gyre eval` came to: read, never run, over HTTP. */
import { createRoute, z } from '@hono/zod-openapi'
import type { KeptResult } from '../place.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forRole, list, time } from './operation.ts'

const interval = z.object({ low: z.number(), high: z.number() }).describe('95 times of 100 the true one lies within.')

const claimSchema = z
  .object({
    loop: z.string(),
    claim: z.string(),
    kind: z.string().describe('equals, at-least, at-most, beats, saves or control.'),
    arm: z.string(),
    over: z.string().optional().describe('The arm it is compared with.'),
    of: z
      .string()
      .optional()
      .describe('The amount it is about: calls, tokens, latencyMs; without, the share of successes.'),
    n: z.number(),
    measured: z.number(),
    interval,
    expected: z.number().describe('The closed form, the bound, or what the other arm reached.'),
    sigma: z.number(),
    z: z.number().optional(),
    calls: z.number().describe('Model calls per task.'),
    overCalls: z.number().optional(),
    verdict: z.enum(['holds', 'fails', 'undecided']),
    why: z.string().optional().describe('Why it does not hold.'),
  })
  .openapi('LabClaim')

const labSchema = z.object({
  notice: z.string(),
  n: z.number().describe('Tasks an arm.'),
  seed: z.number(),
  rows: list(claimSchema),
  total: z.object({
    pass: z.boolean(),
    claims: z.number(),
    failed: z.number(),
    undecided: z.number(),
    chiSquared: z.number(),
    cells: z.number(),
    limit: z.number(),
  }),
})

const amounts = z.object({
  modelCalls: z.number(),
  toolCalls: z.number(),
  tokens: z.number(),
  costUsd: z.number().nullable().describe('Null when a price is not known.'),
})

const armSchema = z
  .object({
    name: z.string(),
    loop: z.string().nullable(),
    persona: z.string().nullable(),
    model: z.string().nullable(),
    count: z.number().describe('Sessions that were scored.'),
    right: z.number(),
    accuracy: z.number().nullable(),
    interval,
    unjudged: z.number(),
    outcomes: z.record(z.string(), z.number()),
    total: amounts,
    mean: amounts.describe('For each session that has ended.'),
    medianMs: z.number().nullable(),
  })
  .openapi('EvalArm')

const pairSchema = z
  .object({
    one: z.string(),
    other: z.string(),
    both: z.number(),
    onlyOne: z.number(),
    onlyOther: z.number(),
    neither: z.number(),
    p: z.number().nullable().describe("Of McNemar's exact test."),
  })
  .openapi('EvalPair')

const evalSchema = z.object({
  title: z.string(),
  isWhole: z.boolean(),
  sessions: z.object({ ended: z.number(), open: z.number() }),
  arms: list(armSchema),
  pairs: list(pairSchema),
})

const resultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lab'), title: z.string(), at: time, report: labSchema }),
  z.object({ kind: z.literal('eval'), title: z.string(), at: time, report: evalSchema }),
])

type Result = z.output<typeof resultSchema>

const results = createRoute({
  method: 'get',
  path: '/lab/results',
  tags: ['lab'],
  summary: 'List what `gyre lab` and `gyre eval` came to, newest first',
  description: 'The newest of each suite and each data set. Nothing is run: the commands are.',
  ...forRole('viewer'),
  responses: { 200: answers(z.object({ results: list(resultSchema) }), 'Results.'), ...failures() },
})

export function labRoutes() {
  return nativeApp().openapi(results, async (context) => {
    const kept = await context.get('tenant').results.list()
    return context.json({ results: newestOfEach(kept.flatMap(read)) }, 200)
  })
}

/** What another version wrote, and nobody can read, is left out. */
function read(kept: KeptResult): readonly Result[] {
  const result = resultSchema.safeParse(kept)
  return result.success ? [result.data] : []
}

function newestOfEach(all: readonly Result[]): readonly Result[] {
  const newest = new Map<string, Result>()
  for (const result of all.toSorted((one, other) => (one.at < other.at ? 1 : -1))) {
    const name = `${result.kind} ${result.title}`
    if (!newest.has(name)) newest.set(name, result)
  }
  return [...newest.values()]
}
