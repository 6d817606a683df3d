/** Which tool answers a plain question, and under which argument it is asked. */
import type { ToolSpec } from '../ports/model.ts'
import { wordsOf } from '../words.ts'
import { readInput } from './tool-input.ts'

export type LookupTool = { readonly tool: string; readonly argument: string }

type Offered = ToolSpec & { readonly effect?: 'pure' | 'idempotent' | 'once' }

/**
 * The first search tool by its name, else by its description; else the first that takes one text and has no effect.
 * Whoever asks a question must not change the world by it: a tool that may not be repeated is never taken.
 */
export function lookupTool(tools: readonly Offered[]): LookupTool | undefined {
  const fit = tools.flatMap((tool) => {
    const argument = mayRepeat(tool) ? textArgument(tool) : undefined
    return argument === undefined ? [] : [{ tool, argument }]
  })
  const asked = fit.filter(({ argument }) => takesWords(argument))
  const found =
    fit.find(({ tool }) => isNamedSearch(tool.name)) ??
    asked.find(({ tool }) => saysSearch(tool.description)) ??
    asked.find(({ tool }) => tool.effect === 'pure' && !denied.test(tool.description))
  return found && { tool: found.tool.name, argument: found.argument }
}

function mayRepeat({ effect = 'once' }: Offered): boolean {
  return effect !== 'once'
}

/** A search through the lines of files knows words, not questions. */
function isNamedSearch(name: string): boolean {
  const words = wordsOf(name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))
  return words.includes('search') && !words.includes('files') && !words.includes('file')
}

/** `does not search`, `cannot be used to search`. */
const denied = /\b(?:not|no|never|cannot|without|can['’]t|doesn['’]t|don['’]t)\s+(?:\w{1,12}\s+){0,4}search\w{0,5}/i

function saysSearch(description: string): boolean {
  return /\bsearch(?:es|ing)?\b/i.test(description.replace(new RegExp(denied, 'gi'), ''))
}

/** What an argument is called, at the end of its name, that takes no question. */
const noQuestions = [
  // A place or a thing on a machine.
  'uri|url|href|link|address|path|file|folder|directory|id|key|code|command',
  // Something to be worked out.
  'expression|formula',
  // A moment, a measure or a code out of a list.
  'date|day|month|year|time|timestamp|time_?zone|zone|tz|currency|currencies|unit|country|countries|locale|language|lang',
].join('|')
const namesThing = new RegExp(`(?:^|[_-])(?:${noQuestions})s?$`, 'i')

/** An argument that names a place, a thing, a moment or a formula takes no question. */
function takesWords(argument: string): boolean {
  return !namesThing.test(argument.replace(/([a-z])([A-Z])/g, '$1_$2'))
}

/** Where a bare text belongs among a tool's arguments: the schema says it, nobody guesses. */
function textArgument(tool: ToolSpec): string | undefined {
  const read = readInput('"text"', tool)
  if (!read.ok || typeof read.input !== 'object' || read.input === null) return undefined
  const [argument, ...others] = Object.entries(read.input).filter(([, value]) => value === 'text')
  return others.length === 0 ? argument?.[0] : undefined
}
