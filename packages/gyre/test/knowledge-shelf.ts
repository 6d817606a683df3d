/** A folder with documents, and commands about them typed there. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { FakeHost, type FakeHostOptions } from './fake-host.ts'
import { processOver } from './fake-place.ts'

export const light = '# The light\n\nAda Thorn keeps the light. She moved in 1902.\n'
export const mill = 'The mill closed in 1931 because the river dried.\n'
export const ferry = '# The ferry\n\nThe ferry Marta was built by the Holm yard.\n'

/** A folder with files, and commands typed there over one store. */
export function shelf(files: Readonly<Record<string, string | Uint8Array>> = {}, answer = 'It dried.') {
  const cwd = temporaryFolder()
  const store = memoryStore()
  const asked: string[] = []
  const model = modelOf((request) => {
    asked.push(JSON.stringify(request.messages))
    return says(answer)
  })
  const { gyre } = processOver({ model, store })
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), content)
  }
  for (const [name, content] of Object.entries(files)) write(name, content)
  const type = async (options: FakeHostOptions, ...args: string[]) => {
    const host = new FakeHost({ cwd, ...options })
    const code = await gyre(host, ...args)
    return { code, out: host.out, err: host.err, host }
  }
  return { cwd, store, asked, write, type, gyre: (...args: string[]) => type({}, ...args) }
}

export const three = { 'docs/light.md': light, 'docs/mill.txt': mill, 'docs/old/ferry.md': ferry }
