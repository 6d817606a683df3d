/** Results of the lab and of evals, for those who come over HTTP: they are read as they are, and nothing is run. */
import type { ResultDesk } from '@gyre/server'
import { keptResults } from '../results/result-files.ts'

export function labDesk(folder: string, owner: string): ResultDesk {
  return { list: () => keptResults(folder, owner) }
}
