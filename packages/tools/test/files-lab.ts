/** A folder with files, and the tools over it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fitSchema, type ToolContext, type ToolOutput } from '@gyre/core'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { type FilesOptions, filesToolbox } from '../src/toolboxes/files/files-toolbox.ts'

export const context = { signal: new AbortController().signal } as ToolContext

export function filesLab(files: Readonly<Record<string, string | Uint8Array>>, options: Partial<FilesOptions> = {}) {
  const root = temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const { tools } = filesToolbox({ root, write: true, ...options })
  const call = async (name: string, input: object): Promise<ToolOutput> => {
    const tool = tools.find((each) => each.name === `files.${name}`)
    if (!tool) throw new Error(`There is no tool \`files.${name}\`.`)
    const fitted = fitSchema(tool.schema, input)
    if (!fitted.ok) throw new Error(fitted.faults.join('; '))
    const output = (await tool.run(fitted.value, context)) as ToolOutput | string
    return typeof output === 'string' ? { text: output } : output
  }
  const text = async (name: string, input: object) => (await call(name, input)).text
  const file = (path: string) => readFileSync(join(root, path), 'utf8')
  return { root, tools, call, text, file }
}
