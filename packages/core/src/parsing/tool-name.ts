/** The name of a tool, as models write it. */
import type { ToolSpec } from '../ports/model.ts'

/** The tool that is meant: by its exact name, else by the only one that differs in case or punctuation alone. */
export function toolNamed(written: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const exact = tools.find((tool) => tool.name === written)
  if (exact) return exact
  const letters = lettersOf(written.replace(/^(?:functions?|tools?)[.:/]/i, ''))
  const alike = letters === '' ? [] : tools.filter((tool) => lettersOfName(tool) === letters)
  return alike.length === 1 ? alike[0] : undefined
}

/** A reply may name tools many thousand times. */
const knownLetters = new WeakMap<ToolSpec, string>()

function lettersOfName(tool: ToolSpec): string {
  const letters = knownLetters.get(tool) ?? lettersOf(tool.name)
  knownLetters.set(tool, letters)
  return letters
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A tool's name and what follows it: `search("cats")` names `search` and is followed by `("cats")`. */
export type NamedTool = { readonly name: string; readonly tool: ToolSpec | undefined; readonly rest: string }

const decorated = /^[`"'“”*[(<\s]*(?<name>[\p{L}\p{N}_][\p{L}\p{N}_.:/-]{0,63})[`"'”*\])>]*(?<rest>[\s\S]*)$/u

/**
 * Reads the name at the beginning of a text. Undefined if there is a sentence instead: a name stands alone on its line,
 * or directly before its arguments.
 */
export function readToolName(text: string, tools: readonly ToolSpec[]): NamedTool | undefined {
  const body = text.trim()
  const lineEnd = body.search(/[\r\n]|$/)
  const known = toolNamed(body.slice(0, Math.min(lineEnd, 200)).trim(), tools)
  if (known) return { name: known.name, tool: known, rest: body.slice(lineEnd).trim() }
  const { name: written = '', rest = '' } = decorated.exec(body)?.groups ?? {}
  if (written === '' || !/^[ \t.,;]*(?:[([{]|[\r\n]|$)/.test(rest)) return undefined
  const tool = toolNamed(written, tools)
  return { name: tool?.name ?? written.replace(/[.:/-]+$/, ''), tool, rest: rest.replace(/^[ \t.,;]+/, '').trim() }
}
