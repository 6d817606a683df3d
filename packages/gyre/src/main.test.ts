import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

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

  it('works on SQLite until it is told to end, also while nothing waits', async () => {
    const folder = temporaryFolder()
    const args = ['--conditions=@gyre/source', bin, '--data', folder]
    const env = { ...process.env, HOME: folder, GYRE_MODEL: 'demo/rules' }
    const worker = spawn(process.execPath, [...args, 'worker'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const over = once(worker, 'exit')
    await once(worker.stdout, 'data')
    expect(spawnSync(process.execPath, [...args, 'ps'], { env, encoding: 'utf8' }).status).toBe(0)
    worker.kill('SIGTERM')
    expect(await over).toEqual([0, null])
  })
})
