/** What one rule decides about a request: nothing but the rule is asked. */
import { type ModelRequest, material, system, type ToolSpec, user } from '@gyre/core'
import type { Decision } from '../src/demo/decision.ts'
import { readRequest } from '../src/demo/reading/reading.ts'
import type { Rule } from '../src/demo/rule.ts'

export const introduction = 'I am a rule under test. Give Gyre a real model for anything else.'

/** Undefined also when the rule is not asked for what the request wants. */
export function decided(rule: Rule, request: ModelRequest): Decision | undefined {
  const reading = readRequest(request)
  if (rule.purposes && !rule.purposes.includes(reading.purpose)) return undefined
  for (const question of reading.questions) {
    const decision = rule.decide(question, reading, { introduction })
    if (decision) return decision
  }
  return undefined
}

/** A request of a loop: a prompt, perhaps with a form, and material. */
export function about(parts: Readonly<Record<string, string>>, form = ''): ModelRequest {
  return { messages: [system(`Whatever. ${form}`), user(material(parts))] }
}

/** The same for a value. */
export function wanting(name: string, parts: Readonly<Record<string, string>>): ModelRequest {
  return { ...about(parts), output: { name, schema: { type: 'object' } } }
}

const text = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] })

export const sums: ToolSpec = { name: 'math.sums', description: 'Does sums.', input: text('expression') }
export const library: ToolSpec = { name: 'library.search', description: 'Searches documents.', input: text('query') }
