/** What changed between two texts, as people who read patches know it. */
import { structuredPatch } from 'diff'

/** Unchanged lines that are shown around a change. */
const contextLines = 3

/** The changed lines with a few around them; empty when nothing changed. */
export function promptDiff(was: string, now: string): string {
  const { hunks } = structuredPatch('', '', was, now, undefined, undefined, { context: contextLines })
  return hunks
    .flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ])
    .join('\n')
}
