/** The input of a tool for one step of a plan: what the step says, with results in the places of references. */
import type { JsonObject } from '@gyre/core'
import { readProblem } from '../arithmetic/problem.ts'
import { resolved, stepFindings } from '../goal/finding.ts'
import { plainQuestion } from '../lookup/hops.ts'
import { readToolQuestion } from '../measures/tool-question.ts'
import { parseObject } from '../reading/json-object.ts'
import type { Reading } from '../reading/reading.ts'
import { doneSteps } from '../reading/tool-steps.ts'
import type { Rule } from '../rule.ts'

export const authorInput: Rule = {
  name: 'author-input',
  purposes: ['input'],
  decide({ text: step }, reading) {
    const { material } = reading
    // A repair turn says what was wrong, not what is wanted.
    if (material['tool'] === undefined || step !== material['step']) return undefined
    const text = resolved(step, stepFindings(doneSteps(material['results'])))
    const input = openReference.test(text) ? undefined : inputFor(text, reading)
    const value = input ? { input } : { error: `The step does not say what the tool needs: ${text}` }
    return { kind: 'value', thought: '', value }
  },
}

/** A step that gave nothing leaves a hole in those that speak of it. */
const openReference = /\bthe (?:result|answer) of step \S/i

function inputFor(text: string, { material, schema }: Reading): JsonObject | undefined {
  const [tool = ''] = material['tool']?.split(':', 1) ?? []
  const takes = (name: string) => Object.hasOwn(propertiesOf(schema), name)
  const hint = parseObject(material['hint'])
  const asked = readToolQuestion(text)
  if (asked?.name.test(tool)) return asked.input
  if (takes('expression')) {
    const operands = readProblem(text, undefined)?.operands.filter(({ isBare }) => !isBare) ?? []
    return operands.length === 1 ? { expression: operands[0]?.expression ?? '' } : hint
  }
  const [key] = ['query', 'question'].filter(takes)
  if (key !== undefined && /\?\s*$/.test(text)) return { [key]: plainQuestion(text) }
  return hint
}

/** Of the form of the tool's input. */
function propertiesOf(schema: Reading['schema']): JsonObject {
  const { input } = (schema?.['properties'] ?? {}) as { readonly input?: { readonly properties?: JsonObject } }
  return input?.properties ?? {}
}
