/** What the tour of the pages goes past: sessions of every loop in every state, documents, memories, keys and results. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { keepResult } from '../../packages/gyre/src/results/result-files.ts'
import { examples } from '../../packages/web/src/welcome/examples.ts'
import { call, type Gyre, pace } from './visit.ts'

export type Started = { readonly id: string; readonly thread: string }

export type Seed = {
  /** A finished session for each loop, by its name. */
  readonly finished: ReadonlyMap<string, Started>
  /** Two more of the goal of `cot`. */
  readonly sameGoal: readonly Started[]
  readonly fork: Started
  readonly limit: Started
  readonly stuck: Started
  readonly failed: Started
  readonly waiting: Started
  readonly paused: Started
  readonly running: Started
  /** Lets the session that runs come to its end. */
  release(): void
}

type Planter = { readonly gyre: Gyre; readonly page: Page }

const stay = { persona: 'hotel', goal: 'a double room in Eilat' }

/** Plants all of it, through a page that is logged in. Until `release` is called, no reply comes. */
export async function plant(planter: Planter): Promise<Seed> {
  const finished = new Map<string, Started>()
  for (const { loop, goal } of examples) finished.set(loop, await toItsEnd(planter, { loop, goal }))
  const cot = examples.find(({ loop }) => loop === 'cot')
  const sameGoal = [
    await toItsEnd(planter, { loop: 'direct', goal: cot?.goal }),
    await toItsEnd(planter, { loop: 'react', goal: cot?.goal }),
  ]
  const source = finished.get('plan-execute')?.id
  const steer = { at: 'plan#1', steer: 'What is 20 + 40?' }
  const fork = (await call(planter.page, 'POST', `/sessions/${source}/forks`, steer)) as Started
  await ended(planter, fork)
  const limit = await toItsEnd(planter, { ...exampleOf('react'), budget: { modelCalls: 1 } })
  const stuck = await stuckSession(planter)
  const failed = await failedSession(planter)
  const waiting = await start(planter, stay)
  await until(planter, waiting, ({ status }) => status === 'waiting')
  const held = await heldSessions(planter)
  // Last: who has documents of their own is not given the bundled ones, which the examples are about.
  await plantMatter(planter)
  return { finished, sameGoal, fork, limit, stuck, failed, waiting, ...held }
}

function exampleOf(wanted: string): { readonly loop: string; readonly goal: string } {
  const { loop, goal } = examples.find(({ loop: name }) => name === wanted) ?? { loop: wanted, goal: wanted }
  return { loop, goal }
}

const start = async ({ page }: Planter, body: object) => (await call(page, 'POST', '/sessions', body)) as Started

async function ended({ gyre }: Planter, { id }: Started): Promise<void> {
  await (await gyre.workplace.runtime.session(id)).outcome
}

async function toItsEnd(planter: Planter, body: object): Promise<Started> {
  const started = await start(planter, body)
  await ended(planter, started)
  return started
}

type Seen = { readonly status: string; readonly steps: readonly unknown[] }

/** Asks until it stands as it should: what it does takes as long as it takes. */
async function until({ page }: Planter, { id }: Started, isThere: (seen: Seen) => boolean): Promise<void> {
  for (let asked = 0; asked < 300; asked++) {
    if (isThere((await call(page, 'GET', `/sessions/${id}`)) as Seen)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The session ${id} does not come to where the tour needs it.`)
}

/** A model that says nothing at all. */
async function stuckSession(planter: Planter): Promise<Started> {
  pace().says = ''
  const stuck = await toItsEnd(planter, { loop: 'direct', goal: 'What does an empty reply come to?' })
  pace().says = undefined
  return stuck
}

/** A provider that refuses the key, in the midst of it. */
async function failedSession(planter: Planter): Promise<Started> {
  pace().replyMs = 150
  const failed = await start(planter, { loop: 'react', goal: 'How many days is it from today to the end of the year?' })
  await until(planter, failed, ({ steps }) => steps.length > 0)
  pace().fails = { code: 'model-auth', message: 'The provider refused the key (401): Incorrect API key provided.' }
  await ended(planter, failed)
  pace().fails = undefined
  pace().replyMs = 0
  return failed
}

/** One that is paused and one that runs: both are in the midst of it. */
async function heldSessions(planter: Planter): Promise<Pick<Seed, 'paused' | 'running' | 'release'>> {
  const { page } = planter
  pace().replyMs = 150
  const paused = await start(planter, exampleOf('reason'))
  await until(planter, paused, ({ steps }) => steps.length > 1)
  const steering = { action: 'steer', body: { text: 'Check the product by division.' } }
  await call(page, 'POST', `/sessions/${paused.id}/interventions`, steering)
  await call(page, 'POST', `/sessions/${paused.id}/interventions`, { action: 'pause' })
  await until(planter, paused, ({ status }) => status === 'paused')
  const running = await start(planter, exampleOf('research'))
  await until(planter, running, ({ steps }) => steps.length > 5)
  let release = () => {}
  pace().held = new Promise((resolve) => {
    release = () => {
      pace().held = undefined
      pace().replyMs = 0
      resolve()
    }
  })
  return { paused, running, release }
}

const documents = {
  'notes/harbour.md':
    '# The harbour\n\nThe harbour of Ostrey was built in 1871 by Anna Dahl. The Petrel lay there until 1902.\n\nAnna Dahl founded the Dahl Yard. The Dahl Yard built the Petrel and the Juniper.',
  'notes/tides.md':
    '# Tides\n\nSpring tides at Ostrey reach 4.2 m. Neap tides reach 1.9 m. The Harbour Board of Ostrey measures both.',
}

const memories = [
  'The reader prefers metric units.',
  'Prices are told with tax.',
  'Answers are short, with the number first.',
]

async function plantMatter({ gyre, page }: Planter): Promise<void> {
  for (const [source, text] of Object.entries(documents))
    await call(page, 'POST', '/knowledge/documents', { source, text })
  for (const text of memories) await call(page, 'POST', '/memory', { text })
  await call(page, 'POST', '/keys', { name: 'laptop', role: 'user' })
  await call(page, 'POST', '/keys', { name: 'dashboard', role: 'viewer', personas: ['chat', 'research'] })
  const data = join(gyre.folder, 'data')
  for (const result of results) await keepResult(data, { at: '2026-01-02T03:04:05.000Z', owner: null, ...result })
}

const arm = (name: string, right: number, calls: number) => ({
  ...{ name, loop: name, persona: null, model: 'test/paced', count: 40, right, accuracy: right / 40, unjudged: 0 },
  interval: { low: Math.max(0, right / 40 - 0.12), high: Math.min(1, right / 40 + 0.12) },
  outcomes: { answered: right, gap_open: 40 - right },
  total: { modelCalls: calls * 40, toolCalls: 0, tokens: calls * 12_000, costUsd: calls * 0.04 },
  mean: { modelCalls: calls, toolCalls: 0, tokens: calls * 300, costUsd: calls * 0.001 },
  medianMs: calls * 800,
})

const claim = (loop: string, measured: number, expected: number) => ({
  ...{ loop, claim: 'reaches what its vote must reach', kind: 'equals', arm: loop, n: 500, measured, expected },
  interval: { low: measured - 0.03, high: measured + 0.03 },
  ...{ sigma: 0.015, z: (measured - expected) / 0.015, calls: 5, verdict: 'holds' },
})

const results = [
  {
    kind: 'eval' as const,
    title: 'sums.jsonl',
    report: {
      ...{ title: 'sums.jsonl', isWhole: true, sessions: { ended: 120, open: 0 } },
      arms: [arm('direct', 22, 1), arm('cot', 31, 2), arm('react', 37, 4)],
      pairs: [{ one: 'direct', other: 'react', both: 20, onlyOne: 2, onlyOther: 17, neither: 1, p: 0.0007 }],
    },
  },
  {
    kind: 'lab' as const,
    title: 'loops',
    report: {
      ...{ notice: 'A model of stated error rates: it tells of the loops, not of models.', n: 500, seed: 7 },
      rows: [claim('cot', 0.84, 0.837), claim('reflexion', 0.91, 0.92), claim('critic', 0.88, 0.87)],
      total: { pass: true, claims: 3, failed: 0, undecided: 0, chiSquared: 1.2, cells: 3, limit: 11.3 },
    },
  },
]
