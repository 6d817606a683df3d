import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import { defineLoop, type Loop } from '../kernel/loop.ts'
import { definePrompts } from '../kernel/prompt-template.ts'
import { readPersona } from './persona.ts'

const think = defineLoop({
  name: 'think',
  config: z.strictObject({ maxIterations: z.int().min(1).default(10) }),
  prompts: definePrompts({ system: 'Be good.', mend: 'Mend {fault} at {place}.' }),
  run: async () => 'done',
})
const inner = z.strictObject({ loop: z.string(), config: z.unknown().optional() })
const retry = defineLoop({
  name: 'retry',
  config: z.strictObject({ inner: inner.optional(), others: z.array(inner).optional() }),
  run: async () => 'done',
})
const loops = [think, retry] as readonly Loop[]

const whole = {
  name: 'careful-researcher',
  description: 'Retries until it is right',
  loop: 'retry',
  config: { inner: { loop: 'think', config: { maxIterations: 6 } } },
  model: 'openai/gpt-5',
  models: { judge: 'anthropic/claude-sonnet-5', planner: 'heavy' },
  sampling: { planner: { temperature: 0 } },
  tools: ['web.*', 'files.read'],
  instructions: 'Answer in Danish.',
  budget: { modelCalls: 40, costUsd: 0.5, onExhausted: 'wrap-up' },
  breakpoints: [{ before: 'files.write' }, { onGap: true }],
  prompts: { 'think.mend': '{place}: {fault}!', 'think.system': '' },
  output: { type: 'object', properties: { answer: { type: 'string' } } },
}

function faults(value: unknown, source: string | undefined = 'careful.yaml'): readonly string[] {
  try {
    readPersona(value, { loops, source })
  } catch (error) {
    if (error instanceof GyreError && error.code === 'persona-invalid') return error.message.split('\n')
    throw error
  }
  return []
}

describe('a persona', () => {
  it('is kept as it was written, without defaults put in', () => {
    expect(readPersona(whole, { loops })).toEqual(whole)
    expect(readPersona({ name: 'x', loop: 'think' }, { loops })).toEqual({ name: 'x', loop: 'think' })
  })

  it('is a copy: nobody changes it from outside', () => {
    const value = { name: 'x', loop: 'think', tools: ['a'] }
    const persona = readPersona(value, { loops })
    value.tools.push('b')
    expect(persona.tools).toEqual(['a'])
  })

  it('tells every fault at once, each with its place', () => {
    const value = { ...whole, loop: 'think', config: { maxIterations: 'ten' }, budget: { costUsd: -1 }, tolls: [] }
    expect(faults(value)).toEqual([
      'careful.yaml: budget.costUsd: expected a number of at least 0, got -1',
      'careful.yaml: tolls: unknown key; did you mean `tools`?',
      'careful.yaml: config.maxIterations: expected a whole number of at least 1, got "ten"',
    ])
  })

  it('gives a reader of files the paths of its faults', () => {
    const read = () => readPersona({ name: 'x', loop: 'think', config: { maxIterations: 0 } }, { loops })
    expect(read).toThrow(
      expect.objectContaining({
        message: 'Persona `x`: config.maxIterations: expected a whole number of at least 1, got 0',
        details: expect.objectContaining({
          issues: [
            expect.objectContaining({ path: ['config', 'maxIterations'], expected: 'a whole number of at least 1' }),
          ],
        }),
      }),
    )
  })

  it('names a loop that is there', () => {
    expect(faults({ name: 'x', loop: 'thnik' })).toEqual([
      'careful.yaml: loop: there is no loop `thnik`; did you mean `think`?',
    ])
  })

  it('has loops within its config checked, too', () => {
    const config = {
      inner: { loop: 'retry', config: { inner: { loop: 'think', config: { maxIterations: 0 } } } },
      others: [{ loop: 'think' }, { loop: 'rety' }],
    }
    expect(faults({ name: 'x', loop: 'retry', config })).toEqual([
      'careful.yaml: config.inner.config.inner.config.maxIterations: expected a whole number of at least 1, got 0',
      'careful.yaml: config.others[1].loop: there is no loop `rety`; did you mean `retry`?',
    ])
  })

  it('has prompts that are there, with exactly their placeholders', () => {
    const prompts = { 'think.sytem': 'x', 'think.mend': 'Mend {falt} at {place}.', 'think.system': 'Say {{name}}.' }
    expect(faults({ name: 'x', loop: 'think', prompts })).toEqual([
      'careful.yaml: prompts["think.sytem"]: there is no prompt `think.sytem`; did you mean `think.system`?',
      'careful.yaml: prompts["think.mend"]: unknown placeholder {falt}; this prompt has {fault}, {place}, and each must be used',
      'careful.yaml: prompts["think.mend"]: missing placeholder {fault}; this prompt has {fault}, {place}, and each must be used',
    ])
  })

  it.each([
    [{ name: 'a b', loop: 'think' }, 'careful.yaml: name: expected a name of letters'],
    [{ name: '.x', loop: 'think' }, 'careful.yaml: name: expected a name of letters'],
    [{ name: 'x' }, 'careful.yaml: loop: expected a text that is not empty, but it is missing'],
    [{ loop: 'think' }, 'careful.yaml: name: expected a text, but it is missing'],
    [{ name: 'x', loop: 'think', output: { type: 'foo' } }, 'careful.yaml: output: expected a JSON Schema'],
    [{ name: 'x', loop: 'think', breakpoints: [{ befor: 'x' }] }, 'careful.yaml: breakpoints[0]: expected { before },'],
    [
      { name: 'x', loop: 'think', models: { autor: 'm' } },
      'careful.yaml: models.autor: unknown key; did you mean `author`?',
    ],
    ['react', 'careful.yaml: expected { name, description, loop,'],
    [null, 'careful.yaml: expected { name, description, loop,'],
  ])('is refused when it is %j', (value, line) => {
    expect(faults(value)).toEqual([expect.stringContaining(line)])
  })

  it('is plain data', () => {
    const value: Record<string, unknown> = { name: 'x', loop: 'think' }
    value['config'] = value
    expect(faults(value)).toEqual(['careful.yaml: expected plain data: texts, numbers, lists and mappings'])
  })
})
