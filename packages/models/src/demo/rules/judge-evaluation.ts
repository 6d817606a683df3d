/** How good the output of a tool is for a step: by what is really in it. */

import { numberIn } from '../arithmetic/result-text.ts'
import { isSameNumber } from '../arithmetic/same-number.ts'
import { evaluated } from '../arithmetic/worked-steps.ts'
import { memoryLine, quoted } from '../goal/finding.ts'
import { contentWords } from '../lookup/content-words.ts'
import { readToolQuestion } from '../measures/tool-question.ts'
import { parseObject } from '../reading/json-object.ts'
import type { Reading } from '../reading/reading.ts'
import { memoryText } from '../reading/working-memory.ts'
import { withoutFence } from '../reading/written-protocol.ts'
import type { Rule } from '../rule.ts'
import { firstOf } from './skills.ts'

type Rated = {
  readonly relevance: number
  readonly completeness: number
  readonly usability: number
  readonly progress: number
  readonly reason: string
  /** What the output says, for the working memory and as a fact; undefined when it says nothing usable. */
  readonly found?: { readonly line: string; readonly fact: string }
}

export const judgeEvaluation: Rule = {
  name: 'judge-evaluation',
  purposes: ['evaluation'],
  decide({ text: step }, { material, schema }) {
    const { input, output } = material
    if (output === undefined) return undefined
    const rated = rate(step, parseObject(input) ?? {}, withoutFence(output.trim()))
    if (!rated) return undefined
    const { relevance, completeness, usability, progress, reason, found } = rated
    const value = {
      relevance,
      completeness,
      usability,
      goal_progress: progress,
      reason,
      ...(found && { working_memory: [memoryText(material['memory']), found.line].filter(Boolean).join('\n') }),
      ...(wantsFacts(schema) && { facts: found ? [found.fact] : [] }),
    }
    return { kind: 'value', thought: '', value }
  },
}

function wantsFacts(schema: Reading['schema']): boolean {
  return Object.hasOwn((schema?.['properties'] as object | undefined) ?? {}, 'facts')
}

type Input = Readonly<Record<string, unknown>>

function rate(step: string, input: Input, output: string): Rated | undefined {
  const { expression } = input
  if (typeof expression === 'string') return ratedSum(expression, output)
  const asked = input['query'] ?? input['question']
  if (typeof asked === 'string') return ratedLookUp(asked, output)
  return readToolQuestion(step) ? ratedMeasure(step, output) : undefined
}

const full = { relevance: 5, completeness: 5, usability: 5, progress: 5 }
const useless = { completeness: 1, usability: 1, progress: 1 }

/** Worked out again. */
function ratedSum(expression: string, output: string): Rated {
  const said = numberIn(output)
  const value = evaluated(expression)
  if (said === undefined) return { ...useless, relevance: 2, reason: 'There is no number in it.' }
  if (value !== undefined && !isSameNumber(said, value)) {
    return { ...useless, relevance: 3, reason: `I worked it out again: ${expression} is ${value}.` }
  }
  const fact = `${expression} = ${said}`
  const reason = value === undefined ? 'It gives a number.' : 'I worked it out again, and it is right.'
  return { ...full, reason, found: { line: `- ${fact}`, fact } }
}

/** By the sentence that answers the question; without one, by how much it speaks of the same. */
function ratedLookUp(question: string, output: string): Rated {
  const found = quoted(question, output)
  if (found) {
    const line = memoryLine({ question, said: found.said, values: new Map() })
    // The answer itself is the reason: those who see the output without its middle still see that.
    return { ...full, reason: found.said, found: { line, fact: `${question} ${found.said}` } }
  }
  const words = [...new Set(contentWords(question))]
  const said = new Set(contentWords(output))
  const share = words.length === 0 ? 0 : words.filter((word) => said.has(word)).length / words.length
  const relevance = 1 + Math.round(share * 2)
  return { ...useless, relevance, reason: `Nothing in it answers “${question}”` }
}

function ratedMeasure(step: string, output: string): Rated | undefined {
  const judged = firstOf((skill) => skill.judge(step, output))
  if (!judged) return undefined
  if (!judged.isRight) return { ...useless, relevance: 2, reason: judged.reason }
  const fact = output.split('\n', 1)[0] ?? ''
  return {
    ...full,
    reason: judged.reason,
    found: { line: memoryLine({ question: step, said: fact, values: new Map() }), fact },
  }
}
