/** Dates, amounts and common nouns: told of things, and shared by things that have nothing else in common. */
import { months } from './rules/word-lists.ts'

export function isAttribute(name: string): boolean {
  if (/^[\p{Sc}\d]/u.test(name) || /^[^\p{Lu}\p{Lo}]+$/u.test(name)) return true
  const [first = '', ...rest] = name.toLowerCase().split(/[\s,]+/)
  return months.has(first) && rest.every((word) => /\d/.test(word))
}
