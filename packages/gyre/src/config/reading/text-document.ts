/** YAML and JSON as values that know where each of their parts is written. */
import type { Issue, IssuePath } from '@gyre/core'
import type { Document, LineCounter, ParsedNode, ParseOptions, YAMLError } from 'yaml'
import { type Position, positionAt } from './fault.ts'
import { jsonFault } from './json-fault.ts'

export type TextFault = { readonly message: string; readonly at?: Position | undefined }

export type TextDocument = {
  readonly value: unknown
  /** The place of a value, or of its key; of what holds it when it is not there. */
  positionOf(path: IssuePath, part: 'key' | 'value'): Position | undefined
}

export type TextDocuments = { readonly documents: readonly TextDocument[]; readonly faults: readonly TextFault[] }

type Parsed = Document.Parsed<ParsedNode>

/** Where an issue is written: of a key that nobody knows the key itself. */
export function placeIn({ positionOf }: TextDocument, { path, message }: Issue): Position | undefined {
  return positionOf(path, message.startsWith('unknown key') ? 'key' : 'value')
}

/** The documents of a YAML text; what is empty is left out. With faults there are no documents. */
export async function yamlDocuments(text: string): Promise<TextDocuments> {
  const { faults, parsed, lines } = await parse(text, { version: '1.2' })
  if (faults.length > 0) return { documents: [], faults }
  return valuesOf(
    parsed.filter(({ contents }) => !isEmpty(contents)),
    lines,
  )
}

/** The one document of a JSON text. */
export async function jsonDocuments(written: string): Promise<TextDocuments> {
  // Editors of Windows put a mark before the text.
  const text = written.replace(/^\uFEFF/, '')
  const fault = jsonFault(text)
  if (fault) return { documents: [], faults: [{ message: fault.message, at: positionAt(text, fault.offset) }] }
  // JSON is YAML, whose parser knows the places of all values, and does not take a key twice.
  const { faults, parsed, lines } = await parse(text, { schema: 'json' })
  return faults.length > 0 ? { documents: [], faults } : valuesOf(parsed, lines)
}

type Reading = {
  readonly parsed: readonly Parsed[]
  readonly lines: LineCounter
  readonly faults: readonly TextFault[]
}

async function parse(text: string, options: ParseOptions & { schema?: string; version?: '1.2' }): Promise<Reading> {
  // Loaded when it is needed: many commands read no such file.
  const { LineCounter, parseAllDocuments } = await import('yaml')
  const lines = new LineCounter()
  const asked = { lineCounter: lines, prettyErrors: false, stringKeys: true, ...options } as const
  const parsed = [...parseAllDocuments(text, asked)] as readonly Parsed[]
  const faults = parsed.flatMap(({ errors, warnings }) => [...errors, ...warnings])
  return { parsed, lines, faults: faults.map((error) => yamlFault(error, lines)) }
}

function valuesOf(parsed: readonly Parsed[], lines: LineCounter): TextDocuments {
  const documents: TextDocument[] = []
  const faults: TextFault[] = []
  for (const document of parsed) {
    try {
      const value: unknown = document.toJS()
      documents.push({ value, positionOf: (path, part) => positionIn(document, lines, { path, part }) })
    } catch (error) {
      // An alias to nothing, or so many that the value would fill the memory.
      const message = error instanceof Error ? error.message : String(error)
      faults.push({ message, at: positionIn(document, lines, { path: [], part: 'value' }) })
    }
  }
  return faults.length > 0 ? { documents: [], faults } : { documents, faults }
}

function isEmpty(contents: ParsedNode | null): boolean {
  return contents === null || ('value' in contents && contents.value === null)
}

/** Words for faults whose own do not say what to write. */
const words: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is there twice; keep one of them',
  NON_STRING_KEY: 'expected a text as the key',
  TAB_AS_INDENT: 'tabs cannot indent; use spaces',
  BLOCK_AS_IMPLICIT_KEY: 'a text with `: ` in it needs quotes, or the mapping a line of its own',
}

function yamlFault({ code, message, pos }: YAMLError, lines: LineCounter): TextFault {
  return { message: words[code] ?? lowered(message), at: position(lines, pos[0]) }
}

function lowered(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

type Wanted = { readonly path: IssuePath; readonly part: 'key' | 'value' }

function positionIn(document: Parsed, lines: LineCounter, { path, part }: Wanted): Position | undefined {
  let node: unknown = document.contents
  let key: unknown
  for (const step of path) {
    const pair = entryOf(resolved(node, document), step)
    if (!pair) break
    key = pair.key
    node = pair.value ?? pair.key
  }
  const start = startOf(part === 'key' && key ? key : node)
  return start === undefined ? undefined : position(lines, start)
}

type Entry = { readonly key: unknown; readonly value: unknown }

/** The pair of a mapping by its key, or the entry of a list by its index. */
function entryOf(node: unknown, step: string | number): Entry | undefined {
  const items = hasItems(node) ? node.items : []
  if (typeof step === 'number') return items[step] === undefined ? undefined : { key: undefined, value: items[step] }
  return (items as readonly Partial<Entry>[]).find((item) => keyText(item.key) === step) as Entry | undefined
}

function keyText(key: unknown): string | undefined {
  return typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : undefined
}

function hasItems(node: unknown): node is { readonly items: readonly unknown[] } {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
}

/** What an alias stands for. */
function resolved(node: unknown, document: Parsed): unknown {
  const isAlias = typeof node === 'object' && node !== null && 'source' in node && 'resolve' in node
  return isAlias ? (node as { resolve(document: Parsed): unknown }).resolve(document) : node
}

function startOf(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
  return Array.isArray(range) ? (range[0] as number) : undefined
}

function position(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}
