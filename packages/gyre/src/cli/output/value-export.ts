/** Values by name, written out so that they can be imported elsewhere. */
import type { JsonObject } from '@gyre/core'
import type { Io } from '../io.ts'
import { writeNamedFile } from './written-file.ts'

export type ValueExport = {
  /** Where to; stdout when left out. JSON when it says so by its ending, else YAML. */
  readonly file: string | undefined
  readonly what: 'prompt' | 'setting'
  /** Why there may be nothing to export. */
  readonly none: string
}

export async function writeValues(io: Io, values: JsonObject, { file, what, none }: ValueExport): Promise<void> {
  const count = Object.keys(values).length
  if (count === 0) io.report(`There is nothing to export: ${none}.`)
  if (file === undefined) {
    if (io.output !== 'text') io.printJson(values)
    else if (count > 0) io.out.write(await yamlOf(values))
    return
  }
  await writeNamedFile(file, file.endsWith('.json') ? `${JSON.stringify(values, null, 2)}\n` : await yamlOf(values))
  if (io.output === 'text') {
    io.print(`${file}: ${count} ${what}${count === 1 ? '' : 's'}`)
    io.report(`Next: gyre ${what}s import ${file}`)
  } else io.printJson({ file, [`${what}s`]: Object.keys(values) })
}

async function yamlOf(values: JsonObject): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(values, { lineWidth: 0 })
}
