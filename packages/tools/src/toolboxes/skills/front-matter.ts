/** The front matter of a Markdown file: YAML between two lines of `---`, whose values know where they are written. */
import type { IssuePath } from '@gyre/core'
import type { Document, LineCounter, ParsedNode, YAMLError } from 'yaml'
import type { SkillFault } from './skill.ts'

type Position = NonNullable<SkillFault['at']>

export type FrontMatter = {
  readonly value: unknown
  /** The text below it. */
  readonly body: string
  /** Where a value stands; what holds it when it is not there. */
  positionOf(path: IssuePath): Position
}

export type FrontMatterFault = { readonly message: string; readonly at: Position }

export type FrontMatterReading =
  | { readonly found: FrontMatter; readonly faults?: undefined }
  | { readonly found?: undefined; readonly faults: readonly FrontMatterFault[] }

const opening = /^---[ \t]*\r?\n/
const closing = /^---[ \t]*(?:\r?\n|$)/m

export async function readFrontMatter(written: string): Promise<FrontMatterReading> {
  // Editors of Windows put a mark before the text.
  const text = written.replace(/^\uFEFF/, '')
  const start = opening.exec(text)?.[0].length
  if (start === undefined) {
    return {
      faults: [{ message: 'it begins with no line of `---` and a `name` and a `description` below it', at: first }],
    }
  }
  const end = closing.exec(text.slice(start))
  if (!end)
    return { faults: [{ message: 'expected a second line of `---` at the end of the front matter', at: first }] }
  const body = text.slice(start + end.index + end[0].length)
  return parsed(text.slice(start, start + end.index), body)
}

const first: Position = { line: 1, column: 1 }

async function parsed(yaml: string, body: string): Promise<FrontMatterReading> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, stringKeys: true, version: '1.2' })
  const errors = [...document.errors, ...document.warnings]
  if (errors.length > 0) return { faults: errors.map((error) => faultOf(error, lines)) }
  try {
    const value: unknown = document.toJS()
    return { found: { value, body, positionOf: (path) => positionIn(document, lines, path) } }
  } catch (error) {
    // An alias to nothing, or so many that the value would fill the memory.
    return { faults: [{ message: error instanceof Error ? error.message : String(error), at: first }] }
  }
}

/** Words for faults whose own do not say what to write. */
const words: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is there twice; keep one of them',
  NON_STRING_KEY: 'expected a text as the key',
  TAB_AS_INDENT: 'tabs cannot indent; use spaces',
  BLOCK_AS_IMPLICIT_KEY: 'a text with `: ` in it needs quotes, or the mapping a line of its own',
}

function faultOf({ code, message, pos }: YAMLError, lines: LineCounter): FrontMatterFault {
  const told = words[code] ?? message.charAt(0).toLowerCase() + message.slice(1)
  return { message: told, at: position(lines, pos[0]) }
}

function positionIn(document: Document.Parsed<ParsedNode>, lines: LineCounter, path: IssuePath): Position {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
    if (Array.isArray(range)) return position(lines, range[0] as number)
  }
  return first
}

/** The line of `---` comes before the text that was counted. */
function position(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line: line + 1, column: col }
}
