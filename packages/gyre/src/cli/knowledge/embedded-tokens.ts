/** What a service has counted for vectors: it is paid for. */
import type { Io } from '../io.ts'
import { counted } from '../output/counted.ts'

/** Nothing for those that count nothing. */
export function tellEmbedded(io: Io, embedder: string, tokens: number): void {
  if (io.output === 'text' && tokens > 0) io.report(`${counted(tokens, 'token')} embedded by ${embedder}.`)
}
