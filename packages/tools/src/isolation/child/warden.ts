/**
 * The warden: a thread that ends the process when its parent is gone or its memory is spent.
 *
 * It is a thread because the code may be in a loop that never comes back. It runs this very program.
 */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { overMemory, pipes } from '../protocol.ts'

/** What Node itself needs: its program, two heaps, compiled code. */
const ownMb = 128
const lookMs = 50

type DropRight = { drop?(scope: string): void }

/** Resolves when it watches. Until then Node hands it around in events, and code that heard them could end it. */
export async function startWarden(memoryMb: number): Promise<void> {
  // Its output would go through the streams of this thread, which become sockets that do not wait.
  const warden = new Worker(process.argv[1] ?? '', { workerData: memoryMb, stdout: true, stderr: true })
  // Older versions cannot give a right up: there it is only that the code finds no module to start threads with.
  ;(process.permission as DropRight).drop?.('worker')
  await Promise.all([once(warden, 'online'), once(warden, 'message')])
  warden.unref()
}

export function watch(): void {
  // Nothing is ever written to it: it ends with the parent. A plain read would keep the process from ending by itself.
  new Socket({ fd: pipes.lifeline }).on('close', endProcess).on('error', endProcess).resume()
  // Code that may read files can close that pipe for us.
  const parent = process.ppid
  const mostBytes = (Number(workerData) + ownMb) * 1024 * 1024
  setInterval(() => {
    if (process.ppid !== parent) endProcess()
    if (process.memoryUsage.rss() < mostBytes) return
    writeSync(2, overMemory)
    endProcess()
  }, lookMs)
  parentPort?.postMessage('watching')
}

function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
