/** The report of an eval as files: for programs, for a browser, for a paper. */
import { join } from 'node:path'
import { accuracyPlot, reportPage } from '@gyre/lab'
import { writeNamedFile } from '../output/written-file.ts'
import type { EvalOutcome } from './eval-outcome.ts'
import { reportObject } from './eval-report.ts'

/** Writes them into a folder that is there; earlier ones are replaced. */
export async function writeReport(folder: string, outcome: EvalOutcome): Promise<readonly string[]> {
  const { title, summary, results, open } = outcome
  const texts = {
    'report.json': `${JSON.stringify(reportObject(outcome), null, 2)}\n`,
    'results.jsonl': results.map((result) => `${JSON.stringify(result)}\n`).join(''),
    'report.html': reportPage({ title, isWhole: open.length === 0, summary, results }),
    'plot.svg': accuracyPlot(summary.arms),
  }
  const paths = Object.entries(texts).map(([name, text]) => [join(folder, name), text] as const)
  for (const [path, text] of paths) await writeNamedFile(path, text)
  return paths.map(([path]) => path)
}
