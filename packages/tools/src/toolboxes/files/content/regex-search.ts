/** Regular expressions written by a model: one may take for ever, so they run in a thread that can be ended. */
import { Worker } from 'node:worker_threads'
import { GyreError } from '@gyre/core'
import { type LineSearch, type MatchPlace, shownMatches } from './line-search.ts'

/** What runs in the thread. It has no access to anything but the texts it is sent. */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const regex = new RegExp(workerData.pattern, workerData.flags)
  parentPort.on('message', ({ text, most }) => {
    const found = []
    for (const [line, content] of text.split('\\n').entries()) {
      const match = regex.exec(content.endsWith('\\r') ? content.slice(0, -1) : content)
      if (match && found.push([line, match.index]) === most) break
    }
    parentPort.postMessage(found)
  })
`

export type RegexOptions = {
  readonly ignoresCase: boolean
  /** For all texts together. */
  readonly budgetMs: number
  readonly signal: AbortSignal
}

export function regexSearch(pattern: string, { ignoresCase, budgetMs, signal }: RegexOptions): LineSearch {
  const flags = ignoresCase ? 'i' : ''
  checkRegex(pattern, flags)
  const workerData = { pattern, flags }
  const worker = new Worker(thread, { eval: true, workerData, env: {}, execArgv: [], stdout: true, stderr: true })
  let left = budgetMs
  const matches: LineSearch['matches'] = async (text, most) => {
    const began = performance.now()
    const found = await answer(worker, { text, most }, AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))]))
    left = Math.max(0, left - (performance.now() - began))
    if (found) return shownMatches(text, found)
    signal.throwIfAborted()
    throw tooSlow(pattern, budgetMs)
  }
  const dispose = async () => {
    await worker.terminate()
  }
  return { matches, [Symbol.asyncDispose]: dispose }
}

/** Undefined when it was stopped. */
function answer(worker: Worker, message: object, signal: AbortSignal): Promise<readonly MatchPlace[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly MatchPlace[] | undefined>()
  const stop = () => resolve(undefined)
  worker.once('message', resolve).once('error', reject).once('exit', stop)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  else worker.postMessage(message)
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', stop)
    signal.removeEventListener('abort', stop)
  })
}

function checkRegex(pattern: string, flags: string): void {
  try {
    new RegExp(pattern, flags)
  } catch (error) {
    throw noRegex(error)
  }
}

function noRegex(cause: unknown): GyreError {
  const why = cause instanceof Error ? cause.message : String(cause)
  const message = `\`query\` is no regular expression: ${why}. Leave \`regex\` out to look for the very words.`
  return new GyreError('tool-failed', message, { cause })
}

function tooSlow(pattern: string, budgetMs: number): GyreError {
  const message = `\`query\` took longer than ${budgetMs} ms: repetitions inside of repetitions, such as \`(a+)+\`, take for ever. Write it without them, or narrow \`path\` and \`glob\`.`
  return new GyreError('tool-failed', message, { pattern })
}
