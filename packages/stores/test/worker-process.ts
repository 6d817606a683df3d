/** Runs `worker.ts` as a process of its own, and reads what it prints. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const script = new URL('./worker.ts', import.meta.url)

export type WorkerProcess = {
  readonly child: ChildProcess
  /** The lines so far: once one is as asked, or all of them when the process ended. */
  until(isSo: (line: string) => boolean): Promise<string[]>
}

/** It begins at a time, and may rest at a row until its input ends. It is killed when the test is over. */
export function workerProcess(path: string, id: string, { goAt = 0, restAt = 0 } = {}): WorkerProcess {
  const args = ['--conditions=@gyre/source', fileURLToPath(script), path, id, String(goAt), String(restAt)]
  const child = spawn(process.execPath, args)
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  const lines = () => text.split('\n').slice(0, -1)
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const until = (isSo: (line: string) => boolean) =>
    new Promise<string[]>((resolve) => {
      const look = () => lines().some(isSo) && resolve(lines())
      child.stdout.on('data', look)
      child.on('close', () => resolve(lines()))
      look()
    })
  return { child, until }
}
