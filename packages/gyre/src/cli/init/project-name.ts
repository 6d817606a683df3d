import { basename } from 'node:path'

/** The name of a folder as a package may be called. */
export function projectName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 100)
  // A project that had the name of a package it uses could not be installed.
  return name === '' || name === 'node_modules' || taken.has(name) ? 'gyre-project' : name
}

const taken: ReadonlySet<string> = new Set(['gyre', 'zod', 'vitest', 'typescript'])
