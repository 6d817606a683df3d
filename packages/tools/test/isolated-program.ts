/** Programs that use isolated code, in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { isolatedModule } from './isolated-module.ts'

export function program(code: string): ChildProcess {
  const file = fileURLToPath(isolatedModule(code))
  const child = spawn(process.execPath, ['--conditions=@gyre/source', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
