/** Code for processes of its own, written down where nothing else is. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

/** A module of this code; `others` are files beside it by their paths. */
export function isolatedModule(code: string, others: Readonly<Record<string, string>> = {}, name = 'main.mjs'): URL {
  const folder = realpathSync(temporaryFolder())
  for (const [path, text] of Object.entries({ ...others, [name]: code })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return pathToFileURL(join(folder, name))
}
