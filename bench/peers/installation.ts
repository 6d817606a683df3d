/** The peers are installed apart from the workspace, and again when their lock file says something else. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Lock = {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(`${folder}${path}`, 'utf8')) as Lock

/** Whether npm's account of what it installed is that of the lock file. What is optional may be for other machines. */
export function isUpToDate(lock: Lock, installed: Lock): boolean {
  return Object.entries(lock.packages).every(([path, { version, optional = false }]) => {
    const there = installed.packages[path]
    return path === '' || (there ? there.version === version : optional)
  })
}

export function installPeers(): void {
  const account = 'node_modules/.package-lock.json'
  if (existsSync(`${folder}${account}`) && isUpToDate(read('package-lock.json'), read(account))) return
  console.error('installing the peers …')
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('The peers were not installed: npm ci --prefix bench/peers')
}
