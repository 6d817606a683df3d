import { describe, expect, it } from 'vitest'
import { loopOf, world } from '../../../../../test/support/kernel.ts'
import { goal, researching, smallWeb, wordEmbedder } from '../../../../../test/support/research-runs.ts'
import type { Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { act } from './acting.ts'
import { analyse } from './analysis.ts'
import { emptyState, withQuery } from './beginning.ts'
import { config } from './config.ts'
import { imagine } from './hyde.ts'
import { drawOutline } from './outline.ts'
import { placesOf } from './places.ts'
import { planRound } from './planning.ts'
import type { ResearchState } from './state.ts'
import type { Work } from './work.ts'

/** Everything in it as text, so that what is changed can be told. */
function picture(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof Map) return { map: [...each] }
    return each instanceof Float32Array ? { numbers: [...each] } : each
  })
}

/** So that a phase which changes something fails at once; numbers in vectors cannot be frozen, and are compared. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value
  if (value instanceof Map) {
    for (const each of value.values()) frozen(each)
    value.set = () => {
      throw new Error('A map of the state is changed.')
    }
    return Object.freeze(value)
  }
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}

type Phase = (ctx: LoopContext, work: Work, state: ResearchState) => Promise<ResearchState>

const round: readonly (readonly [name: string, phase: Phase])[] = [
  ['plan', planRound],
  ['imagine', async (ctx, work, state) => (await imagine(ctx, work, state)).state],
  ['act', async (ctx, work, state) => (await act(ctx, work, state)).state],
  ['analyse', analyse],
]

/** Two rounds of the phases: what each made of a state, and whether that state is what it was. */
async function phases(ctx: LoopContext, task: Task): Promise<Json> {
  const work: Work = { task, config: config.parse({ fullAt: 8 }), places: placesOf(ctx.tools, 'auto') }
  let state = frozen(await drawOutline(ctx, work, await withQuery(ctx, frozen(emptyState(task)))))
  const seen: Json[] = []
  for (const [name, phase] of [...round, ...round]) {
    const before = picture(state)
    const after = await phase(ctx, work, state)
    seen.push({ name, isKept: picture(state) === before, isAnother: picture(after) !== before })
    state = frozen(after)
  }
  return seen
}

describe('a phase', () => {
  it('gives another state and leaves the one it was given as it was', async () => {
    const { tools } = smallWeb()
    const { runtime } = world({ embedder: wordEmbedder('lighthouse', 'ferr') })
    const session = await runtime.start(loopOf('phases', phases), goal, { model: researching(), tools })
    const names = round.map(([name]) => name)
    expect((await session.outcome).answer).toEqual(
      [...names, ...names].map((name, at) => ({ name, isKept: true, isAnother: at !== 5 })),
    )
  })

  it('that has nothing to imagine gives the state it was given', async () => {
    const same = loopOf('same', async (ctx, task) => {
      const work: Work = { task, config: config.parse({}), places: [] }
      const state = emptyState(task)
      return (await imagine(ctx, work, state)).state === state
    })
    const session = await world().runtime.start(same, goal, { model: researching() })
    expect((await session.outcome).answer).toBe(true)
  })
})
