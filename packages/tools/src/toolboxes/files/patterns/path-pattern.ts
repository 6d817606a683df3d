/** Patterns for paths: `*.ts`, `src/**`, `docs/*.{md,txt}`, `[a-z]?.csv`. They are matched here, never handed to a system. */
import { pathRefused } from '../access/path-refused.ts'
import { expandBraces } from './braces.ts'
import { matchesWildcards, type Wildcard } from './wildcards.ts'

export type PathTest = (path: string) => boolean

const longestPattern = 1_000
const mostChoices = 100

/** A pattern with a `/` is matched against the whole path, one without against the name, at any depth. */
export function pathPattern(pattern: string): PathTest {
  const choices = checkedChoices(pattern)
  return anyOf(choices.map((choice) => (choice.includes('/') ? choice : `**/${choice}`)))
}

/** Whether the path leads through anything that the pattern fits, at any depth. */
export function throughPattern(pattern: string): PathTest {
  return anyOf(checkedChoices(pattern).map((choice) => `**/${choice}/**`))
}

function anyOf(patterns: readonly string[]): PathTest {
  const compiled = patterns.map((pattern) => pattern.split('/').filter(isName).map(nameTest))
  return (path) => {
    const names = path.split('/')
    return compiled.some((tests) => matchesWildcards(tests, names))
  }
}

function isName(name: string): boolean {
  return name !== '' && name !== '.'
}

function checkedChoices(pattern: string): readonly string[] {
  if (pattern === '' || pattern.length > longestPattern) {
    throw pathRefused(pattern, `is no pattern of 1 to ${longestPattern} characters`)
  }
  if (/[\\\p{Cc}]/u.test(pattern)) throw pathRefused(pattern, 'holds a backslash or a control character')
  const choices = expandBraces(pattern, mostChoices)
  if (!choices) throw pathRefused(pattern, `stands for more than ${mostChoices} patterns`)
  const climbs = (choice: string) => /^(\/|~|[a-z]:)/i.test(choice) || choice.split('/').includes('..')
  if (choices.some(climbs)) throw pathRefused(pattern, 'leads out of the folder')
  return choices
}

function nameTest(pattern: string): Wildcard<string> {
  if (pattern === '**') return 'many'
  const tests = [...pattern.matchAll(/\[[!^]?\]?[^\]]*\]|./gsu)].map(([token]) => characterTest(token))
  return (name) => matchesWildcards(tests, [...name])
}

function characterTest(token: string): Wildcard<string> {
  if (token === '*') return 'many'
  if (token === '?') return () => true
  return token.length > 2 && token.startsWith('[') ? setTest(token.slice(1, -1)) : (character) => character === token
}

/** `abc`, `a-z`, `!a-z`: what stands between the brackets. */
function setTest(set: string): (character: string) => boolean {
  const isNegated = /^[!^]./u.test(set)
  const ranges = [...(isNegated ? set.slice(1) : set).matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) => ({
    from: from ?? single ?? '',
    to: to ?? single ?? '',
  }))
  return (character) => ranges.some(({ from, to }) => from <= character && character <= to) !== isNegated
}
