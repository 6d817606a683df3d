/** The files and folders whose code runs when MCP servers are started, as far as their commands show them. */
import { realpathSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStdio, type McpServersConfig } from '@gyre/tools/mcp'
import { isInside } from '../inside-folder.ts'

export type ServerCodeOptions = {
  /** Where servers are started, unless they say where. */
  readonly cwd: string
  /** The folder that is worked in. It is never code as a whole, nor is one that it is in. */
  readonly root: string
  /** Fills in the variables of an argument. */
  readonly fill: (text: string) => string
}

/** Whole paths, there or not. */
export function serverCode(servers: McpServersConfig, { cwd, root, fill }: ServerCodeOptions): readonly string[] {
  const found = Object.values(servers).flatMap((server) => {
    if (!isStdio(server)) return []
    const words = [server.command, ...(server.args ?? []).map((text) => fill(String(text)))]
    const pathOf = (word: string) => pathFrom(resolve(cwd, server.cwd ?? '.'), word)
    const isOpen = (path: string) => [root, cwd].some((folder) => isInside(realPath(path), realPath(folder)))
    return [
      ...words.flatMap((word) => pathOf(givenBy(word))).filter((path) => isMeant(path) && !isOpen(path)),
      ...scriptsOf(words)
        .flatMap(pathOf)
        .flatMap((path) => (isOpen(path) ? entries.map((name) => join(path, name)) : loadedFor(path))),
    ]
  })
  return [...new Set(found)]
}

/** What a folder of code begins with. */
const entries = ['package.json', 'pyproject.toml', 'index.js', 'index.ts', '__main__.py']

/** A file; what is not there yet and has the name of one; a folder only if it is plainly code: servers work on folders. */
function isMeant(path: string): boolean {
  const kind = kindOf(path)
  if (kind === 'folder') return entries.some((name) => kindOf(join(path, name)) === 'file')
  return kind === 'file' || (kind === 'none' && extname(path) !== '')
}

/** An interpreter also finds a script by its name without the ending. */
function loadedFor(path: string): readonly string[] {
  if (kindOf(path) === 'file') return [path]
  return ['', '.js', '.json', '.node', '.ts', '.py'].map((ending) => path + ending)
}

const interpreter =
  /(?:^|[\\/])(?:node|nodejs|deno|bun|tsx|ts-node|uv|python[\d.]*|pypy[\d.]*|ruby|perl|php|lua|(?:ba|da|z)?sh)(?:\.exe)?$/i
const loadsNext = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload)$/
const takesNext = /^(?:-[CWX]|--conditions|--env-file)$/

/** What an interpreter is given to run: its first argument, and what it loads before. */
function scriptsOf(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => interpreter.test(word))
  const scripts: string[] = []
  for (let at = start + 1; start >= 0 && at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2)
    if (word === '-m') return [...scripts, next.replaceAll('.', '/')]
    if (!word.startsWith('-') && word !== 'run') return [...scripts, word]
    if (loadsNext.test(word)) scripts.push(next)
    if (loadsNext.test(word) || takesNext.test(word)) at++
  }
  return scripts
}

/** The argument itself, or what stands behind the `=` of an option. */
function givenBy(word: string): string {
  return word.startsWith('-') ? (/=(.*)$/s.exec(word)?.[1] ?? '') : word
}

/** At most one: an address elsewhere is no path, nor is nothing. */
function pathFrom(folder: string, text: string): readonly string[] {
  if (/^file:/i.test(text)) {
    try {
      return [fileURLToPath(text)]
    } catch {
      return []
    }
  }
  return text === '' || /^[\w+.-]+:\/\//.test(text) ? [] : [resolve(folder, text)]
}

/** Undefined for what can be no path: too long, or with characters that none has. */
function kindOf(path: string): 'file' | 'folder' | 'none' | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return 'none'
    return found.isDirectory() ? 'folder' : 'file'
  } catch {
    return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
