/** `gyre eval`: a data set, done by several loops, personas and models, and scored. */
import { resolve } from 'node:path'
import type { CommandCall, CommandRun } from '../command.ts'
import { type EvalOutcome, evalOutcome } from '../eval/eval-outcome.ts'
import { printReport, reportObject } from '../eval/eval-report.ts'
import { evalRequest } from '../eval/eval-request.ts'
import { writeReport } from '../eval/report-files.ts'
import { runInForeground } from '../eval/run-in-foreground.ts'
import { sameCommand } from '../eval/same-command.ts'
import { counted } from '../output/counted.ts'
import { keepFound } from '../output/kept-result.ts'
import { makeNamedFolder } from '../output/written-file.ts'

export const evaluate: CommandRun = async (call) => {
  const { options, io } = call
  const request = await evalRequest(call)
  const out = options.text('out')
  const folder = out === undefined ? undefined : resolve(io.cwd, out)
  // Where nothing can be written is known before anything is paid for.
  if (folder !== undefined) await makeNamedFolder(folder)
  const outcome = evalOutcome(request, await runInForeground(io, await call.place(), request))
  if (outcome.old > 0) io.report(`${counted(outcome.old, 'session')} had ended before. --fresh begins anew.`)
  printReport(io, outcome, options.flag('jsonl'))
  await keep(call, outcome)
  if (folder !== undefined) for (const path of await writeReport(folder, outcome)) io.report(path)
  tellOpen(call, outcome, request.since)
  return outcome.exitCode
}

/** Sessions are their owner's, and so is what they came to. */
async function keep(call: CommandCall, outcome: EvalOutcome): Promise<void> {
  if (outcome.results.length === 0) return
  const { title } = outcome
  const owner = call.options.text('owner') ?? 'local'
  const folder = async () => (await call.place()).folder
  await keepFound(call, folder, { kind: 'eval', title, owner, report: reportObject(outcome) })
}

/** What is left to do, and by which command. */
function tellOpen({ args, options, io, commands }: CommandCall, { open, results }: EvalOutcome, since: number): void {
  const command = commands.find(({ name }) => name === 'eval')
  if (open.length === 0 || !command) return
  const waiting = open.filter(({ state }) => state === 'waiting').length
  if (waiting > 0) io.report(`${counted(waiting, 'session waits', 'sessions wait')} for a person: gyre inbox`)
  const failed = open.filter(({ state }) => state === 'failed')
  const why = failed[0]?.error?.message ?? 'it is not known why'
  if (failed.length > 0) io.report(`${counted(failed.length, 'session')} failed at the provider, not scored: ${why}`)
  io.report(`${results.length} of ${counted(results.length + open.length, 'session')} have ended. Go on with:`)
  io.report(`  ${sameCommand(command, args, options, since)}`)
}
