/** The loops there are. */
import { GyreError, type Loop, suggestion } from '@gyre/core'
import { createRoute, z } from '@hono/zod-openapi'
import { mayUse } from '../auth/caller.ts'
import { askerOf } from '../session/asker.ts'
import type { Asker } from '../session/begin-session.ts'
import { nativeApp } from './native-app.ts'
import { answers, failures, forRole, list } from './operation.ts'

const tags = ['loops']

const loopSchema = z
  .object({
    name: z.string(),
    version: z.number(),
    summary: z.string(),
    paper: z.string().nullable(),
    config: z.record(z.string(), z.unknown()).describe('The JSON Schema of its settings.'),
    traits: z.object({
      minCalls: z.string().describe('Model calls of the shortest run, as a formula over the config.'),
      multiArgTools: z.boolean(),
      selfCorrects: z.boolean(),
      auditablePlan: z.boolean(),
      worksWithoutTools: z.boolean(),
      needsAnyOf: list(z.string()).optional(),
      speaksAnswer: z.boolean().optional().describe('What it says is the answer, word for word, as it is written.'),
      bestFor: z.string(),
      signals: list(z.string()),
    }),
    example: z.object({ goal: z.string(), args: list(z.string()).describe('Arguments for `gyre run`.') }),
    off: z.boolean().describe('Switched off in the settings.'),
  })
  .openapi('Loop')

type ShownLoop = z.output<typeof loopSchema>

const listed = createRoute({
  method: 'get',
  path: '/loops',
  tags,
  summary: 'List the loops',
  ...forRole('viewer'),
  responses: {
    200: answers(z.object({ loops: list(loopSchema) }), 'Every loop the caller may use, switched off or not.'),
    ...failures(),
  },
})

const read = createRoute({
  method: 'get',
  path: '/loops/{name}',
  tags,
  summary: 'Read a loop',
  ...forRole('viewer'),
  request: { params: z.object({ name: z.string().min(1) }) },
  responses: { 200: answers(loopSchema, 'The loop.'), ...failures('loop-unknown') },
})

export function loopRoutes() {
  return nativeApp()
    .openapi(listed, async (context) => {
      const off = await context.get('tenant').runtime.settings.loopsOff()
      return context.json({ loops: loopsFor(askerOf(context)).map((loop) => shown(loop, off)) }, 200)
    })
    .openapi(read, async (context) => {
      const loops = loopsFor(askerOf(context))
      const { settings } = context.get('tenant').runtime
      const { name } = context.req.valid('param')
      const loop = loops.find((each) => each.name === name)
      if (loop) return context.json(shown(loop, await settings.loopsOff()), 200)
      const names = loops.map((each) => each.name)
      throw new GyreError('loop-unknown', `There is no loop \`${name}\`; ${suggestion(name, names)}`, { name })
    })
}

/** A loop a caller may not use is not there for them. */
function loopsFor({ caller, tenant }: Asker): readonly Loop[] {
  return tenant.runtime.loops.filter(({ name }) => mayUse(caller, name))
}

function shown(loop: Loop, off: readonly string[]): ShownLoop {
  const { name, version, summary, paper, traits, example } = loop
  const config = z.toJSONSchema(loop.config, { io: 'input' }) as Record<string, unknown>
  return { name, version, summary, paper, config, traits, example, off: off.includes(name) }
}
