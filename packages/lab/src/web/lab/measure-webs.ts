/** Runs every arm in every web: web by web, so that an arm can be given what another one spent there. */
import { GyreError } from '@gyre/core'
import { runWeb, type WebEquipment } from '../web-run.ts'
import type { WebArm, WebResult, WebResults } from './web-arm.ts'
import { webResult } from './web-result.ts'

export type MeasureWebsOptions = WebEquipment & {
  /** Of the first web; the others follow it. */
  readonly firstSeed: number
  readonly n: number
  readonly signal?: AbortSignal
  /** Told how many runs are done. */
  readonly onRun?: (done: number, arm: string) => void
}

/** Webs side by side: while one waits for a page that is slow, another one works. They come out the same however many. */
const concurrency = 8

export async function measureWebs(arms: readonly WebArm[], options: MeasureWebsOptions): Promise<WebResults> {
  const { n, signal, onRun } = options
  const byWeb: WebOutcomes[] = []
  let next = 0
  let done = 0
  const work = async () => {
    while (next < n) {
      const at = next++
      const outcomes = new Map<string, WebResult>()
      for (const arm of arms) {
        signal?.throwIfAborted()
        outcomes.set(arm.name, await measured(arm, at, outcomes, options))
        done += 1
        onRun?.(done, arm.name)
      }
      byWeb[at] = outcomes
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, n) }, work))
  return new Map(arms.map(({ name }) => [name, byWeb.map((outcomes) => outcomes.get(name) as WebResult)]))
}

type WebOutcomes = ReadonlyMap<string, WebResult>

async function measured(
  { name, config, world, competence, asMuchAs }: WebArm,
  at: number,
  outcomes: WebOutcomes,
  { firstSeed, signal, ...equipment }: MeasureWebsOptions,
): Promise<WebResult> {
  const given = asMuchAs === undefined ? undefined : outcomes.get(asMuchAs)
  if (asMuchAs !== undefined && given === undefined) {
    throw new GyreError('argument-invalid', `The arm \`${name}\` needs \`${asMuchAs}\` before it.`)
  }
  const run = await runWeb(equipment, {
    ...{ config, competence, world: { ...world, seed: (firstSeed + at) >>> 0 } },
    ...(given && { budget: { tokens: given.tokens } }),
    ...(signal && { signal }),
  })
  return webResult(run)
}
