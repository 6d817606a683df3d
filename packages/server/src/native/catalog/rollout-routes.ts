/** Rollouts: a persona's name split between versions or loops, and how each of them does. */
import { type ArmFigures, armLabel, type Rollout, type Runtime, rolloutSchema } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { audited } from '../../auth/audited.ts'
import type { Service } from '../../http/app-env.ts'
import { askerOf } from '../../session/asker.ts'
import { fromCore } from '../core-schema.ts'
import { nativeApp } from '../native-app.ts'
import { answers, anything, failures, forRole, jsonBody, list } from '../operation.ts'
import { personaParams, requirePersona } from './persona-entry.ts'

const tags = ['personas']

const spread = z.object({ median: z.number(), mean: z.number() })

const figuresSchema = z
  .object({
    arm: z.string(),
    sessions: z.int(),
    ended: z.int(),
    answered: z.int(),
    successRate: z.number().nullable().describe('Of those that ended.'),
    latencyMs: spread.nullable(),
    activeMs: spread.nullable(),
    modelCalls: spread.nullable(),
    costUsd: spread.extend({ total: z.number() }).nullable(),
  })
  .openapi('ArmFigures')

const rolloutAnswer = z
  .object({
    persona: z.string(),
    version: z.int().nullable().describe('Null when the name is not split.'),
    rollout: z
      .object({ arms: list(anything) })
      .nullable()
      .describe('As it was saved.'),
    arms: list(
      z.object({
        arm: z.string().describe('Its label: `v3`, `v3 cot`.'),
        weight: z.number().nullable().describe('Null for one that is no longer part of the split.'),
        figures: figuresSchema.nullable(),
      }),
    ),
  })
  .openapi('Rollout')

const read = createRoute({
  method: 'get',
  path: '/personas/{name}/rollout',
  tags,
  summary: 'Read how a persona is split, and how each arm does',
  ...forRole('viewer'),
  request: { params: personaParams },
  responses: { 200: answers(rolloutAnswer, 'Arms with their figures.'), ...failures('persona-unknown') },
})

const save = createRoute({
  method: 'put',
  path: '/personas/{name}/rollout',
  tags,
  summary: 'Split a persona between versions or loops',
  ...forRole('admin'),
  request: {
    params: personaParams,
    body: jsonBody(
      fromCore('SaveRollout', rolloutSchema.pick({ arms: true }), {
        arms: [
          { version: 1, weight: 90 },
          { version: 2, weight: 10 },
        ],
      }),
    ),
  },
  responses: { 200: answers(rolloutAnswer, 'It is split.'), ...failures('persona-unknown', 'rollout-invalid') },
})

const remove = createRoute({
  method: 'delete',
  path: '/personas/{name}/rollout',
  tags,
  summary: 'End the split: the name is its current version again',
  ...forRole('admin'),
  request: { params: personaParams },
  responses: { 204: { description: 'It is not split.' }, ...failures('persona-unknown') },
})

export function rolloutRoutes(service: Service) {
  return nativeApp()
    .openapi(read, async (context) => {
      const { name } = context.req.valid('param')
      await requirePersona(askerOf(context), name)
      return context.json(await shown(context.get('tenant').runtime, name), 200)
    })
    .openapi(save, async (context) => {
      const { name } = context.req.valid('param')
      const { runtime } = context.get('tenant')
      await requirePersona(askerOf(context), name)
      const { version } = await runtime.rollouts.save({ persona: name, arms: context.req.valid('json').arms })
      await audited(service, context, 'rollout.saved', { target: name, data: { version } })
      return context.json(await shown(runtime, name), 200)
    })
    .openapi(remove, async (context) => {
      const { name } = context.req.valid('param')
      await requirePersona(askerOf(context), name)
      await context.get('tenant').runtime.rollouts.remove(name)
      await audited(service, context, 'rollout.removed', { target: name })
      return context.body(null, 204)
    })
}

async function shown(runtime: Runtime, persona: string): Promise<z.output<typeof rolloutAnswer>> {
  const found = await runtime.rollouts.get(persona)
  const figures = await runtime.armsOf(persona)
  const rollout = found ? { arms: found.rollout.arms } : null
  return { persona, version: found?.version ?? null, rollout, arms: armsOf(found?.rollout, figures) }
}

/** The arms of the split, then those that once were. */
function armsOf(rollout: Rollout | undefined, figures: readonly ArmFigures[]) {
  const split = (rollout?.arms ?? []).map((arm) => ({ arm: armLabel(arm), weight: arm.weight }))
  const others = figures.filter(({ arm }) => !split.some((each) => each.arm === arm))
  return [...split, ...others.map(({ arm }) => ({ arm, weight: null }))].map(({ arm, weight }) => ({
    arm,
    weight,
    figures: figures.find((each) => each.arm === arm) ?? null,
  }))
}
