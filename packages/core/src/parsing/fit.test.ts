import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fitSchema } from './fit.ts'

function faultsOf(schema: z.ZodType, value: unknown): readonly string[] {
  const fit = fitSchema(schema, value)
  return fit.ok ? [] : fit.faults
}

describe('fitSchema', () => {
  it.each([
    ['a number in a text', z.number(), '3.5', 3.5],
    ['an integer in a text', z.int(), ' 3 ', 3],
    ['a boolean in a text', z.boolean(), 'True', true],
    ['a number for a text', z.string(), 3, '3'],
    ['one value for a list', z.array(z.string()), 'a', ['a']],
    ['a list in a text', z.array(z.number()), '[1, 2]', [1, 2]],
    ['an object in a text', z.object({ a: z.number() }), '{"a": "1"}', { a: 1 }],
    ['another case of an option', z.enum(['done', 'go on']), 'Go_On.', 'go on'],
    ['a number of an option', z.literal(5), '5', 5],
    ['a wrapper of one key', z.object({ a: z.number() }), { result: { a: 1 } }, { a: 1 }],
    ['a wrapper around a list', z.array(z.object({ a: z.number() })), { items: [{ a: '1' }] }, [{ a: 1 }]],
    ['a wrapper around a text', z.string(), { answer: 'x' }, 'x'],
    ['a list of one for an object', z.object({ a: z.number() }), [{ a: 1 }], { a: 1 }],
    ['null for what may be absent', z.object({ a: z.string().optional() }), { a: null }, {}],
    ['a branch of a union', z.union([z.number(), z.object({ k: z.string() })]), { k: 5 }, { k: '5' }],
    [
      'another case of a discriminator',
      z.discriminatedUnion('t', [z.object({ t: z.literal('a') })]),
      { t: 'A' },
      { t: 'a' },
    ],
    ['values of a record', z.record(z.string(), z.number()), { a: '1' }, { a: 1 }],
  ] as const)('mends %s', (_, schema, value, expected) => {
    expect(fitSchema<unknown>(schema, value)).toEqual({ ok: true, value: expected })
  })

  it.each([
    ['a sentence for a number', z.number(), 'about 3'],
    ['an empty text for a number', z.number(), ''],
    ['yes for true', z.boolean(), 'yes'],
    ['true for a text', z.string(), true],
    ['an option that is not there', z.enum(['a', 'b']), 'c'],
    ['keys nobody asked for', z.strictObject({ a: z.string() }), { a: 'x', b: 1 }],
  ] as const)('does not mend %s', (_, schema, value) => {
    expect(fitSchema<unknown>(schema, value).ok).toBe(false)
  })

  it('names each fault by its field', () => {
    const schema = z.strictObject({
      steps: z.array(z.object({ goal: z.string(), n: z.int().min(1) })),
      status: z.enum(['continue', 'done']),
    })
    const value = {
      steps: [
        { goal: 'a', n: 0 },
        { goal: true, n: 1.5 },
      ],
      status: 'maybe',
      extra: 1,
    }
    expect(faultsOf(schema, value)).toEqual([
      'steps[0].n: too small: expected number to be >=1',
      'steps[1].goal: expected string, got boolean',
      'steps[1].n: expected int, got 1.5',
      'status: expected "continue" or "done", got "maybe"',
      'value: unknown key `extra`',
    ])
  })

  it('names what is missing', () => {
    expect(faultsOf(z.object({ goal: z.string() }), {})).toEqual(['goal: expected string, got nothing'])
    expect(faultsOf(z.object({ goal: z.string() }), 'x')).toEqual(['value: expected object, got string'])
  })

  it('names the types of a union, or the faults of its closest branch', () => {
    expect(faultsOf(z.union([z.number(), z.boolean()]), 'x')).toEqual(['value: expected number or boolean, got string'])
    const union = z.union([z.string(), z.object({ a: z.object({ b: z.string() }) })])
    expect(faultsOf(union, { a: {} })).toEqual(['a.b: expected string, got nothing'])
  })

  it('writes keys that are no names in brackets', () => {
    expect(faultsOf(z.record(z.string(), z.string()), { 'a b': true })).toEqual([
      '["a b"]: expected string, got boolean',
    ])
  })

  it('says no more than a model can use', () => {
    const faults = faultsOf(z.array(z.string()), Array(100).fill(true))
    expect(faults).toHaveLength(21)
    expect(faults.at(-1)).toBe('and 80 more')
  })

  it('leaves the given value as it is', () => {
    const value = Object.freeze({ list: Object.freeze([Object.freeze({ n: '1' })]) })
    const schema = z.object({ list: z.array(z.object({ n: z.number() })) })
    expect(fitSchema(schema, value)).toEqual({ ok: true, value: { list: [{ n: 1 }] } })
    expect(value.list[0]?.n).toBe('1')
  })

  it('never sets a prototype', () => {
    const value = JSON.parse('{"__proto__": "1"}')
    const fit = fitSchema(z.record(z.string(), z.number()), value)
    expect(fit.ok && Object.getPrototypeOf(fit.value)).toBe(Object.prototype)
  })

  it('names what the code of a schema threw', () => {
    const schema = z.string().refine(() => {
      throw new Error('no list of countries')
    })
    expect(fitSchema(schema, 'x')).toEqual({ ok: false, faults: ['no list of countries'] })
  })

  it('mends a long list', { timeout: 30_000 }, () => {
    const fit = fitSchema(z.array(z.number()), Array(100_000).fill('1'))
    expect(fit.ok && fit.value.length).toBe(100_000)
  })
})
