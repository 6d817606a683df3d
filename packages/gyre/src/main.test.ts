import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const bin = fileURLToPath(new URL('./bin.ts', import.meta.url))
const full = '/dev/full'

describe('the command', () => {
  it.skipIf(!existsSync(full))('tells in two lines that its output cannot be written', () => {
    const stdout = openSync(full, 'w')
    const { status, stderr } = spawnSync(process.execPath, ['--conditions=@gyre/source', bin, '--version'], {
      stdio: ['ignore', stdout, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(stdout)
    expect([status, stderr]).toEqual([
      1,
      'Error: The output cannot be written: there is no room where it goes.\n' +
        'Fix: Send it elsewhere; `gyre show last` shows the last session again.\n',
    ])
  })
})
