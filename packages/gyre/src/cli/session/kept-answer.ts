/** An answer that is written to a file instead of being printed. */
import { GyreError, type RunObject, type Runtime, runObject, type SessionDefinition, toGyreError } from '@gyre/core'
import type { Io } from '../io.ts'
import { type AnswerFile, isWorthWriting, writeAnswer } from '../output/answer-file.ts'

export type KeepOptions = { readonly io: Io; readonly runtime: Runtime; readonly file: AnswerFile }

/** Whether it could be written; `nothing` where there is no answer. */
export type Keeping = 'written' | 'nothing' | 'failed'

/** Writes what a session has just come to. That it cannot be written is told: nothing of it is lost. */
export async function keepAnswer({ io, runtime, file }: KeepOptions, result: RunObject): Promise<Keeping> {
  if (!isWorthWriting(file, result.answer)) {
    io.report(`There is no answer: nothing was written to ${file.name}.`)
    return 'nothing'
  }
  try {
    const told = await writtenAnswer(runtime, file, result)
    if (io.output === 'text') io.report(told)
    return 'written'
  } catch (error) {
    io.insist(`Error: ${toGyreError(error, 'file-unwritable').message}`)
    io.insist(`Fix: Write it elsewhere: gyre show ${result.session} --out FILE`)
    return 'failed'
  }
}

/** Writes the answer of an earlier session; that there is none is an error. */
export async function keepEarlierAnswer({ io, runtime, file }: KeepOptions, id: string): Promise<void> {
  const result = await runObject(runtime, id)
  if (result.outcome === null || !isWorthWriting(file, result.answer)) {
    const why = result.outcome === null ? 'it has not ended yet' : `it ended \`${result.outcome}\``
    throw new GyreError('usage-invalid', `Session \`${id}\` has no answer: ${why}.`)
  }
  io.report(await writtenAnswer(runtime, file, result))
}

async function writtenAnswer(runtime: Runtime, file: AnswerFile, result: RunObject): Promise<string> {
  const { view } = await runtime.read(result.session)
  const { goal } = (view.definition as SessionDefinition).task
  return writeAnswer(file, { goal, answer: result.answer, details: result.details, result })
}
