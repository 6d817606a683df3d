/** Code for processes of its own, written down where nothing else is. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

type Files = Readonly<Record<string, string>>

/** A module of this code; `others` are files beside it by their paths. */
export function isolatedModule(code: string, others: Files = {}, name = 'main.mjs'): URL {
  return written(realpathSync(temporaryFolder()), { ...others, [name]: code }, name)
}

/** The same for all tests of a file, which share its process. */
export function sharedModule(code: string, others: Files = {}, name = 'main.mjs'): URL {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gyre-shared-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return written(folder, { ...others, [name]: code }, name)
}

/** Code that runs the body of any function of `input`. */
export const anyBody = `
  const { constructor: Body } = async function () {}
  export default ({ body, input }) => new Body('input', body)(input)`

function written(folder: string, files: Files, name: string): URL {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return pathToFileURL(join(folder, name))
}
