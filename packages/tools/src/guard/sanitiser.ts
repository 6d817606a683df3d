/** The sanitiser: text from outside is cleaned, marked, and shown to a model as what it is. */
import type { JsonObject, Suspicion, Tool } from '@gyre/core'
import { type Sanitised, sanitise } from '../sanitiser/sanitise.ts'
import { cutLine, cutText } from './cut-text.ts'
import type { Answer, Finish } from './guard-path.ts'
import type { ToolPosts } from './tool-posts.ts'

/** Errors, too: they may quote what comes from outside. */
export function sanitiser(posts: ToolPosts): Finish {
  return (tool, answer) => {
    if (tool.trusted && !answer.output.untrusted) return completed(answer)
    const { outputChars } = posts.of(tool).limits
    const cleaned = (clean: Sanitised) => completed(fenced(tool, answer, clean, outputChars))
    try {
      const clean = sanitise(answer.output.text, { keepsMarkup: tool.keepsMarkup })
      return clean instanceof Promise ? clean.then(cleaned).catch(() => withheld(tool, answer)) : cleaned(clean)
    } catch {
      return withheld(tool, answer)
    }
  }
}

function fenced(tool: Tool, answer: Answer, clean: Sanitised, outputChars: number): Answer {
  const { output, leftOut } = answer
  // How long a text is that was made of markup is known only now.
  const text = cutText(clean.text, outputChars)
  const isCut = text !== clean.text
  const from = output.untrusted?.from ?? tool.name
  const suspected = isCut ? within(clean.suspected, text.length) : clean.suspected
  return {
    output: { ...output, text, untrusted: suspected.length === 0 ? { from } : { from, suspected } },
    notes: answer.notes,
    leftOut: isCut ? [cutLine(text, clean.text), ...leftOut] : leftOut,
    record: recordOf(answer, clean, isCut),
  }
}

/** What is suspected in the beginning of a text. */
function within(suspected: readonly Suspicion[], length: number): readonly Suspicion[] {
  const shown = suspected.filter(({ start }) => start < length)
  return shown.map(({ rule, start, end }) => ({ rule, start, end: Math.min(end, length) }))
}

function recordOf({ record }: Answer, { text, suspected, removed }: Sanitised, isCut: boolean): JsonObject | undefined {
  const { invisible, hidden } = removed
  if (!isCut && suspected.length + invisible + hidden === 0) return record
  return {
    ...(isCut && { cut: text.length }),
    ...record,
    ...(suspected.length > 0 && { marked: suspected.length }),
    ...(invisible > 0 && { invisible }),
    ...(hidden > 0 && { hidden }),
  }
}

/** Text that nobody could look through is not shown. */
function withheld({ name }: Tool, { notes, record }: Answer): Answer {
  const output = { text: `The answer of \`${name}\` could not be checked, and is not shown.`, error: true } as const
  return { output, notes, leftOut: [], record: { ...record, withheld: true } }
}

/** The lines that say what is missing come last: they are ours, and nothing is done to them. */
function completed(answer: Answer): Answer {
  const { output, leftOut } = answer
  if (leftOut.length === 0) return answer
  return { ...answer, output: { ...output, text: [output.text, ...leftOut].join('\n') } }
}
