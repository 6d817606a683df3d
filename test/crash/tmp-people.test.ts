/** What people do to a session survives its crashes: each thing is done, or refused, and told once. */
import type { Action, JournalRow, Json } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { below, chance } from '../support/chance.ts'
import { begun, effectsIn, faultsOf } from '../support/compare.ts'
import { answerQuestions } from '../support/scenario.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { begin, MemoryWorld, type Process, untilDeath } from '../support/world.ts'

const seeds = 600
const slowestMs = 40
const longestWaitMs = 150

const sent: readonly { readonly action: Action; readonly body: Json }[] = [
  { action: 'steer', body: { text: 'keep left' } },
  { action: 'context', body: { text: 'it rains' } },
  { action: 'override', body: { result: 'by hand' } },
  { action: 'pause', body: {} },
  { action: 'finish', body: {} },
  { action: 'abort', body: {} },
  { action: 'step', body: {} },
  { action: 'override', body: { tool: 'look', input: { name: 'by hand' } } },
]

/** Sends two things at random moments; one that pauses is followed by its end. */
async function meddle({ runtime, clock, life }: Process, id: string, random: () => number): Promise<void> {
  for (let nth = 1; nth <= 2; nth++) {
    await clock.sleep(below(longestWaitMs, random))
    const chosen = sent[below(sent.length, random)]!
    if (life.isDead) return
    await runtime.send(id, chosen.action, chosen.body, {}).catch(() => {})
    if (chosen.action !== 'pause') continue
    await clock.sleep(below(longestWaitMs, random))
    if (!life.isDead) await runtime.send(id, 'resume', {}, {}).catch(() => {})
  }
}

/** Sees the session to its end. Nobody is left to end a pause when the process that paused it has died. */
async function live(process: Process, id: string, random: () => number): Promise<void> {
  let isLeftAlone = false
  const meddling = meddle(process, id, random).then(() => {
    isLeftAlone = true
  })
  const ending = async () => {
    const session = await process.runtime.session(id)
    for (let state = await session.idle(); state !== 'ended'; state = await session.idle()) {
      if (state === 'paused' && isLeftAlone) await session.resume()
      await answerQuestions(process.runtime, id)
      await process.clock.sleep(1)
    }
  }
  await untilDeath(process, Promise.all([ending(), meddling]))
}

/** How often each intervention is told of, by what is told. */
function tellings(rows: readonly JournalRow[]): Readonly<Record<string, readonly string[]>> {
  const told: Record<string, string[]> = {}
  for (const row of rows) {
    if (!row.type.startsWith('intervention.')) continue
    const { id, action } = JSON.parse(row.data ?? '') as { id: string; action: string }
    told[id] = [...(told[id] ?? []), row.type === 'intervention.applied' ? `applied ${action}` : row.type]
  }
  return told
}

/** Guidance reaches every branch of a map; anything else is told of once. */
function isWellTold(told: readonly string[]): boolean {
  const [first, ...rest] = told
  if (first !== 'intervention.queued' || rest.length === 0) return false
  return rest.length === 1 || rest.every((each) => each === 'applied steer')
}

function isCutOff(data: string | null): boolean {
  return data?.includes('"code":"aborted"') === true
}

describe.each(
  [
    'react with native tools',
    'loops in a loop',
    'parallel branches with equal names',
    'react that spends its calls',
  ].map(scenarioNamed),
)('$name', (scenario) => {
  it('keeps account of what people did, through a crash at a random record', { timeout: 400_000 }, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = chance(seed)
      const pace = (clock: Process['clock']) => clock.sleep(below(slowestMs, random))
      const world = new MemoryWorld(scenario)
      const first = world.process({ pace, death: { afterAppend: 1 + below(15, random) } })
      const { id } = await begin(world, first)
      await live(first, id, random)
      const before = await world.rows()
      const second = world.process({ pace })
      const [row] = await second.runtime.list({})
      if (row?.state !== 'ended') await second.runtime.resume(id)
      await live(second, id, random)
      const rows = await world.rows()
      const { isEqual, drift, unused, error } = await world.process().runtime.replay(id)
      const wrong = Object.entries(tellings(rows)).filter(([, told]) => !isWellTold(told))
      // Of a call that an abort cut off the journal does not tell how far it came.
      const isWhole = (effect: string) => !rows.some(({ path, data }) => effect.endsWith(` ${path}`) && isCutOff(data))
      const effects = begun(second.hand.effects).filter(isWhole)
      expect({ seed, isEqual, drift, unused, error, wrong, effects, faults: await faultsOf(world) }).toEqual({
        seed,
        isEqual: true,
        drift: [],
        unused: [],
        error: null,
        wrong: [],
        effects: effectsIn(rows.slice(before.length)).filter(isWhole),
        faults: [],
      })
      const open = (await second.runtime.store.interventions.list(id)).filter(({ state }) => state === 'queued')
      expect({ seed, open }).toEqual({ seed, open: [] })
    }
  })
})
