/** Rollouts: one persona's name split between versions or loops, by weight. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import { type Issue, issuesOf } from '../faults/issues.ts'
import { canonicalJson } from '../json.ts'
import type { Loop } from '../kernel/loop.ts'
import { mergedConfig } from '../kernel/merged-config.ts'
import { type Persona, personaNameSchema } from './persona.ts'

export const armSchema = z.strictObject({
  version: z.int().min(1).optional().describe('A saved version of the persona; the current one when left out.'),
  loop: z.string().min(1).optional().describe('Another loop than the persona names.'),
  config: z.record(z.string(), z.unknown()).optional().describe("Settings of the loop, over the persona's own."),
  weight: z.number().min(0).describe('Its share, as part of the sum of all weights.'),
})

/** The shape of a rollout. Whether its versions and loops are there is checked when it is saved. */
export const rolloutSchema = z.strictObject({
  persona: personaNameSchema.describe('The name that is split.'),
  arms: z.array(armSchema).min(1).describe('What it is split between.'),
})

/** One share of a rollout: a version of the persona, a loop or settings, with its weight. */
export type Arm = z.input<typeof armSchema>

/** A persona's name and what it is split between. */
export type Rollout = z.input<typeof rolloutSchema>

/** `v3`, `v3 cot`, `current waves maxWaves=1`: sessions are counted under it. */
export function armLabel({ version, loop, config = {} }: Omit<Arm, 'weight'>): string {
  const words = [version === undefined ? 'current' : `v${version}`]
  if (loop !== undefined) words.push(loop)
  for (const key of Object.keys(config).sort()) words.push(`${key}=${canonicalJson(config[key])}`)
  return words.join(' ')
}

/** The persona as an arm runs it, by the loops there are. Another loop does not take the settings of the persona's own. */
export function personaOfArm(persona: Persona, { loop, config }: Omit<Arm, 'weight'>, loops: readonly Loop[]): Persona {
  if (loop !== undefined && loop !== persona.loop) return { ...persona, loop, config: config ?? {} }
  if (config === undefined) return persona
  const own = loops.find(({ name }) => name === persona.loop)
  return { ...persona, config: mergedConfig(own, persona.config ?? {}, config, loops) as Record<string, unknown> }
}

/**
 * The arm of a thread: the same one each time.
 *
 * Every arm draws a number for the thread, and the best one wins. So an arm whose weight is raised keeps its
 * threads, and no thread moves between two others.
 */
export function pickArm({ persona, arms }: Rollout, thread: string): Arm {
  let best: { readonly arm: Arm; readonly score: number } | undefined
  for (const arm of arms) {
    const score = Math.log(chance(persona, thread, armLabel(arm))) / arm.weight
    if (arm.weight > 0 && (best === undefined || score > best.score)) best = { arm, score }
  }
  if (best) return best.arm
  throw new GyreError('rollout-invalid', `The rollout of \`${persona}\` has no arm with a weight above zero.`)
}

/** A number above 0 and below 1 that these texts stand for. */
function chance(...texts: readonly string[]): number {
  const digits = hash('sha256', JSON.stringify(texts), 'hex').slice(0, 12)
  return (Number.parseInt(digits, 16) + 0.5) / 2 ** 48
}

/** The faults of a rollout that can be known without the personas. */
export function rolloutIssues(value: unknown): readonly Issue[] {
  const issues = issuesOf(rolloutSchema, value)
  if (issues.length > 0) return issues
  const { arms } = value as Rollout
  const labels = arms.map(armLabel)
  const twice = labels.flatMap((label, index): readonly Issue[] => {
    const first = labels.indexOf(label)
    return first < index ? [{ path: ['arms', index], message: `is the same as arms[${first}]: \`${label}\`` }] : []
  })
  const isAllZero = arms.every(({ weight }) => weight === 0)
  return isAllZero ? [...twice, { path: ['arms'], message: 'expected a weight above 0 in at least one arm' }] : twice
}
