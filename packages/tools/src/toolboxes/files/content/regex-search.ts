/** Regular expressions written by a model: one may take for ever, so they run in a thread that can be ended. */
import { Worker } from 'node:worker_threads'
import { GyreError } from '@gyre/core'
import { type LineSearch, type MatchPlace, shownMatches } from './line-search.ts'

/** What runs in the thread. It has no access to anything but the texts it is sent. */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const regex = new RegExp(workerData.pattern, workerData.flags)
  function search(text, most) {
    const found = []
    for (const [line, content] of text.split('\\n').entries()) {
      const match = regex.exec(content.endsWith('\\r') ? content.slice(0, -1) : content)
      if (match && found.push([line, match.index]) === most) break
    }
    return found
  }
  parentPort.on('message', ({ text, most }) => {
    try {
      parentPort.postMessage({ found: search(text, most) })
    } catch (error) {
      parentPort.postMessage({ fault: error.message })
    }
  })
`

/** `fault`: the engine cannot cope with the expression, which it may find out only at a long line. */
type Answer = { readonly found: readonly MatchPlace[] } | { readonly fault: string }

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
    const stop = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))])
    const answer = await answered(worker, { text, most }, stop)
    left = Math.max(0, left - (performance.now() - began))
    signal.throwIfAborted()
    if (!answer) throw tooSlow(pattern, budgetMs)
    if ('fault' in answer) throw tooMuch(pattern, answer.fault)
    return shownMatches(text, answer.found)
  }
  const dispose = async () => {
    await worker.terminate()
  }
  return { matches, [Symbol.asyncDispose]: dispose }
}

/** Undefined when it was stopped. */
function answered(worker: Worker, message: object, signal: AbortSignal): Promise<Answer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
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
  return new GyreError('argument-invalid', message, { cause })
}

function tooSlow(pattern: string, budgetMs: number): GyreError {
  const message = `\`query\` took longer than ${budgetMs} ms: repetitions inside of repetitions, such as \`(a+)+\`, take for ever. Write it without them, or narrow \`path\` and \`glob\`.`
  return new GyreError('argument-invalid', message, { pattern })
}

function tooMuch(pattern: string, why: string): GyreError {
  const message = `\`query\` is too much for a line of these files: ${why}. Repeat single characters such as \`[ab]*\`, not groups such as \`(a|b)*\`, or narrow \`path\` and \`glob\`.`
  return new GyreError('argument-invalid', message, { pattern })
}
