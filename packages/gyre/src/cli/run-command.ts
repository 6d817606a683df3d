/** `gyre run`: one session from the terminal. */
import {
  exitCodeOf,
  exitCodeOfPause,
  type Model,
  type Question,
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

/** Runs to the end, or to where a person is needed, and answers with the exit code. */
export async function runCommand(runtime: Runtime, request: RunRequest, output: Output): Promise<number> {
  const { goal, loop, model, tools, isJson } = request
  const session = await runtime.start(loop, goal, { model, tools })
  const shown = isJson ? undefined : showProgress(session, output)
  const idle = await session.idle()
  if (idle !== 'ended') {
    const questions = await session.questions()
    if (isJson) output.answer(JSON.stringify({ session: session.id, ...known(loop, model), status: idle, questions }))
    else showStanding(session, idle, questions, output)
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

function showStanding(session: Session, status: string, questions: readonly Question[], output: Output): void {
  output.progress(`Session ${session.id} is ${status}.`)
  for (const { path, question, choices } of questions)
    output.progress(`  ${path}  ${question}${choices ? ` (${choices.join(' | ')})` : ''}`)
}

function textOf({ answer }: SessionEnd): string {
  if (answer === null) return ''
  return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
}

function jsonOf(end: SessionEnd, model: Model) {
  const { session, loop, outcome, answer, gap, details, usage } = end
  return { session, ...known(loop, model), outcome, answer, gap, details, usage }
}

/** What is told of every session, ended or not. */
function known(loop: string, model: Model) {
  return { loop, persona: null, model: model.id }
}
