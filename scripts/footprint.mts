// Says what `npm install gyre` brings along: installs it into an empty folder and looks. `npm run release` comes first.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from './installed.mts'
import { localRegistry } from './local-registry.mts'

const folder = mkdtempSync(join(tmpdir(), 'gyre-footprint-'))
const registry = await localRegistry()
try {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  const args = ['install', 'gyre', '--registry', registry.url, '--cache', join(folder, '.npm'), '--no-audit']
  await promisify(execFile)('npm', args, { cwd: folder })
  const { packages, megabytes } = installed(folder)
  console.log(`npm install gyre: ${megabytes.toFixed(0)} MB in ${packages} packages`)
} finally {
  await registry.close()
  rmSync(folder, { recursive: true })
}
