/** What a person does to a session, in whichever process it runs: sent, never run here. */
import { type Action, GyreError, type Json } from '@gyre/core'
import { contextBody } from '../arguments/context-argument.ts'
import { jsonArgument, valueArgument } from '../arguments/json-argument.ts'
import { secondsInMs } from '../arguments/quantities.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import type { Options } from '../options.ts'
import type { Place } from '../place.ts'
import { reportIntervention } from '../session/intervention-report.ts'
import { openQuestion } from '../session/open-question.ts'
import { sessionId } from '../session/session-id.ts'

/** What is sent, where it is not the action of the command's name. */
type Sent = { readonly action: Action; readonly body: Json }

/** What an action needs, read off the arguments after the id. */
type ReadBody = (words: readonly string[], options: Options, session: CommandSession) => Json | Promise<Json>
type ReadSent = (words: readonly string[], call: CommandCall, session: CommandSession) => Promise<Sent>

export type CommandSession = { readonly id: string; readonly place: Pick<Place, 'runtime' | 'postgres'> }

const noBody: ReadBody = () => ({})

export const pause = intervention('pause', noBody)
export const step = intervention('step', noBody)
export const finish = intervention('finish', noBody)
export const abort = intervention('abort', noBody)

export const steer = intervention('steer', (words, options) => {
  const branch = options.text('branch')
  return { text: words.join(' '), ...(branch !== undefined && { branch }) }
})

export const contextAdd = intervention('context', (words) => contextBody(words.join(' ')))

export const override = intervention('override', async (_, options) => {
  const [tool, input, result, path] = ['tool', 'input', 'result', 'path'].map((name) => options.text(name))
  if ((tool === undefined) === (result === undefined)) {
    throw new GyreError(
      'usage-invalid',
      '`gyre override` needs a tool to call (`--tool NAME`) or a result (`--result JSON`), one of them.',
    )
  }
  if (tool !== undefined) return { tool, ...(input !== undefined && { input: await jsonArgument('--input', input) }) }
  return { result: await valueArgument('--result', result ?? ''), ...(path !== undefined && { path }) }
})

export const answer = intervention('answer', async (words, options, session) => {
  const { question, readChoice } = await openQuestion(asked(session), 'answer', options.text('question'))
  return { text: readChoice(words.join(' ')), question }
})

export const approve = sending(async (_, { options }, session) => {
  const input = options.text('input')
  const { question, isYesOrNo } = await openQuestion(asked(session), 'approve', options.text('question'))
  if (!isYesOrNo) {
    const edited = input === undefined ? {} : { input: await jsonArgument('--input', input) }
    return { action: 'approve', body: { question, ...edited } }
  }
  if (input !== undefined) {
    throw new GyreError('usage-invalid', `\`${question}\` asks for yes or no: there are no arguments to change.`)
  }
  return { action: 'answer', body: { text: 'yes', question } }
})

export const reject = sending(async (words, { options, io }, session) => {
  const { question, isYesOrNo } = await openQuestion(asked(session), 'reject', options.text('question'))
  if (!isYesOrNo) {
    return { action: 'reject', body: { question, ...(words.length > 0 && { reason: words.join(' ') }) } }
  }
  if (words.length > 0) io.report('Only a no is sent: this question takes no reason.')
  return { action: 'answer', body: { text: 'no', question } }
})

function asked({ id, place: { runtime } }: CommandSession) {
  return { id, runtime }
}

function intervention(action: Action, readBody: ReadBody): CommandRun {
  return sending(async (words, { options }, session) => ({ action, body: await readBody(words, options, session) }))
}

function sending(readSent: ReadSent): CommandRun {
  return async (call) => {
    const [named = '', ...words] = call.args
    const place = await call.place()
    const session = { id: await sessionId(place.runtime, named), place }
    const { action, body } = await readSent(words, call, session)
    return send(call, session, action, body)
  }
}

/** Sends it, or puts it in the place of one that is queued, and tells what became of it. */
export async function send({ options, io }: CommandCall, session: CommandSession, action: Action, body: Json) {
  const { id, place } = session
  const { runtime } = place
  const waitMs = secondsInMs('--wait', options.text('wait') ?? '2')
  const replaced = options.text('replace')
  const key = options.text('key')
  if (replaced !== undefined) await runtime.edit(id, replaced, body)
  const intervention = replaced ?? (await runtime.send(id, action, body, key === undefined ? {} : { key })).id
  return reportIntervention({ io, place, session: id, intervention, waitMs })
}
