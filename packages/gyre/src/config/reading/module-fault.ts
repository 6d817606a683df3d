/** Why a module could not be loaded, and where, read off the error of Node. */
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, type Position, positionAt } from './fault.ts'

type Where = { readonly file: string; readonly at?: Position | undefined }

/** The fault of whatever importing `file` threw. Files are named from `cwd`. */
export async function moduleFault(thrown: unknown, file: string, cwd: string): Promise<Fault> {
  // What is no error has no place; the stack of one that is made here would name this file.
  const error = thrown instanceof Error ? thrown : Object.assign(new Error(String(thrown)), { stack: '' })
  const missing = await missingModule(error, cwd)
  const where = missing ?? framed(error) ?? thrownAt(error, file) ?? { file }
  const message = missing?.message ?? reasonOf(error)
  return { file: relative(cwd, where.file), at: where.at, path: [], message }
}

/** The name of what is missing, what asked for it, and the line that does. */
async function missingModule(error: Error, cwd: string): Promise<(Where & { readonly message: string }) | undefined> {
  const [, kind, name, importer] = /^Cannot find (package|module) '(.+)' imported from (.+)$/.exec(error.message) ?? []
  if (name === undefined || importer === undefined) return undefined
  const file = pathOf(importer)
  const at = await importOf(name, file)
  if (kind === 'module') return { file, at, message: `there is no file ${relative(cwd, pathOf(name))}` }
  return { file, at, message: `there is no package \`${name}\`; install it: npm install ${name}` }
}

/** Where a file names a module: as it is written, or as a path that leads to it. */
async function importOf(name: string, file: string): Promise<Position | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  for (const match of text.matchAll(/(['"])([^'"\n]+)\1/g)) {
    const written = match[2] ?? ''
    const isMeant = written === name || written.startsWith(`${name}/`) || resolve(dirname(file), written) === name
    if (isMeant) return positionAt(text, match.index)
  }
  return undefined
}

/** Faults of syntax begin with the file and the line, and mark the column below the text. */
function framed({ stack = '' }: Error): Where | undefined {
  const [first = '', ...rest] = stack.split('\n')
  const [, file, line] = /^((?:file:|\/|[A-Za-z]:\\).*):(\d+)$/.exec(first) ?? []
  if (file === undefined) return undefined
  const marks = rest.find((each) => /^\s*\^+\s*$/.test(each)) ?? '^'
  return { file: pathOf(file), at: { line: Number(line), column: marks.indexOf('^') + 1 } }
}

/** The line that was running: of the file itself, else of one beside it or below. */
function thrownAt({ stack = '' }: Error, file: string): Where | undefined {
  const frames = [...stack.matchAll(/(file:\/\/[^\s()]+):(\d+):(\d+)/g)].map(([, url = '', line, column]) => ({
    file: pathOf(url),
    at: { line: Number(line), column: Number(column) },
  }))
  const folder = dirname(file)
  const isNear = (path: string) => path.startsWith(folder) && !path.includes('node_modules')
  return frames.find((frame) => frame.file === file) ?? frames.find((frame) => isNear(frame.file))
}

function pathOf(location: string): string {
  return location.startsWith('file:') ? fileURLToPath(location) : location
}

function reasonOf(error: Error): string {
  const { name, message } = error
  if (codeOf(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return `${message}: Node strips types and compiles nothing else; write it in plain JavaScript`
  if (/^Cannot use import statement|^Unexpected token 'export'/.test(message))
    return `${message}; end its name with \`.mjs\`, or write "type": "module" into package.json`
  return name === 'GyreError' || name === 'SyntaxError' || name === 'Error' ? message : `${name}: ${message}`
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined
}
