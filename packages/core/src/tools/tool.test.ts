import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool, readToolOutput, toolOutput } from './tool.ts'

describe('defineTool', () => {
  const tool = defineTool({
    name: 'web.search',
    description: 'Searches.',
    input: z.object({ query: z.string(), page: z.int().default(1) }),
    run: () => '',
  })

  it('must not be repeated, asks nobody and has two minutes, unless it says otherwise', () => {
    expect(tool).toMatchObject({ effect: 'once', approval: 'never', timeoutMs: 120_000, permissions: [] })
  })

  it('is refused with an input no model can be shown', () => {
    const input = z.object({ at: z.date() })
    const define = () => defineTool({ name: 'bad', description: 'Bad.', input, run: () => 'x' })
    expect(define).toThrow(expect.objectContaining({ code: 'tool-invalid', message: expect.stringContaining('`bad`') }))
  })

  it('is refused without an input, and told what to give', () => {
    const define = () => defineTool({ name: 'bad', description: 'Bad.', run: () => 'x' } as never)
    const message = '`bad` has no `input`: give a zod schema, `z.object({})` for a tool without arguments.'
    expect(define).toThrow(expect.objectContaining({ code: 'tool-invalid', message }))
  })

  const forms = 'give `z.object({ … })` with a field for each argument; `z.fromJSONSchema` reads a JSON Schema.'

  it.each([
    ['fields without a schema', { city: z.string() }, `The input of \`bad\` is no zod schema: ${forms}`],
    ['a JSON Schema', { type: 'object', properties: {} }, `The input of \`bad\` is no zod schema: ${forms}`],
    ['a schema of zod 3', { _def: {} }, 'The input of `bad` is made by zod 3: take `z` from `gyre`.'],
    ['a text', z.string(), `The input of \`bad\` is of the type \`string\`, and arguments have names: ${forms}`],
  ])('is refused with %s as its input', (_, input, message) => {
    const define = () => defineTool({ name: 'bad', description: 'Bad.', input: input as never, run: () => 'x' })
    expect(define).toThrow(expect.objectContaining({ code: 'tool-invalid', message }))
  })

  it('takes one of several objects as its input', () => {
    const input = z.union([z.object({ city: z.string() }), z.object({ zip: z.string() })])
    expect(defineTool({ name: 'place', description: 'Finds.', input, run: () => 'x' }).input).toHaveProperty('anyOf')
  })

  it.each([
    ['run', { description: 'Bad.', execute: () => 'x' }, '`bad` has no function `run`: it is what a call does.'],
    ['a description', { run: () => 'x' }, '`bad` has no `description`: say what it is for, models choose by it.'],
  ])('is refused without %s', (_, given, message) => {
    const define = () => defineTool({ name: 'bad', input: z.object({}), ...given } as never)
    expect(define).toThrow(expect.objectContaining({ code: 'tool-invalid', message }))
  })

  it.each([
    ['approval', true, '`approval` of `bad` is one of `never`, `first-use`, `always`, not true.'],
    ['effect', 'none', '`effect` of `bad` is one of `pure`, `idempotent`, `once`, not "none".'],
  ])('is refused with an unknown %s', (field, value, message) => {
    const define = () =>
      defineTool({ name: 'bad', description: 'Bad.', input: z.object({}), run: () => 'x', [field]: value })
    expect(define).toThrow(expect.objectContaining({ code: 'tool-invalid', message }))
  })

  it('shows models the form of what they may write: defaults are not required', () => {
    expect(tool.input).toMatchObject({ type: 'object', required: ['query'] })
  })
})

describe('readToolOutput', () => {
  it.each<[string, unknown, object]>([
    ['a text', 'x', { text: 'x' }],
    ['an empty text', '', { text: '' }],
    ['nothing', undefined, { text: 'Done.' }],
    ['false', false, { text: 'false', data: false }],
    ['a list', [1, { a: 2 }], { text: '[1,{"a":2}]', data: [1, { a: 2 }] }],
    ['an object that only looks like an output', { text: 'x' }, { text: '{"text":"x"}', data: { text: 'x' } }],
    ['what JSON leaves out', { a: undefined, b: 1 }, { text: '{"b":1}', data: { b: 1 } }],
  ])('reads %s', (_, returned, output) => {
    expect(readToolOutput(returned)).toEqual(output)
  })

  it('takes an output as it is, its data as the journal will hold it', () => {
    const output = toolOutput({ text: 'See.', data: { at: new Date(0) } as never, error: true })
    expect(readToolOutput(output)).toEqual({ text: 'See.', data: { at: '1970-01-01T00:00:00.000Z' }, error: true })
  })
})
