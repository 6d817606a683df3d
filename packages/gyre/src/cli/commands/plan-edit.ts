/** `gyre plan edit`: prints the steps not yet run, or replaces them, from a file or in an editor. */
import { GyreError, type Json } from '@gyre/core'
import { saveEdited } from '../arguments/edited-text.ts'
import { jsonArgument } from '../arguments/json-argument.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { sessionId } from '../session/session-id.ts'
import { type CommandSession, send } from './intervene.ts'

export const planEdit: CommandRun = async (call) => {
  const { args, options, io } = call
  const [named = '', file] = args
  const place = await call.place()
  const { runtime } = place
  const id = await sessionId(runtime, named)
  const plan = (await runtime.read(id)).view.plan as Json
  if (file === undefined) {
    if (plan === null) throw withoutPlan(id)
    return options.flag('editor') ? editPlan(call, { id, place }, plan) : printPlan(io, plan)
  }
  if (!file.startsWith('@')) {
    throw new GyreError(
      'usage-invalid',
      `\`${file}\`: expected @file with the steps in it. \`gyre plan edit ${named}\` prints them.`,
    )
  }
  return send(call, { id, place }, 'plan', { steps: await jsonArgument('plan edit', file) })
}

/** As `plan edit @file` takes it. */
function printPlan(io: Io, plan: Json): number {
  io.print(io.output === 'text' ? JSON.stringify(plan, null, 2) : JSON.stringify(plan))
  return exitCodes.done
}

function withoutPlan(id: string): GyreError {
  return new GyreError('usage-invalid', `Session \`${id}\` has no plan. Steer it instead: gyre steer ${id} "…"`)
}

/** A plan that is not taken is kept, so that it can be mended. */
async function editPlan(call: CommandCall, to: CommandSession, plan: Json): Promise<number> {
  const retry = (file: string) => `gyre plan edit ${to.id} @${file}`
  const text = `${JSON.stringify(plan, null, 2)}\n`
  const request = { text, fileName: 'plan.json', instead: retry('FILE'), retry }
  const sent = await saveEdited(call.io, request, async (_, file) => {
    const code = await send(call, to, 'plan', { steps: await jsonArgument('plan edit', `@${file}`) })
    if (code !== exitCodes.done) throw new GyreError('intervention-invalid', 'The plan was not taken.')
    return code
  })
  if (sent === undefined) call.io.report('Nothing changed.')
  return sent ?? exitCodes.done
}
