/** `gyre knowledge add`: reads files, folders and pages into the index. */
import { sep } from 'node:path'
import { type IngestEvent, type IngestItem, type IngestReport, ingest } from '@gyre/knowledge'
import { requireEmbedder } from '../../wiring/embedder.ts'
import { sizeInBytes } from '../arguments/quantities.ts'
import { sourceArgument } from '../arguments/source-argument.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { tellEmbedded } from '../knowledge/embedded-tokens.ts'
import { longWork } from '../knowledge/long-work.ts'
import { shownSource } from '../knowledge/shown-source.ts'
import { oneLine } from '../terminal/one-line.ts'
import type { ProgressBar } from '../terminal/progress-bar.ts'

export const addDocuments: CommandRun = async (call) => {
  const { args, io, place } = call
  const limits = limitsOf(call)
  const { knowledge } = await place()
  const { own } = knowledge
  requireEmbedder(own.embedder)
  const { read, fetch } = knowledge.reading()
  const sources = args.map((each) => sourceArgument(each, io.cwd))
  return longWork(io, async (bar, signal) => {
    const onProgress = (event: IngestEvent) => follow(bar, io, event)
    const { canonicalUrl } = own
    const reading = { read, fetch, ...(canonicalUrl && { canonicalUrl }) }
    const report = await ingest(own, sources, { ...reading, ...limits, signal, onProgress })
    bar.end()
    const tokens = knowledge.embeddedTokens()
    if (io.output !== 'text') io.printJson({ ...report, embeddedTokens: tokens })
    else show(io, report)
    tellEmbedded(io, own.embedder.id, tokens)
    return report.counts.failed > 0 ? exitCodes.failed : exitCodes.done
  })
}

function limitsOf({ options }: CommandCall) {
  const [include, exclude] = [options.texts('include'), options.texts('exclude')]
  const size = options.text('max-size')
  return {
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
    ...(size !== undefined && { maxFileBytes: sizeInBytes('--max-size', size) }),
  }
}

/** What went wrong is told at once; the rest is counted. */
function follow(bar: ProgressBar, io: Io, event: IngestEvent): void {
  if (event.type === 'found') bar.show({ doing: 'finding', done: event.count })
  else if (event.type === 'vectors') bar.show({ doing: 'embedding', done: event.done, total: event.total })
  else {
    const { item, done, total } = event
    if (item.status === 'failed' && io.output === 'text') bar.tell(itemLine(item, io))
    bar.show({ doing: 'reading', done, total, at: shownSource(item.source, io.cwd) })
  }
}

function show(io: Io, report: IngestReport): void {
  for (const item of report.items) if (isWorthTelling(item, io)) io.print(itemLine(item, io))
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0)
  io.print(counts.length === 0 ? 'Nothing to read.' : `${counts.map(([status, n]) => `${n} ${status}`).join(', ')}.`)
}

/** Failures were told when they happened. What was simply read is counted, unless all is wanted. */
function isWorthTelling({ status, why }: IngestItem, io: Io): boolean {
  if (status === 'failed') return io.isQuiet
  return io.isVerbose || why !== undefined
}

function itemLine({ source, status, why }: IngestItem, { cwd }: Io): string {
  // What it says the same as is a path, too.
  const reason = why === undefined ? '' : `: ${oneLine(why.replaceAll(`${cwd}${sep}`, ''))}`
  return `${status}  ${oneLine(shownSource(source, cwd))}${reason}`
}
