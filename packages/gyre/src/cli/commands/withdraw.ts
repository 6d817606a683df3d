/** `gyre withdraw`: takes an intervention back while it is queued. */
import { GyreError, type Intervention } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { reportIntervention } from '../session/intervention-report.ts'
import { sessionId } from '../session/session-id.ts'

export const withdraw: CommandRun = async ({ args: [named = '', which = ''], io, place: open }) => {
  const place = await open()
  const { runtime } = place
  const session = await sessionId(runtime, named)
  const intervention = idOf(await runtime.store.interventions.list(session), which)
  await runtime.withdraw(session, intervention)
  return reportIntervention({ io, place, session, intervention, waitMs: 0 })
}

/** By its id, the beginning of it, or `last`. */
function idOf(sent: readonly Intervention[], which: string): string {
  const start = which.startsWith('itv_') ? which : `itv_${which}`
  const found = which === 'last' ? sent.slice(-1) : sent.filter(({ id }) => id.startsWith(start))
  const [only] = found
  if (only && found.length === 1) return only.id
  const listed = (found.length > 1 ? found : sent).map(({ id, action, state }) => `\n  ${id}  ${action}, ${state}`)
  const says =
    found.length > 1 ? `Several interventions begin with \`${which}\`` : `There is no intervention \`${which}\``
  throw new GyreError('usage-invalid', `${says}.${listed.length > 0 ? ` There are:${listed.join('')}` : ''}`)
}
