/** Has a page parsed in a process of its own, which is ended when it takes too long. */
import { GyreError } from '@gyre/core'
import { packageModule } from '../../../isolation/package-module.ts'
import { runIsolated } from '../../../isolation/run-isolated.ts'
import type { SentPage } from './page-engine.ts'
import type { PageText } from './page-text.ts'
import type { FetchedPage } from './read-page.ts'

/** What the process can do. */
export type Parser = 'html' | 'feed' | 'pdf' | 'links'

/** In base64 a third more, which is what can be sent to a process. */
const mostBytes = 7_000_000
const longestMs = 15_000
const memoryMb = 512

export async function parsedApart(parser: Parser, page: FetchedPage, signal?: AbortSignal): Promise<PageText> {
  const { bytes, contentType, url } = page
  if (bytes.length > mostBytes) throw tooLarge(bytes.length)
  const input: SentPage = { base64: Buffer.from(bytes).toString('base64'), contentType, url }
  const module = packageModule('toolboxes/web/reading/page-engine')
  try {
    return (await runIsolated({ module, export: parser, input, timeoutMs: longestMs, memoryMb, signal })) as PageText
  } catch (error) {
    throw pageFault(error)
  }
}

const words: Readonly<Record<string, string>> = {
  timeout: `it is so large or so tangled that ${longestMs / 1000} s were not enough`,
  memory: `it is so large or so tangled that ${memoryMb} MB of memory were not enough`,
  output: 'its text is too long',
  ended: 'the program that parses it broke off',
}

/** A page that no parser can cope with is the fault of the page, not of the tool. */
export function pageFault(error: unknown): unknown {
  if (!(error instanceof GyreError)) return error
  const fault = String(error.details['fault'])
  // It has a word of its own for what is wrong.
  if (fault === 'threw' && error.code !== 'tool-failed') return error
  const why = fault === 'threw' ? error.message.replace(/\.$/, '') : words[fault]
  return why === undefined ? error : unreadable(why, error)
}

function unreadable(why: string, cause?: unknown): GyreError {
  return new GyreError('page-refused', `The page cannot be read: ${why}.`, { cause })
}

function tooLarge(bytes: number): GyreError {
  const [has, most] = [bytes, mostBytes].map((count) => count.toLocaleString('en'))
  return unreadable(`it has ${has} bytes, and at most ${most} can be parsed`)
}
