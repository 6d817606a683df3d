/** The sanitiser: what comes from outside is cleaned, marked, and shown to a model as what it is. */
import type { JsonObject, Redactor, Suspicion, Tool, ToolOutput } from '@gyre/core'
import { suspicionsIn } from '../../sanitiser/injection/find.ts'
import { type Sanitised, sanitise } from '../../sanitiser/sanitise.ts'
import type { Answer, Finish } from '../guard-path.ts'
import type { ToolPosts } from '../tool-posts.ts'
import { type CleanParts, cleanParts } from './clean-parts.ts'
import { cutLine, cutText } from './cut-text.ts'
import { plainOrigin } from './origin.ts'
import { isOutside } from './outside.ts'

/** An answer's text, and what is attached to it. */
type Clean = Sanitised & { readonly attached?: CleanParts }

/** Errors, too: they may quote what comes from outside. */
export function sanitiser(posts: ToolPosts, redact: Redactor): Finish {
  return (tool, answer) => {
    if (!isOutside(tool, answer.output)) return completed(answer)
    const { outputChars } = posts.of(tool).limits
    const cleaned = (found: Clean) => {
      const clean = found.text === answer.output.text ? found : withoutSecrets(found, redact)
      return completed(fenced(tool, answer, clean, outputChars))
    }
    try {
      const clean = cleanOf(answer.output, tool.keepsMarkup)
      return clean instanceof Promise ? clean.then(cleaned).catch(() => withheld(tool, answer)) : cleaned(clean)
    } catch {
      return withheld(tool, answer)
    }
  }
}

function cleanOf({ text, parts }: ToolOutput, keepsMarkup: boolean): Promise<Clean> | Clean {
  return parts ? withParts(text, parts, keepsMarkup) : sanitise(text, { keepsMarkup })
}

async function withParts(text: string, parts: CleanParts['parts'], keepsMarkup: boolean): Promise<Clean> {
  return { ...(await sanitise(text, { keepsMarkup })), attached: await cleanParts(parts, keepsMarkup) }
}

/** What was written between the letters of a secret is gone: it can be known as one now. */
function withoutSecrets(clean: Clean, redact: Redactor): Clean {
  const text = redact.text(clean.text)
  return text === clean.text ? clean : { ...clean, text, suspected: suspicionsIn(text) }
}

function fenced(tool: Tool, answer: Answer, clean: Clean, outputChars: number): Answer {
  const { output, leftOut } = answer
  const { attached } = clean
  // How long a text is that was made of markup is known only now.
  const text = cutText(clean.text, outputChars)
  const isCut = text !== clean.text
  const from = output.untrusted ? plainOrigin(output.untrusted.from) : tool.name
  const suspected = suspectedIn(clean, text.length, isCut)
  const lines = [
    ...(isCut ? [cutLine(text, clean.text)] : []),
    ...leftOut,
    ...(attached?.warnings ?? []),
    ...(from === undefined ? ['[Where this is from is not shown: it reads like instructions.]'] : []),
  ]
  return {
    ...answer,
    output: {
      ...output,
      text,
      ...(attached && { parts: attached.parts }),
      untrusted: { from: from ?? tool.name, ...(suspected.length > 0 && { suspected }) },
    },
    leftOut: lines,
    record: recordOf(answer, clean, isCut),
  }
}

/** What is suspected in so much of the text. What is attached has no place in it: it is told at the end. */
function suspectedIn({ suspected, attached }: Clean, length: number, isCut: boolean): readonly Suspicion[] {
  const shown = isCut ? within(suspected, length) : suspected
  if (!attached || attached.found.marked === 0) return shown
  return [...shown, { rule: 'attached-file', start: length, end: length }]
}

/** What is suspected in the beginning of a text. */
function within(suspected: readonly Suspicion[], length: number): readonly Suspicion[] {
  const shown = suspected.filter(({ start }) => start < length)
  return shown.map(({ rule, start, end }) => ({ rule, start, end: Math.min(end, length) }))
}

function recordOf({ record }: Answer, clean: Clean, isCut: boolean): JsonObject | undefined {
  const { text, suspected, removed, attached } = clean
  const marked = suspected.length + (attached?.found.marked ?? 0) + Number(record?.['marked'] ?? 0)
  const invisible = removed.invisible + (attached?.found.invisible ?? 0)
  const hidden = removed.hidden + (attached?.found.hidden ?? 0)
  if (!isCut && marked + invisible + hidden === 0) return record
  return {
    ...(isCut && { cut: text.length }),
    ...record,
    ...(marked > 0 && { marked }),
    ...(invisible > 0 && { invisible }),
    ...(hidden > 0 && { hidden }),
  }
}

/** Text that nobody could look through is not shown. */
function withheld({ name }: Tool, answer: Answer): Answer {
  const output = { text: `The answer of \`${name}\` could not be checked, and is not shown.`, error: true } as const
  return { ...answer, output, leftOut: [], record: { ...answer.record, withheld: true } }
}

/** The lines that say what is missing come last: they are ours, and nothing is done to them. */
function completed(answer: Answer): Answer {
  const { output, leftOut } = answer
  if (leftOut.length === 0) return answer
  return { ...answer, output: { ...output, text: [output.text, ...leftOut].join('\n') } }
}
