/** Asking for a line where there is no live view. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Io } from '../io.ts'
import type { AskOptions, Wishes } from '../session/session-show.ts'

/** The line a person types; undefined when they end the input, or nobody waits for it any more. */
export async function linePrompt(
  io: Io,
  prompt: string,
  { prefill, signal, onInterrupt }: AskOptions & Pick<Wishes, 'onInterrupt'>,
): Promise<string | undefined> {
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => {
      io.err.write(text)
      done()
    },
  })
  const lines = createInterface({ input: io.input.stream, output, terminal: io.input.isTty })
  // While a line is read, Ctrl-C is a key and no signal.
  lines.once('SIGINT', onInterrupt)
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
  try {
    const asked = lines.question(`${prompt} `, { signal })
    if (prefill) lines.write(prefill)
    const line = await Promise.race([asked, ended])
    // Ctrl-D leaves the cursor behind the prompt.
    if (line === undefined && io.input.isTty) io.err.write('\n')
    return line
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    lines.close()
  }
}
