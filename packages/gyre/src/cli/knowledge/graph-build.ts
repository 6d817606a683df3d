/** Reading relations out of documents under a bar, by the rules or by a model. */
import { type BuiltGraph, buildGraph, modelReader, type Shelf } from '@gyre/knowledge'
import type { CommandCall } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { shownCost } from '../output/amounts.ts'
import { counted } from '../output/counted.ts'
import { oneLine } from '../terminal/one-line.ts'
import { longWork } from './long-work.ts'
import { modelQuestions } from './model-question.ts'
import { writingModel } from './writing-model.ts'

const mostFailures = 5

export type GraphBuild = {
  readonly code: number
  /** For programs; undefined when it was stopped. */
  readonly report?: BuildReport
}

type BuildReport = Omit<BuiltGraph, 'failed'> & {
  readonly failed: readonly { readonly chunk: string; readonly error: string }[]
  /** Null when no model was asked, or what it costs is not known. */
  readonly costUsd: number | null
}

/** Chunks that could not be read are told, and make it fail: the next build tries them again. */
export async function buildShown({ options, io, place }: CommandCall, shelf: Shelf): Promise<GraphBuild> {
  const opened = await place()
  const name = options.text('model')
  const model = name === undefined ? undefined : await writingModel(opened, '--build --model', name)
  const questions = model && modelQuestions(opened, model)
  let report: BuildReport | undefined
  try {
    const code = await longWork(io, async (bar, signal) => {
      const built = await buildGraph(shelf, {
        ...(questions && { extract: modelReader({ ask: questions.ask, model: model.id }) }),
        replace: options.flag('replace'),
        signal,
        onProgress: (done, total) => bar.show({ doing: 'reading relations', done, total }),
      })
      bar.end()
      report = reportOf(built, questions?.costUsd() ?? null)
      if (io.output === 'text') tell(io, report, questions && shownCost(report.costUsd))
      return built.failed.length > 0 ? exitCodes.failed : exitCodes.done
    })
    return { code, ...(report && { report }) }
  } finally {
    await questions?.close()
  }
}

function reportOf({ failed, ...built }: BuiltGraph, costUsd: number | null): BuildReport {
  return { ...built, failed: failed.map(({ chunk, error }) => ({ chunk, error: error.message })), costUsd }
}

/** A model that does not answer fails for every chunk: the first few tell why. */
function tell(io: Io, report: BuildReport, cost: string | undefined): void {
  const { failed } = report
  for (const { chunk, error } of failed.slice(0, mostFailures)) io.report(`failed  ${chunk}: ${oneLine(error)}`)
  if (failed.length > mostFailures) io.report(`${failed.length - mostFailures} more failed.`)
  io.report(builtLine(report, cost))
}

function builtLine({ read, edges, failed, reader }: BuildReport, cost: string | undefined): string {
  if (read === 0 && failed.length === 0) return `Nothing is left to read for ${reader}.`
  const paid = cost === undefined ? '' : `, ${cost}`
  return `${counted(edges, 'relation')} read out of ${counted(read, 'chunk')} by ${reader}${paid}.`
}
