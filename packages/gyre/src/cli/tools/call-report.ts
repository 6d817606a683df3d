/** What a call that was typed came to: the answer on stdout, all else on stderr. */
import { exitCodeOf, type JournalRow, type Question, type SessionEnd, type ToolResult } from '@gyre/core'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { questionLines } from '../session/ask-person.ts'
import { partsText } from '../session/message-text.ts'
import { oneLine } from '../terminal/one-line.ts'
import { safeText } from '../terminal/safe-text.ts'

type Answer = Omit<ToolResult, 'type' | 'id'>

/** Answers with the exit code. */
export function reportCall(io: Io, end: SessionEnd, rows: readonly JournalRow[]): number {
  const { outcome, answer, error } = end
  if (answer !== null) tell(io, answer as unknown as Answer, deniedBy(rows))
  // It was aborted, or what is around the tool failed.
  else if (io.output === 'json') io.printJson({ outcome, error })
  else if (error) io.err.write(`${oneLine(error.message)}\n`)
  else if (outcome === 'aborted') io.report('The call was stopped.')
  return exitCodeOf(outcome)
}

function tell(io: Io, answer: Answer, denied: string | null): void {
  const { tool, text, error = false, data = null, parts = [], untrusted = null } = answer
  if (io.output === 'json') io.printJson({ tool, error, denied, text, data, parts, untrusted })
  if (io.output !== 'text') return
  if (error) io.err.write(`${safeText(text)}\n`)
  // A program gets what the tool said, as it said it.
  else io.print(io.out.isTty ? safeText(text) : text)
  for (const line of noteLines(answer)) io.report(line)
}

/** The check that denied the call, where one did. */
function deniedBy(rows: readonly JournalRow[]): string | null {
  const { data } = rows.findLast(({ kind, type }) => kind === 'tool' && type === 'step.finished') ?? {}
  const { denied } = JSON.parse(data ?? '{}') as { readonly denied?: string }
  return denied ?? null
}

function noteLines({ parts = [], untrusted }: Answer): readonly string[] {
  const rules = [...new Set((untrusted?.suspected ?? []).map(({ rule }) => rule))]
  return [
    ...(parts.length > 0 ? [`${partsText(parts)}: --json shows it`] : []),
    ...(rules.length > 0 ? [`Parts of it read like instructions to a model: ${rules.join(', ')}.`] : []),
  ]
}

/** It waits for somebody who is not here. Nobody can go on with it later: it is in memory alone. */
export function reportWaiting(io: Io, tool: string, questions: readonly Question[]): number {
  if (io.output === 'json') io.printJson({ tool, status: 'waiting', questions })
  if (io.output === 'text') {
    const isApproval = questions.every(({ kind }) => kind === 'approval')
    for (const line of questions.flatMap(questionLines)) io.report(line)
    io.report(
      isApproval ? 'Approve it at once with --yes, or call it at a terminal.' : 'Call it at a terminal to answer.',
    )
  }
  return exitCodes.needsInput
}
