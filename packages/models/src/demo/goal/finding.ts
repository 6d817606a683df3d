/** What the steps and tasks of a plan have found: each the answer to one question, or the value of one expression. */
import { canonicalJson } from '@gyre/core'
import { onlyExpression } from '../arithmetic/arithmetic-skill.ts'
import { equationsIn } from '../arithmetic/equations.ts'
import { numberIn } from '../arithmetic/result-text.ts'
import { answerWord } from '../lookup/fact-question.ts'
import { findAnswer } from '../lookup/find-answer.ts'
import { lookupSkill } from '../lookup/lookup-skill.ts'
import { measuresSkill } from '../measures/measures-skill.ts'
import { withResults } from '../reading/step-results.ts'
import type { TaskResult } from '../reading/task-results.ts'
import type { DoneStep } from '../reading/tool-steps.ts'

export type Finding = {
  /** The step or task it is from. */
  readonly id: string
  /** What was asked, with what was found before in the places of references. */
  readonly question: string
  /** The answer as people read it. */
  readonly said: string
  /** What in it is the fact that was asked for. */
  readonly word?: string | undefined
  /** The value of each expression that was worked out. */
  readonly values: ReadonlyMap<string, number>
  /** The call that gave it, in one form. */
  readonly call?: string | undefined
  /** What stands behind a statement that rests on it: `[2]`. */
  readonly cite: string
}

/** A fact in what a search gave, with the sentence that says it. */
export function quoted(question: string, result: string): { readonly said: string; readonly word: string } | undefined {
  const found = findAnswer(question, [result])
  if (!found) return undefined
  const { text, sentence, source } = found
  const said = text === sentence ? `“${sentence}” (${source})` : `${text}: “${sentence}” (${source})`
  return lookupSkill.judge(question, said)?.isRight ? { said, word: text } : undefined
}

/** References to steps are replaced by the fact or the number that was found; others stay. */
export function resolved(text: string, findings: readonly Finding[]): string {
  const outputs = findings.flatMap(({ id, word, values }) => {
    const found = word ?? [...values.values()].at(-1)?.toString()
    return found === undefined ? [] : [{ id, text: found }]
  })
  return withResults(text, outputs, (output) => output)
}

function callKey(tool: string, input: DoneStep['input']): string {
  return `${tool} ${canonicalJson(input)}`
}

/** Of steps that called a tool. What a judge did not find good enough says nothing. */
export function stepFindings(steps: readonly DoneStep[]): readonly Finding[] {
  const findings: Finding[] = []
  for (const step of steps) {
    const found = step.isGood && step.output !== undefined ? stepFinding(step, step.output, findings) : undefined
    const cite = step.number === undefined ? '' : `[${step.number}]`
    if (found) findings.push({ id: step.id, cite, ...found })
  }
  return findings
}

function stepFinding(step: DoneStep, output: string, before: readonly Finding[]): Said | undefined {
  const { tool, goal, input, remark } = step
  if (Object.keys(input).length === 0) return saidByPerson(resolved(goal, before), output)
  const call = callKey(tool, input)
  const { expression, query, question } = input
  const value = typeof expression === 'string' ? numberIn(output) : undefined
  if (typeof expression === 'string' && value !== undefined) {
    return { call, question: goal, said: `${expression} = ${value}`, values: new Map([[expression, value]]) }
  }
  const asked = query ?? question
  if (typeof asked !== 'string') return { call, question: goal, said: output, values: new Map() }
  // Where the output is shown without its middle, what the judge quoted of it is left.
  const found = quoted(asked, output) ?? quotedBy(remark)
  return found && { call, question: asked, ...found, values: new Map() }
}

type Said = Omit<Finding, 'id' | 'cite'>

/** What a person gave in the place of a tool is the answer as it stands. */
function saidByPerson(question: string, output: string): Said {
  const expression = onlyExpression(question)
  const value = expression === undefined ? undefined : numberIn(output)
  const values = expression === undefined || value === undefined ? [] : [[expression, value] as const]
  return { question, said: output, word: answerWord(output) ?? output, values: new Map(values) }
}

function quotedBy(remark: string): { readonly said: string; readonly word: string | undefined } | undefined {
  return remark.includes('“') ? { said: remark, word: answerWord(remark) } : undefined
}

/** Of tasks for experts and tools: a number, an answer that quotes its source, or what a search gave. */
export function taskFindings(results: readonly TaskResult[]): readonly Finding[] {
  const findings: Finding[] = []
  for (const { id, question, texts } of results) {
    const asked = resolved(question, findings)
    for (const text of texts) {
      const found = taskFinding(asked, text)
      if (found) findings.push({ id, question: asked, cite: '', ...found })
    }
  }
  return findings
}

function taskFinding(question: string, text: string): Pick<Finding, 'said' | 'word' | 'values'> | undefined {
  if (measuresSkill.judge(question, text)?.isRight) return { said: text, values: new Map() }
  const expression = onlyExpression(question)
  const value = expression === undefined ? undefined : numberIn(text)
  if (expression !== undefined && value !== undefined) {
    return { said: `${expression} = ${value}`, values: new Map([[expression, value], ...equations(text)]) }
  }
  const word = answerWord(text)
  // What an expert quotes is its answer; what stands in passages has to be found.
  if (word !== undefined || text.startsWith('“')) return { said: text, word, values: new Map() }
  const found = quoted(question, text)
  if (found) return { ...found, values: new Map() }
  return isPassages(text) || isMissing(question, text) ? undefined : { said: text, values: equations(text) }
}

function isPassages(text: string): boolean {
  return /^(?:\[\d+\]|\d+\.) /m.test(text)
}

function isMissing(question: string, text: string): boolean {
  return lookupSkill.judge(question, text)?.isRight === false
}

function equations(text: string): ReadonlyMap<string, number> {
  return new Map(equationsIn(text).map(({ expression, said }) => [expression, said]))
}

/** Of a working memory: lines such as `- Who built it? Ravel Yard: “…” (…)` and `- 17 * 6 = 102`. */
export function memoryFindings(text: string): readonly Finding[] {
  return [...text.matchAll(/^- (?:(.+?[?.]) (?=\S))?(.+)$/gm)].map(([, question = '', said = '']) => {
    return { id: '', question, said, word: answerWord(said), values: equations(said), cite: '' }
  })
}

/** A line of a working memory for a finding. */
export function memoryLine({ question, said, values }: Pick<Finding, 'question' | 'said' | 'values'>): string {
  return values.size > 0 ? `- ${said}` : `- ${question} ${said.replace(/\s+/g, ' ')}`
}
