/** Personas: a loop with its settings, models, tools and words, under a name. */
import { z } from 'zod'
import { type Issue, issuesError, issuesOf } from '../faults/issues.ts'
import { isObject, type JsonSchema, plainCopy } from '../json.ts'
import { breakpointSchema } from '../kernel/breakpoint.ts'
import { budgetSchema } from '../kernel/limits.ts'
import type { Loop } from '../kernel/loop.ts'
import { loopIssues } from '../kernel/loop-config.ts'
import { promptsOf } from '../kernel/prompt-template.ts'
import { samplingByRoleSchema } from '../kernel/sampling.ts'
import { schemaOfJson } from '../parsing/json-schema.ts'
import { loopCalled, loopNameFault } from './loop-names.ts'
import { type ModelCheck, modelNameIssues, modelsInPersona } from './model-names.ts'
import { promptIssues } from './prompt-issues.ts'

const modelName = z.string().min(1).max(200)

export const personaNameSchema = z
  .string()
  .max(100, 'expected a name of at most 100 characters')
  .regex(
    /^[A-Za-z0-9][\w.-]*$/,
    'expected a name of letters, digits, `.`, `_` and `-` that begins with a letter or digit',
  )

/** The shape of a persona. What depends on the loops there are is checked by `readPersona`. */
export const personaSchema = z.strictObject({
  name: personaNameSchema.describe('What people call it.'),
  description: z.string().optional().describe('What it is for.'),
  loop: z.string().min(1).describe('The loop it runs.'),
  config: z.record(z.string(), z.unknown()).optional().describe("The loop's settings."),
  model: modelName.optional().describe('`provider/model` or a tier, for every role that `models` leaves out.'),
  models: z
    .strictObject({
      author: modelName.optional(),
      planner: modelName.optional(),
      judge: modelName.optional(),
      utility: modelName.optional(),
    })
    .optional()
    .describe('Models by role: `provider/model`, or local, light, medium or heavy.'),
  sampling: samplingByRoleSchema.optional().describe('How freely each role speaks.'),
  tools: z.array(z.string().min(1)).optional().describe('Tools by name, `*` for any part of it.'),
  instructions: z.string().optional().describe('Said to the author in every request.'),
  budget: budgetSchema.optional().describe('What a session may spend.'),
  breakpoints: z.array(breakpointSchema).optional().describe('Where a session stops and waits for a person.'),
  prompts: z.record(z.string(), z.string()).optional().describe('Prompts in other words, by `loop.prompt`.'),
  output: z.record(z.string(), z.unknown()).optional().describe('A JSON Schema the answer must fit.'),
  deliver: z
    .array(z.string().min(1))
    .optional()
    .describe('Where the result goes after the end: names of deliveries, or `memory`.'),
})

/** A persona as it was written: what it leaves out is decided when a session starts. */
export type Persona = z.input<typeof personaSchema>

/** What a persona is checked against: the loops there are, whether a model may be named, and where it was read from. */
export type PersonaContext = {
  readonly loops: readonly Loop[]
  readonly checkModel?: ModelCheck | undefined
  /** Where it was written, for messages: `careful.yaml`. */
  readonly source?: string | undefined
}

/** A persona all of whose faults that can be known were looked for; fails with `persona-invalid`. */
export function readPersona(value: unknown, { loops, source, checkModel }: PersonaContext): Persona {
  const plain = asPlain(value)
  const issues = plain === undefined ? [notPlain] : personaIssues(plain, loops, checkModel)
  if (issues.length > 0) throw issuesError('persona-invalid', source ?? sourceOf(plain), issues)
  return plain as Persona
}

const notPlain: Issue = { path: [], message: 'expected plain data: texts, numbers, lists and mappings' }

/** The value as a store gives it back: so what is checked is what is kept. */
function asPlain(value: unknown): unknown {
  try {
    return plainCopy(value ?? null)
  } catch {
    // A value that contains itself.
    return undefined
  }
}

function sourceOf(value: unknown): string {
  const name = isObject(value) ? value['name'] : undefined
  return typeof name === 'string' ? `Persona \`${name}\`` : 'Persona'
}

/** Every fault of a persona; none when it can be used. */
export function personaIssues(value: unknown, loops: readonly Loop[], checkModel?: ModelCheck): readonly Issue[] {
  const issues = [...issuesOf(personaSchema, value)]
  if (!isObject(value)) return issues
  const isGood = (key: string) => !issues.some(({ path }) => path[0] === key)
  const { name, loop, config = {}, prompts = {}, output } = value
  const found: (readonly Issue[])[] = []
  if (isGood('name')) found.push(nameIssues(name, loops))
  if (isGood('loop') && isGood('config')) found.push(loopIssues({ loop, config }, loops, []))
  if (isGood('prompts')) found.push(textIssues(prompts as Readonly<Record<string, string>>, loops))
  if (isGood('output') && output !== undefined) found.push(outputIssues(output))
  if (isGood('model') && isGood('models')) found.push(modelNameIssues(modelsInPersona(value), checkModel))
  return [...issues, ...found.flat()]
}

/** Both are started by their names, and both are offered as models by them: a name says one thing. */
function nameIssues(name: unknown, loops: readonly Loop[]): readonly Issue[] {
  const called = String(name)
  const loop = loopCalled(called, loops)
  return loop === undefined ? [] : [{ path: ['name'], message: loopNameFault(called, loop) }]
}

function textIssues(texts: Readonly<Record<string, string>>, loops: readonly Loop[]): readonly Issue[] {
  const prompts = loops.flatMap(promptsOf)
  return Object.entries(texts).flatMap(([id, text]) =>
    promptIssues(id, text, prompts).map((message) => ({ path: ['prompts', id], message })),
  )
}

function outputIssues(output: unknown): readonly Issue[] {
  try {
    schemaOfJson(output as JsonSchema)
    return []
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [{ path: ['output'], message: `expected a JSON Schema that can be used: ${why}` }]
  }
}
