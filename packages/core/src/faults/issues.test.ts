import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issuesError, issuesOf } from './issues.ts'

const lines = (schema: z.ZodType, value: unknown) =>
  issuesOf(schema, value).map(({ path, message }) => `${path.join('/')}: ${message}`)

describe('an issue', () => {
  it.each([
    [z.int().min(1), 'ten', 'expected a whole number of at least 1, got "ten"'],
    [z.int(), 1.5, 'expected a whole number, got 1.5'],
    [z.int().min(1).max(9), 0, 'expected a whole number from 1 to 9, got 0'],
    [z.number().max(2), 3, 'expected a number of at most 2, got 3'],
    [z.number().gt(0), 0, 'expected a number above 0, got 0'],
    [z.number().lt(5), 5, 'expected a number below 5, got 5'],
    [z.string(), null, 'expected a text, got null'],
    [z.string().min(1), '', 'expected a text that is not empty, got ""'],
    [z.boolean(), 'no', 'expected true or false, got "no"'],
    [z.enum(['a', 'b']), 'c', 'expected "a" or "b", got "c"'],
    [z.literal(true), false, 'expected true, got false'],
    [z.int().nullable(), 'x', 'expected a whole number or null, got "x"'],
    [z.array(z.string()), 'x', 'expected a list, each entry a text, got "x"'],
    [z.array(z.int()).min(1), [], 'expected a list of at least 1, each entry a whole number, got an empty list'],
    [z.record(z.string(), z.int()), [1], 'expected a mapping of names to values, got a list'],
    [z.record(z.string(), z.int()), { q: '1' }, 'expected a whole number, got "1"'],
    [z.strictObject({ a: z.int() }), 3, 'expected { a }, got 3'],
    [z.string().refine((text) => text === 'q', 'write q'), 'r', 'write q'],
    [z.string().regex(/^q$/, 'expected q'), 'r', 'expected q, got "r"'],
    [z.string().transform(Number), 1, 'expected a text, got 1'],
  ])('tells what was expected and what came (%#)', (schema, value, message) => {
    expect(issuesOf(schema, value).map((issue) => issue.message)).toEqual([message])
  })

  it('has the path to its place and the expectation by itself', () => {
    const schema = z.strictObject({ steps: z.array(z.strictObject({ goal: z.string() })) })
    expect(issuesOf(schema, { steps: [{ goal: 'x' }, {}] })).toEqual([
      { path: ['steps', 1, 'goal'], message: 'expected a text, but it is missing', expected: 'a text' },
    ])
    expect(issuesOf(z.int(), 'x', ['config', 'n'])).toMatchObject([{ path: ['config', 'n'] }])
  })

  it('of an unknown key leads to that key and names the one that was meant', () => {
    const schema = z.strictObject({ maxIterations: z.int().optional(), protocol: z.string().optional() })
    expect(lines(schema, { maxIteration: 1, zzz: 2 })).toEqual([
      'maxIteration: unknown key; did you mean `maxIterations`?',
      'zzz: unknown key; there are `maxIterations`, `protocol`.',
    ])
  })

  it('of a union is that of the option that was meant, else names all', () => {
    const schema = z.union([
      z.strictObject({ before: z.string() }),
      z.strictObject({ costUsd: z.number() }),
      z.strictObject({ in: z.strictObject({ deep: z.array(z.int()) }) }),
    ])
    expect(lines(schema, { before: 3 })).toEqual(['before: expected a text, got 3'])
    expect(lines(schema, { in: { deep: ['x'] } })).toEqual(['in/deep/0: expected a whole number, got "x"'])
    expect(lines(schema, { befor: 'x' })).toEqual([': expected { before }, { costUsd } or { in }, got { befor }'])
    expect(lines(z.union([z.int(), z.boolean()]), 'x')).toEqual([': expected a whole number or true or false, got "x"'])
  })

  it('of a union told apart by a key names the values of that key', () => {
    const schema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), n: z.int() }),
    ])
    expect(lines(schema, { kind: 'c' })).toEqual(['kind: expected "a" or "b", got "c"'])
    expect(lines(schema, { kind: 'b', n: 'x' })).toEqual(['n: expected a whole number, got "x"'])
  })

  it('is told within a schema that contains itself', () => {
    const node = z.strictObject({
      size: z.int().min(1),
      get children() {
        return z.array(node).optional()
      },
    })
    expect(lines(node, { size: 1, children: [{ size: 1, children: [{ size: 0 }] }] })).toEqual([
      'children/0/children/0/size: expected a whole number of at least 1, got 0',
    ])
  })

  it('is found exactly when the schema refuses a value', () => {
    const schema = z.strictObject({
      a: z.union([z.int(), z.array(z.string())]).optional(),
      b: z.record(z.string(), z.tuple([z.int(), z.boolean()])).optional(),
      c: z.string().optional(),
    })
    fc.assert(
      fc.property(
        fc.record({ a: fc.jsonValue(), b: fc.jsonValue(), c: fc.jsonValue() }, { requiredKeys: [] }),
        (value) => {
          expect(issuesOf(schema, value).length > 0).toBe(!schema.safeParse(value).success)
        },
      ),
    )
  })
})

describe('the error of issues', () => {
  it('has a line for each, with the source before and the path as people write it', () => {
    const issues = [
      { path: ['prompts', 'react.system'], message: 'is wrong' },
      { path: [], message: 'is empty' },
    ]
    const error = issuesError('persona-invalid', 'careful.yaml', issues)
    expect(error.message).toBe('careful.yaml: prompts["react.system"]: is wrong\ncareful.yaml: is empty')
    expect(error).toMatchObject({ code: 'persona-invalid', details: { source: 'careful.yaml', issues } })
  })

  it('has no more than twenty lines and one that says so', () => {
    const issues = Array.from({ length: 25 }, (_, index) => ({ path: [index], message: 'x' }))
    const told = issuesError('persona-invalid', 'many', issues).message.split('\n')
    expect(told).toHaveLength(21)
    expect(told.at(-1)).toBe('many: and 5 more.')
  })
})
