/** What a goal asks, apart from the texts that it only brings along: these say nothing of the work. */
import { readMaterial } from '../../parsing/material.ts'

export type Asked = {
  readonly text: string
  /** It quotes a text, or has one behind a colon. */
  readonly hasGivenText: boolean
  readonly isQuestion: boolean
}

/** So much of a long goal is looked at, at either end: what is asked stands there, and time stays bounded. */
const looked = 2000

const quotes = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]*`/g,
  /^>.*$/gm,
  /“[^”]*”/g,
  /„[^“”]*[“”]/g,
  /«[^»]*»/g,
  // Neither an apostrophe nor a sign for inches.
  /(?<![\p{L}\p{N}])"[^"]*"(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu,
]

const courtesy = String.raw`^\W*(?:(?:please|can you|could you|would you)\s+)*`
const verbs = 'translate|rewrite|rephrase|reword|paraphrase|proofread|summari[sz]e|shorten'

/** Where a goal has words put otherwise. */
export const rewording = new RegExp(String.raw`${courtesy}(?:${verbs})\b`, 'i')

const behindColon = new RegExp(String.raw`(${courtesy}(?:${verbs})\b[^:\n]{0,200}:)\s*\S[\s\S]*`, 'i')

/** Of the material that a loop gives to a loop inside, the step is what is asked, else the task. */
export function askedOf(goal: string): Asked {
  const { step, task } = readMaterial(goal)
  const part = step ?? task
  if (part !== undefined) return askedOf(part)
  const ends = goal.length > 2 * looked ? `${goal.slice(0, looked)}\n${goal.slice(-looked)}` : goal
  const text = quotes.reduce((rest, quote) => rest.replace(quote, '…'), ends).replace(behindColon, '$1 …')
  return { text, hasGivenText: text !== ends, isQuestion: /\?\s*$/.test(text) }
}
