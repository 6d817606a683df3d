/** `run_loop` and `wait_session`: work that is begun, and watched. */
import { budgetSchema, type JsonObject, limitsSchema, type StartOptions } from '@gyre/core'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { beginNamed } from '../../session/begin-named.ts'
import type { CallState, Desk } from '../desk.ts'
import { intervene, round } from '../dialogue.ts'
import { shownSessionSchema } from '../shown-session.ts'
import { taskHandle, wantsTasks } from '../tasks.ts'
import { telling } from '../tool-failure.ts'

/** Below what clients and proxies commonly wait for an answer. */
const defaultWaitSeconds = 50
const mostWaitSeconds = 600

const waitSeconds = z
  .number()
  .min(0)
  .max(mostWaitSeconds)
  .default(defaultWaitSeconds)
  .describe('How long to wait for the end before telling how it stands.')

const nameInput = z.string().min(1).optional()

const runFields = z.strictObject({
  name: nameInput.describe('A persona or a loop that `list_loops` names; the default loop when left out.'),
  loop: nameInput.describe('The same, for a loop.'),
  persona: nameInput.describe('The same, for a persona.'),
  goal: z.string().min(1).describe('What it is to find out or do.'),
  config: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Settings of the loop: `gyre://loops/{name}` has them.'),
  budget: limitsSchema
    .extend({ onExhausted: z.enum(budgetSchema.shape.onExhausted.unwrap().options).optional() })
    .optional()
    .describe('What it may spend at most.'),
  thread: z.string().min(1).optional().describe('The conversation it goes on with.'),
  wait_seconds: waitSeconds,
  abort_on_close: z.boolean().default(false).describe('Whether it is aborted when the client closes the request.'),
})

const runInput = runFields.refine(
  ({ name, loop, persona }) => [name, loop, persona].filter((each) => each !== undefined).length <= 1,
  { message: 'give one of `name`, `loop` and `persona`' },
)

const waitInput = z.strictObject({ session_id: z.string(), wait_seconds: waitSeconds })

type RunInput = z.output<typeof runInput>

export function registerRunTools(desk: Desk): void {
  const { server } = desk
  server.registerTool(
    'run_loop',
    {
      title: 'Run a loop',
      description:
        'Starts a session: a loop or persona works towards the goal with its own tools. Answers with its answer, ' +
        'or with how it stands when it takes longer: it goes on, and `wait_session` watches it.',
      inputSchema: runInput,
      outputSchema: shownSessionSchema,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    telling((input, ctx) => runLoop(desk, ctx, input)),
  )
  server.registerTool(
    'wait_session',
    {
      title: 'Watch a session',
      description:
        'Waits for the end of a session, or for a moment in which it needs somebody, and tells how it stands.',
      inputSchema: waitInput,
      outputSchema: shownSessionSchema,
      // What a person answers in its forms goes into the session.
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    telling(({ session_id: session, wait_seconds }, ctx) => round(desk, ctx, { session, waitSeconds: wait_seconds })),
  )
}

async function runLoop(desk: Desk, ctx: ServerContext, input: RunInput): Promise<CallToolResult | InputRequiredResult> {
  // A client that brings answers calls again with the same arguments: the session is there already.
  const known = ctx.mcpReq.requestState<CallState>()?.session
  const session = known ?? (await begin(desk, input))
  if (known === undefined && wantsTasks(desk, ctx)) return taskHandle(desk, session)
  const result = await round(desk, ctx, { session, waitSeconds: input.wait_seconds })
  if (input.abort_on_close && ctx.mcpReq.signal.aborted && !desk.isStopping()) {
    const { caller, tenant } = desk.asker
    await intervene(tenant.runtime, session, { action: 'abort', body: {}, by: caller.name })
  }
  return result
}

async function begin({ asker }: Desk, input: RunInput): Promise<string> {
  const { name: model, loop, persona, goal: task, config, budget, thread } = input
  const options: StartOptions = {
    ...(config && { config: config as JsonObject }),
    ...(budget && { budget: budget as NonNullable<StartOptions['budget']> }),
    ...(thread !== undefined && { thread }),
  }
  const { id } = await beginNamed(asker, { model, loop, persona, task, options })
  return id
}
