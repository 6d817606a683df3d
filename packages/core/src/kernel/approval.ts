/**
 * Asking a person whether a tool may run.
 *
 * Of calls made at once of a tool that is approved with its first use, one asks and the others wait for its
 * answer. Which one asks is in the journal, so it is the same one after a crash.
 */
import type { Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import { fitSchema } from '../parsing/fit.ts'
import type { Admission } from '../ports/tool-runner.ts'
import type { Tool } from '../tools/tool.ts'
import type { Answer, Question } from './answer.ts'
import { ask } from './ask.ts'
import type { Scope } from './scope.ts'

const nothing: ReadonlySet<string> = new Set()

/** Tools that a person has approved, as far as this call goes: one that asked goes by its own answer. */
export function approvedFor({ session }: Scope, path: string): ReadonlySet<string> {
  return session.approved.size > 0 && hasAsked(session, path) ? nothing : session.approved
}

/** What a person said to a call. Undefined when it waited for the answer to another one, and has to look again. */
export async function approval(
  scope: Scope,
  path: string,
  call: ToolCall,
  { tool, question }: Extract<Admission, { kind: 'ask' }>,
): Promise<Answer | undefined> {
  const { session } = scope
  const { questions } = session.supervisor
  const own = questionPath(path)
  if (tool.approval === 'first-use' && !hasAsked(session, path) && questions.approvalOf(tool.name) !== undefined) {
    await othersAnswer(scope, path, tool.name)
    return undefined
  }
  const data = { tool: call.tool, input: call.input }
  questions.announce({ path: own, kind: 'approval', question, data })
  try {
    const asked: Question = { path: own, kind: 'approval', question, choices: ['approve', 'reject'], data }
    const answer = await ask(scope.inside(path), asked, { inputFault: (input) => faultsOf(tool, input) })
    if (answer.text === 'approve') session.approved.add(tool.name)
    return answer
  } finally {
    closed(scope, path)
  }
}

function faultsOf({ schema }: Tool, input: Json): string | undefined {
  const fitted = fitSchema(schema, input)
  return fitted.ok ? undefined : fitted.faults.join('; ')
}

/** A call is over: if it asked, nobody waits for its answer any more. */
export function closed({ session }: Scope, path: string): void {
  session.supervisor.questions.close(questionPath(path))
  session.activity.unblock()
}

/** Whether this call asked, in this run or an earlier one. */
export function hasAsked({ supervisor, journal }: Scope['session'], path: string): boolean {
  const own = questionPath(path)
  return supervisor.questions.isAsked(own) || journal.peek(own) !== undefined
}

async function othersAnswer(scope: Scope, path: string, tool: string): Promise<void> {
  const { session } = scope
  const { supervisor } = session
  while (supervisor.questions.approvalOf(tool) !== undefined) {
    const seen = session.activity.changes
    if (session.isAborted) return session.never()
    if (!supervisor.isQuiet) await supervisor.tellWaiting(scope.inside(path), path)
    await session.activity.block('waiting', scope.hosts + 1, seen)
  }
}

function questionPath(path: string): string {
  return `${path}/approve#1`
}
