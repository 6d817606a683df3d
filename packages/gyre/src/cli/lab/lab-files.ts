/** The report of the lab as files: for programs, for a paper, for a browser. */
import { join } from 'node:path'
import { type LabReport, labJson, labPage, labPlot } from '@gyre/lab'
import { writeNamedFile } from '../output/written-file.ts'

/** Writes them into a folder that is there; earlier ones are replaced. */
export async function writeLabFiles(folder: string, report: LabReport): Promise<readonly string[]> {
  const texts = {
    'lab.json': `${JSON.stringify(labJson(report), null, 2)}\n`,
    'lab.svg': labPlot(report),
    'lab.html': labPage(report),
  }
  const paths = Object.entries(texts).map(([name, text]) => [join(folder, name), text] as const)
  for (const [path, text] of paths) await writeNamedFile(path, text)
  return paths.map(([path]) => path)
}
