/** Arithmetic by smaller questions: one for each operation whose numbers are known. */
import { onlyExpression } from '../arithmetic/arithmetic-skill.ts'
import { type Operation, operationsOf, writeOperation } from '../arithmetic/operations.ts'
import { evaluated } from '../arithmetic/worked-steps.ts'
import type { Decision } from '../decision.ts'
import type { Attempt } from '../reading/exchange.ts'
import { calculatorOf } from '../reading/offered-tools.ts'
import type { Reading } from '../reading/reading.ts'
import type { Rule } from '../rule.ts'
import { solution } from './solution.ts'
import { observedValue, workOut } from './work-out.ts'

export const authorFollowUps: Rule = {
  name: 'author-follow-ups',
  purposes: ['follow-ups'],
  decide({ text: question }, reading) {
    const expression = onlyExpression(question)
    const operations = expression === undefined ? undefined : operationsOf(expression)
    if (expression === undefined || !operations) return undefined
    const { value, open, failed } = worked(operations, reading)
    if (failed) return failure(question, expression, failed)
    const asked = open.length > 0 ? ask(open, operations.length, reading) : undefined
    if (asked) return asked
    const final = value ?? evaluated(expression)
    if (final === undefined) return undefined
    const findings = { isKnown: true, question, results: [{ expression, value: final }] }
    return { kind: 'answer', thought: 'All is known.', text: `${expression} = ${final}`, findings }
  },
}

/** What has no value has none the next time either: it is said, and not asked again. */
function failure(question: string, expression: string, { expression: part, attempt }: Failed): Decision {
  const problem = { operands: [{ expression, isBare: false }] }
  return { kind: 'answer', thought: 'It has no value.', ...solution(question, problem, [workOut(part, attempt)]) }
}

type Failed = { readonly expression: string; readonly attempt: Attempt }

type Asked = {
  readonly value: number | undefined
  readonly open: readonly string[]
  /** An operation that was asked for, and that has no value. */
  readonly failed?: Failed
}

/** What the operations come to by what was found, and those that are to be asked for next. */
function worked(operations: readonly Operation[], { batches }: Reading): Asked {
  const known = new Map(batches.flat().map((attempt) => [keyOf(attempt), attempt]))
  const values: number[] = []
  const open: string[] = []
  for (const [index, operation] of operations.entries()) {
    const isReady = operation.operands.every((operand) => !('from' in operand) || operand.from in values)
    if (!isReady) continue
    const expression = writeOperation(operation, values)
    const attempt = known.get(expression) ?? known.get(questionFor(expression))
    const found = attempt && (observedValue(attempt) ?? evaluated(expression))
    if (attempt && found === undefined) return { value: undefined, open: [], failed: { expression, attempt } }
    if (found === undefined) open.push(expression)
    else values[index] = found
  }
  return { value: values[operations.length - 1], open }
}

/** Without a calculator a single operation is not worth a question. */
function ask(open: readonly string[], operations: number, { tools, form }: Reading): Decision | undefined {
  const calculator = calculatorOf(tools)
  if (calculator) {
    const calls = open.map((expression) => ({ tool: calculator.name, input: { expression } }))
    return { kind: 'calls', thought: `What is ${open.join(', and what is ')}?`, calls }
  }
  const mayAsk = form.kind === 'self-ask' && form.mayAsk
  return operations > 1 && mayAsk ? { kind: 'follow-ups', questions: open.map(questionFor) } : undefined
}

function questionFor(expression: string): string {
  return `What is ${expression}?`
}

function keyOf({ input }: Attempt): string {
  const { expression, question } = (input ?? {}) as { readonly expression?: string; readonly question?: string }
  return String(expression ?? question)
}
