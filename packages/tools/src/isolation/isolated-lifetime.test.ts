/** Children and the process that started them: none outlives it, none holds it back. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isolatedModule } from '../../test/isolated-module.ts'

const publicSource = new URL('./run-isolated.ts', import.meta.url).href

/** A program that uses isolated code. */
function program(code: string): ChildProcess {
  const file = fileURLToPath(isolatedModule(code))
  const child = spawn(process.execPath, ['--conditions=@gyre/source', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a child', () => {
  it('does not hold its parent back when it rests, and ends with it', async () => {
    const module = isolatedModule('export default () => process.pid').href
    const parent = program(`
      import { runIsolated } from '${publicSource}'
      console.log(await runIsolated({ module: new URL('${module}'), input: null, timeoutMs: 1e6 }))`)
    const [[said], [code]] = (await Promise.all([once(parent.stdout!, 'data'), once(parent, 'exit')])) as [
      [Buffer],
      [number],
    ]
    expect(code).toBe(0)
    const pid = Number(said.toString())
    while (isAlive(pid)) await sleep(10)
  })
})
