/** The answer to each part of a goal from what was found: never more than that. */
import { canonicalJson } from '@gyre/core'
import { operationsOf, writeOperation } from '../arithmetic/operations.ts'
import { asksForFact } from '../lookup/fact-question.ts'
import { nextHop, plainQuestion } from '../lookup/hops.ts'
import { solution, type Worked } from '../rules/solution.ts'
import { workOut } from '../rules/work-out.ts'
import { faultOf } from '../twenty-four/expression.ts'
import type { Finding } from './finding.ts'
import type { Job } from './job.ts'

export type JobAnswer = {
  readonly isKnown: boolean
  /** The answer, or what is not known. */
  readonly text: string
  /** What is to be found next, when it is not known. */
  readonly open: string
  /** What it rests on. */
  readonly cites: readonly string[]
}

export function answerTo(job: Job, findings: readonly Finding[]): JobAnswer {
  switch (job.kind) {
    case 'sum':
      return sumAnswer(job, findings)
    case 'measure':
      return measureAnswer(job, findings)
    case 'puzzle':
      return puzzleAnswer(job, findings)
    default:
      return factAnswer(job.text, findings)
  }
}

function known(text: string, cites: readonly string[]): JobAnswer {
  return { isKnown: true, text, open: '', cites: [...new Set(cites)].filter((cite) => cite !== '') }
}

function unknown(text: string, open: string, cites: readonly string[] = []): JobAnswer {
  return { isKnown: false, text, open, cites: cites.filter((cite) => cite !== '') }
}

function sumAnswer({ text, problem }: Extract<Job, { kind: 'sum' }>, findings: readonly Finding[]): JobAnswer {
  const cites: string[] = []
  const worked = problem.operands.map(({ expression, isBare }): Worked | undefined => {
    const found = isBare ? { value: Number(expression), cites: [] } : workedValue(expression, findings)
    cites.push(...(found?.cites ?? []))
    if (found && Number.isFinite(found.value)) return { expression, value: found.value, source: 'tool' }
    const { fault } = workOut(expression)
    // What has no value needs no tool to say so.
    return fault === undefined ? undefined : { expression, fault, source: 'head' }
  })
  const missing = problem.operands.find((_, index) => worked[index] === undefined)
  if (missing) return unknown(`What ${missing.expression} comes to was not worked out.`, missing.expression)
  const whole = worked.filter((each) => each !== undefined)
  return known(solution(text, problem, whole).text, cites)
}

type Value = { readonly value: number; readonly cites: readonly string[] }

/** As a whole, or operation by operation. */
function workedValue(expression: string, findings: readonly Finding[]): Value | undefined {
  const whole = findings.findLast(({ values }) => values.has(expression))
  const value = whole?.values.get(expression)
  if (whole && value !== undefined) return { value, cites: [whole.cite] }
  const operations = operationsOf(expression) ?? []
  const values: number[] = []
  const cites: string[] = []
  for (const operation of operations) {
    const step = writeOperation(operation, values)
    const found = findings.findLast((finding) => finding.values.has(step))
    if (!found) return undefined
    values.push(found.values.get(step) ?? Number.NaN)
    cites.push(found.cite)
  }
  const last = values.at(-1)
  return last === undefined ? undefined : { value: last, cites }
}

function measureAnswer(job: Extract<Job, { kind: 'measure' }>, findings: readonly Finding[]): JobAnswer {
  const input = canonicalJson(job.asked.input)
  const isFor = ({ call, question }: Finding) =>
    call === undefined ? keyOf(question) === keyOf(job.text) : call.endsWith(` ${input}`)
  const found = findings.findLast(isFor)
  if (found) return known(found.said, [found.cite])
  // Documents may say it where no tool does.
  return asksForFact(job.text) ? factAnswer(job.text, findings) : unknown(missing(job.text), job.text)
}

function puzzleAnswer({ text, puzzle }: Extract<Job, { kind: 'puzzle' }>, findings: readonly Finding[]): JobAnswer {
  for (const { values, cite } of findings.toReversed()) {
    for (const [expression, value] of values) {
      if (faultOf(expression, puzzle) === undefined) return known(`${expression} = ${value}`, [cite])
    }
  }
  return unknown(`I found no way for “${text}”`, text)
}

/** Hop by hop, each with what was found for the one before. */
function factAnswer(asked: string, findings: readonly Finding[]): JobAnswer {
  const way: Finding[] = []
  const end = solve(asked, findings, way)
  if ('open' in end) {
    const sofar = way.map(({ question, word, said }) => `${question} ${word ?? said}.`).join(' ')
    return unknown(
      `${missing(end.open)}${sofar === '' ? '' : ` So far: ${sofar}`}`,
      end.open,
      way.map(({ cite }) => cite),
    )
  }
  return known(end.said, [...way.map(({ cite }) => cite)])
}

function missing(question: string): string {
  return `I found nothing that answers “${question}”`
}

/** Questions nested deeper are not asked. */
const mostHops = 6

function solve(asked: string, findings: readonly Finding[], way: Finding[]): Finding | { readonly open: string } {
  // It may have been answered as a whole.
  const whole = findings.findLast(({ question }) => keyOf(question) === keyOf(asked))
  let question = asked
  for (let hop = nextHop(question); !whole && hop && way.length < mostHops; hop = nextHop(question)) {
    const inner = solve(hop.inner, findings, way)
    if ('open' in inner) return inner
    question = hop.outer(inner.word ?? inner.said)
  }
  question = plainQuestion(question)
  const found = whole ?? findings.findLast((each) => keyOf(each.question) === keyOf(question))
  if (!found) return { open: question }
  way.push(found)
  return found
}

/** The question with what is known already in the places of its descriptions. */
export function reduced(asked: string, findings: readonly Finding[]): string {
  let question = asked
  for (let hop = nextHop(question); hop; hop = nextHop(question)) {
    const inner = solve(hop.inner, findings, [])
    if ('open' in inner) return question
    question = hop.outer(inner.word ?? inner.said)
  }
  return question
}

/** The same question, with an article or without. */
export function keyOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/\b(?:the|an?) /g, '')
    .replace(/(?<![?.\s])[?.\s]+$/, '')
}
