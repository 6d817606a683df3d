/** Files of personas, by a folder or a glob. */
import { glob, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Where they are looked for when nothing else is said. */
export const personaFolder = 'personas'

const every = '**/*.{yaml,yml,json,ts,mts,js,mjs}'

/** Beside modules there may be what is none. */
const isOther = (name: string) => /\.d\.m?ts$|\.(?:test|spec)\.\w+$|(?:^|[\\/])node_modules[\\/]/.test(name)

/** The files of a folder and of those below it, or those a glob names, in order. Undefined when there is no such thing. */
export async function filesOf(pattern: string, base: string): Promise<readonly string[] | undefined> {
  const path = resolve(base, pattern)
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return [path]
  if (found?.isDirectory()) return matches(every, path)
  const files = await matches(pattern, base)
  return files.length > 0 ? files : undefined
}

async function matches(pattern: string, cwd: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const name of glob(pattern, { cwd })) if (!isOther(name)) names.push(name)
  return names.sort().map((name) => join(cwd, name))
}
