/** `gyre run`: one session from the terminal. */
import {
  exitCodeOf,
  exitCodeOfPause,
  type Model,
  type Runtime,
  type Session,
  type SessionEnd,
  type Tool,
} from '@gyre/core'
import { progressLine } from './progress-line.ts'

export type Output = { readonly answer: (text: string) => void; readonly progress: (text: string) => void }

export type RunRequest = {
  readonly goal: string
  readonly loop: string
  readonly isJson: boolean
  readonly model: Model
  readonly tools: readonly Tool[]
}

/** Runs to the end and answers with the exit code. */
export async function runCommand(runtime: Runtime, request: RunRequest, output: Output): Promise<number> {
  const { goal, loop, model, tools, isJson } = request
  const session = await runtime.start(loop, goal, { model, tools })
  const shown = isJson ? undefined : showProgress(session, output)
  const idle = await session.idle()
  if (idle !== 'ended') {
    output.progress(`Session ${session.id} is ${idle}.`)
    return exitCodeOfPause(idle)
  }
  const end = await session.outcome
  await shown
  output.answer(isJson ? JSON.stringify(jsonOf(end, model)) : textOf(end))
  if (!isJson && end.outcome !== 'answered')
    output.progress(`${end.outcome}${end.error ? `: ${end.error.message}` : ''}`)
  return exitCodeOf(end.outcome)
}

async function showProgress(session: Session, output: Output): Promise<void> {
  for await (const event of session.events) {
    const line = progressLine(event)
    if (line !== undefined) output.progress(line)
  }
}

function textOf({ answer }: SessionEnd): string {
  if (answer === null) return ''
  return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
}

function jsonOf(end: SessionEnd, model: Model) {
  const { session, loop, outcome, answer, gap, details, usage } = end
  return { session, loop, persona: null, model: model.id, outcome, answer, gap, details, usage }
}
