/** Which tool answers a plain question, and under which argument it is asked. */

import type { ToolSpec } from '../ports/model.ts'
import { wordsOf } from '../words.ts'
import { readInput } from './tool-input.ts'

export type LookupTool = { readonly tool: string; readonly argument: string }

/** The first search tool by its name, else by its description; else the first that takes one text. */
export function lookupTool(tools: readonly ToolSpec[]): LookupTool | undefined {
  const fit = tools.flatMap((tool) => {
    const argument = textArgument(tool)
    return argument === undefined ? [] : [{ tool, argument }]
  })
  const found =
    fit.find(({ tool }) => isNamedSearch(tool.name)) ?? fit.find(({ tool }) => saysSearch(tool.description)) ?? fit[0]
  return found && { tool: found.tool.name, argument: found.argument }
}

/** A search through the lines of files knows words, not questions. */
function isNamedSearch(name: string): boolean {
  const words = wordsOf(name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))
  return words.includes('search') && !words.includes('files') && !words.includes('file')
}

function saysSearch(description: string): boolean {
  return /\bsearch(?:es|ing)?\b/i.test(description)
}

/** Where a bare text belongs among a tool's arguments: the schema says it, nobody guesses. */
function textArgument(tool: ToolSpec): string | undefined {
  const read = readInput('"text"', tool)
  if (!read.ok || typeof read.input !== 'object' || read.input === null) return undefined
  const [argument, ...others] = Object.entries(read.input).filter(([, value]) => value === 'text')
  return others.length === 0 ? argument?.[0] : undefined
}
