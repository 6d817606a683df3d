// The web pages: built from their sources into packages/web/dist.
import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const madeOf = [
  'packages/web/{src,public}/**/*',
  'packages/web/{index.html,vite.config.ts,package.json}',
  'packages/core/src/**/*.ts',
  'packages/server/src/client/*.ts',
]

function changedAt(path: string): number {
  return statSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Whether no file they are made of is newer than what was built. */
export function arePagesBuilt(): boolean {
  const built = changedAt('packages/web/dist/index.html')
  return globSync(madeOf, { cwd: root }).every((path) => changedAt(path) < built)
}

/** Fails when they cannot be built. */
export function buildPages(): void {
  const vite = `${root}/node_modules/vite/bin/vite.js`
  // As people build it, also where tests have another kind of it in mind.
  const { NODE_ENV: _, ...env } = process.env
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: `${root}/packages/web`,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The web pages cannot be built.')
}
