/** `gyre fork`: a new session over the first steps of another, run here to its end. */
import type { ForkOptions, Runtime } from '@gyre/core'
import { readKeyValues } from '../arguments/key-values.ts'
import { stepArgument } from '../arguments/step-argument.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Options } from '../options.ts'
import type { Place } from '../place.ts'
import { followSession } from '../session/follow-session.ts'
import { sessionId } from '../session/session-id.ts'

export const fork: CommandRun = async ({ args: [named = ''], options, io, place: open }) => {
  const place = await open()
  const { runtime } = place
  const id = await sessionId(runtime, named)
  const request = await readFork(options, place)
  const forked = await runtime.fork(id, request)
  if (io.output === 'text') io.report(`${forked.id} is a fork of ${id}, ${await placeOf(runtime, id, request.at)}.`)
  const code = await followSession(forked, { io, place, isOurs: true })
  // Who left at once has closed the store.
  if (code !== exitCodes.interrupted && (await isGuidanceUnused(runtime, forked.id)))
    io.report('The guidance was not used: no author or planner was asked after this step. Fork at an earlier one.')
  return code
}

/** Where it goes on, by a path: who named a number sees which step it is of. */
async function placeOf(runtime: Runtime, id: string, at: string | number): Promise<string> {
  const { rows } = await runtime.read(id)
  const path = typeof at === 'string' ? at : rows.find(({ seq }) => seq === at)?.path
  return path ? `after \`${path}\`` : `after fact ${at}`
}

/** Whether the fork ended before anybody was asked who could be told. */
async function isGuidanceUnused(runtime: Runtime, id: string): Promise<boolean> {
  const sent = await runtime.store.interventions.list(id)
  return sent.some(({ action, state }) => action === 'steer' && state === 'rejected')
}

async function readFork(options: Options, place: Place): Promise<ForkOptions> {
  const [steer, model, persona] = ['steer', 'model', 'persona'].map((name) => options.text(name))
  const [config, budget] = [options.texts('set'), options.texts('budget')]
  return {
    at: stepArgument('fork', options),
    ...(steer !== undefined && { steer }),
    ...(model !== undefined && { model: await place.model(model) }),
    ...(persona !== undefined && { persona }),
    ...(config.length > 0 && { config: readKeyValues('-c', config) }),
    ...(budget.length > 0 && { budget: readKeyValues('--budget', budget) }),
    ...(options.flag('allow-once') && { allowOnce: true }),
  }
}
