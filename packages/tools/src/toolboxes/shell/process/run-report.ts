/** What came of a program, in words. */
import { type ToolOutput, toolOutput } from '@gyre/core'
import type { EndedBy, Run } from './run-program.ts'

export function runReport(program: string, run: Run, timeoutMs: number): ToolOutput {
  const { exitCode, signal, endedBy, stdout, stderr } = run
  const streams = [...stream('stdout', stdout), ...stream('stderr', stderr)]
  return toolOutput({
    text: [`${ending(run, timeoutMs)}`, ...(streams.length === 0 ? ['It wrote nothing.'] : streams)].join('\n'),
    data: { exitCode, signal, ...(endedBy && { endedBy }) },
    // A program that says no with its exit code has answered.
    ...(endedBy && { error: true }),
    untrusted: { from: `shell.run ${program}` },
  })
}

function ending({ exitCode, signal, endedBy }: Run, timeoutMs: number): string {
  const reasons: Readonly<Record<EndedBy, string>> = {
    timeout: `Ended because it ran longer than ${timeoutMs} ms.`,
    abort: 'Ended because the session was stopped.',
    flood: 'Ended because it wrote far too much.',
  }
  if (endedBy) return reasons[endedBy]
  return signal ? `Ended by the signal ${signal}.` : `Exit code ${exitCode}.`
}

function stream(name: string, text: string): readonly string[] {
  return text === '' ? [] : [`${name}:`, text.endsWith('\n') ? text.slice(0, -1) : text]
}
