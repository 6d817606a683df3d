/** `intervene`: what a person can do to a session, for whoever speaks for them. */
import { type Action, actions, type JsonObject } from '@gyre/core'
import { z } from 'zod'
import { requireRole } from '../../auth/caller.ts'
import { visibleRow } from '../../session/asker.ts'
import type { Desk } from '../desk.ts'
import { intervene } from '../dialogue.ts'
import { telling } from '../tool-failure.ts'

const description =
  'Does something to a running session. Actions and their bodies: pause, resume, step, finish, abort {}; ' +
  'steer {text, branch?}; context {text}; answer {text, question?}; approve {input?, question?}; ' +
  'reject {reason?, question?}; override {tool, input?} or {result, path?}; plan {steps: [{id, goal, needs?}]}.'

const input = z.strictObject({
  session_id: z.string(),
  action: z.enum(actions as [Action, ...Action[]]),
  body: z.record(z.string(), z.unknown()).default({}),
})

const output = z.object({
  intervention_id: z.string(),
  session_id: z.string(),
  action: z.string(),
  state: z.string().describe('`queued`: it is applied at the next step that lets it.'),
})

export function registerIntervene({ server, asker }: Desk): void {
  const { caller, tenant } = asker
  server.registerTool(
    'intervene',
    {
      title: 'Intervene in a session',
      description,
      inputSchema: input,
      outputSchema: output,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    telling(async ({ session_id, action, body }) => {
      requireRole(caller, 'user')
      await visibleRow(asker, session_id)
      const sent = await intervene(tenant.runtime, session_id, { action, body: body as JsonObject, by: caller.name })
      const structuredContent = { intervention_id: sent.id, session_id, action, state: sent.state }
      const text = `\`${action}\` is ${sent.state} for session ${session_id} as ${sent.id}.`
      return { content: [{ type: 'text' as const, text }], structuredContent }
    }),
  )
}
