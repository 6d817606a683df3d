/** Has work done in the process for math, which is ended when it takes too long. */
import { GyreError, type Json } from '@gyre/core'
import { packageModule } from '../../isolation/package-module.ts'
import { runIsolated } from '../../isolation/run-isolated.ts'
import { loadLibrary, toolboxLibraries } from '../../library.ts'

export type Work = {
  /** What the process can do. */
  readonly name: 'calculate' | 'convert' | 'derive' | 'factor' | 'integrate' | 'simplify' | 'solve'
  readonly input: Json
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

const longestMs = 10_000
const memoryMb = 512

export async function mathWork<T>({ name, input, signal, timeoutMs = longestMs }: Work): Promise<T> {
  for (const each of toolboxLibraries.math) await loadLibrary('math', async () => import.meta.resolve(each))
  const module = packageModule('toolboxes/math/engine/math-engine')
  try {
    return (await runIsolated({ module, export: name, input, timeoutMs, memoryMb, signal })) as T
  } catch (error) {
    throw inOurWords(error)
  }
}

const words: Readonly<Record<string, string>> = {
  timeout: 'It took too long and was stopped: ask for something smaller.',
  memory: `It needed more than ${memoryMb} MB of memory and was stopped: ask for something smaller.`,
  output: 'The result is too large: ask for something smaller.',
}

/** What the work itself says, and what it is too large for, is about what was asked: not the tool is at fault. */
function inOurWords(error: unknown): unknown {
  if (!(error instanceof GyreError)) return error
  const fault = error.details['fault']
  const message = fault === 'threw' ? error.message : words[String(fault)]
  return message === undefined ? error : new GyreError('argument-invalid', message, { cause: error })
}
