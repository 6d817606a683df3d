/** Sources of documents as they are typed: paths from where one is; addresses and ids stay as they are. */
import { resolve } from 'node:path'

export function sourceArgument(source: string, cwd: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source) ? source : resolve(cwd, source)
}
