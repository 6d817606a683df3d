/** What `npm ci` of an older npm leaves out is put back: the Node that runs everything else. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { root } from './repository.ts'

const script = join(root, 'scripts/link-node.mjs')

/** An installed repository with a package for this platform, which brings a program `node`, and none for another. */
function installed(brought: readonly string[]): string {
  const folder = temporaryFolder()
  const optionalDependencies = { 'node-here-x64': '1.0.0', 'node-elsewhere-x64': '1.0.0', '@other/node-x64': '1.0.0' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clone', version: '1.0.0', optionalDependencies }))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of brought) {
    const place = join(folder, 'node_modules', name)
    mkdirSync(join(place, 'bin'), { recursive: true })
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', bin: { node: 'bin/node' } }))
    writeFileSync(join(place, 'bin/node'), '#!/bin/sh\n')
    chmodSync(join(place, 'bin/node'), 0o755)
  }
  return folder
}

function link(folder: string): number | null {
  const env = { PATH: process.env['PATH'], HOME: folder, npm_config_offline: 'true' }
  return spawnSync(process.execPath, [script], { cwd: folder, env }).status
}

describe('after an install', () => {
  it('the Node that came along is a program of the repository, also where npm took it away', () => {
    const folder = installed(['node-here-x64'])
    expect(link(folder)).toBe(0)
    const node = realpathSync(join(folder, 'node_modules/.bin/node'))
    expect(node).toBe(realpathSync(join(folder, 'node_modules/node-here-x64/bin/node')))
  })

  it('nothing is done where it is one already', () => {
    const folder = installed(['node-here-x64'])
    mkdirSync(join(folder, 'node_modules/.bin'))
    writeFileSync(join(folder, 'node_modules/.bin/node'), 'as npm linked it')
    expect(link(folder)).toBe(0)
    expect(realpathSync(join(folder, 'node_modules/.bin/node'))).toBe(
      join(realpathSync(folder), 'node_modules/.bin/node'),
    )
  })

  it('nothing is done where none came along: then the Node of the system is used', () => {
    const folder = installed([])
    expect(link(folder)).toBe(0)
    expect(existsSync(join(folder, 'node_modules/.bin/node'))).toBe(false)
  })
})
