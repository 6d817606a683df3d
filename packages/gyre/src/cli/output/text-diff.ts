/** What differs between two texts, as people know it from `diff -u`. */
import type { Sink } from '../io.ts'

/** One side: a text and what it is called. */
export type DiffSide = { readonly name: string; readonly text: string }

/** The unified diff; empty when the texts are equal. */
export async function textDiff(from: DiffSide, to: DiffSide): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff')
  if (from.text === to.text) return ''
  return createTwoFilesPatch(from.name, to.name, from.text, to.text, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  }).trimEnd()
}

/** The same in colours, where there are any. */
export function paintedDiff(sink: Pick<Sink, 'paint'>, diff: string): string {
  return diff
    .split('\n')
    .map((line) => {
      if (line.startsWith('+++') || line.startsWith('---')) return sink.paint('bold', line)
      if (line.startsWith('@@')) return sink.paint('cyan', line)
      if (line.startsWith('+')) return sink.paint('green', line)
      return line.startsWith('-') ? sink.paint('red', line) : line
    })
    .join('\n')
}
