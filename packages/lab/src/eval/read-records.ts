/** The records of a data set file: one JSON object a line, or a JSON array of them; a single one may take several lines. */
import { GyreError, type JsonObject } from '@gyre/core'

export type TaskRecord = { readonly line: number; readonly value: JsonObject }

/** Records with the lines they begin in. `source` names the file, for people. */
export function readRecords(text: string, source: string): readonly TaskRecord[] {
  const plain = text.replace(/^\uFEFF/, '')
  const records = /^\s*\[/.test(plain) ? arrayRecords(plain, source) : (onlyRecord(plain) ?? lineRecords(plain, source))
  if (records.length === 0) throw new GyreError('file-invalid', `${source}: there is no task in it.`, { source })
  return records
}

/** The one object that a file is, over however many lines. */
function onlyRecord(text: string): readonly TaskRecord[] | undefined {
  // Of many lines, each an object, the whole is not parsed in vain.
  if (!/^\s*\{[^\S\n]*\n/.test(text)) return undefined
  try {
    const line = (/^\s*/.exec(text)?.[0] ?? '').split('\n').length
    return [{ line, value: JSON.parse(text) as JsonObject }]
  } catch {
    return undefined
  }
}

function lineRecords(text: string, source: string): readonly TaskRecord[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    return [{ line: at + 1, value: objectIn(parsed(line, source, at + 1), source, at + 1) }]
  })
}

/** Of an array nobody knows the lines once it is parsed: they are counted by what is closed. */
function arrayRecords(text: string, source: string): readonly TaskRecord[] {
  const values = parsed(text, source, lineOfFault(text)) as readonly unknown[]
  const lines = itemLines(text)
  return values.map((value, at) => {
    const line = lines[at] ?? 1
    return { line, value: objectIn(value, source, line) }
  })
}

function parsed(text: string, source: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw text.trim() === '{' ? severalLines(source, line) : noJson(error, source, line)
  }
}

function severalLines(source: string, line: number): GyreError {
  const way = 'Put each task into one line, or all of them into an array: `[{ … }, { … }]`'
  return new GyreError('file-invalid', `${source}:${line}: this object takes several lines. ${way}.`, { source, line })
}

function noJson(cause: unknown, source: string, line: number): GyreError {
  return new GyreError('file-invalid', `${source}:${line}: this is no JSON: ${faultText(cause)}.`, {
    source,
    line,
    cause,
  })
}

/** What the parser says, without its own count of lines: it was given one of many, perhaps. */
function faultText(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const [, column] = /\(line \d+ column (\d+)\)/.exec(message) ?? []
  const why = message.replace(/(?: in JSON)? at position \d+(?: \(line \d+ column \d+\))?$/, '')
  return column === undefined ? why : `${why}, at column ${column}`
}

function objectIn(value: unknown, source: string, line: number): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  const got = Array.isArray(value) ? 'a list' : JSON.stringify(value)
  throw new GyreError('file-invalid', `${source}:${line}: expected an object, got ${got}.`, { source, line })
}

/** The line in which an array that is no JSON goes wrong, as far as the parser tells. */
function lineOfFault(text: string): number {
  try {
    JSON.parse(text)
    return 1
  } catch (error) {
    const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return position === undefined ? 1 : text.slice(0, Number(position)).split('\n').length
  }
}

/** The line each item of the outermost array begins in. Texts are stepped over: what they hold opens nothing. */
function itemLines(text: string): readonly number[] {
  const lines: number[] = []
  let line = 1
  let depth = 0
  let isNext = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s"[\]{},]+/g)) {
    if (token === '\n') line += 1
    else {
      if (isNext) lines.push(line)
      depth += depthChange(token)
      isNext = depth === 1 && (token === ',' || token === '[')
    }
  }
  return lines
}

function depthChange(token: string): number {
  if (token === '[' || token === '{') return 1
  return token === ']' || token === '}' ? -1 : 0
}
