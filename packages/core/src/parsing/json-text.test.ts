import { describe, expect, it } from 'vitest'
import { maxDepth } from './json-reader.ts'
import { parseJsonText } from './json-text.ts'

function valueIn(text: string): unknown {
  const parsed = parseJsonText(text)
  return parsed.ok ? parsed.value : parsed
}

function faultOf(text: string): string | undefined {
  const parsed = parseJsonText(text)
  return parsed.ok ? undefined : parsed.fault
}

describe('parseJsonText', () => {
  it('says whether it repaired anything', () => {
    expect(parseJsonText('{"a": 1}')).toEqual({ ok: true, value: { a: 1 }, repaired: false, cut: 'nothing' })
    expect(parseJsonText('Here: {"a": 1}.')).toMatchObject({ repaired: false })
    expect(parseJsonText('{a: 1}')).toMatchObject({ ok: true, repaired: true })
  })

  it('says what the end of the text took', () => {
    expect(parseJsonText('{"a": [1, 2 ')).toMatchObject({ value: { a: [1, 2] }, cut: 'closers' })
    expect(parseJsonText('{"a": "x')).toMatchObject({ value: { a: 'x' }, cut: 'value' })
    expect(parseJsonText('{"a": 1, "b')).toMatchObject({ value: { a: 1 }, cut: 'value' })
    expect(parseJsonText('{"a": 12')).toMatchObject({ value: { a: 12 }, cut: 'value' })
  })

  it.each([
    ['single quotes', "{'a': 'it's'}", { a: "it's" }],
    ['smart quotes', '{“a”: “b”}', { a: 'b' }],
    ['quotes that were not escaped', '{"a": "the "b" c", "d": 1}', { a: 'the "b" c', d: 1 }],
    ['triple quotes', '{"a": """say "b""""}', { a: 'say "b' }],
    ['keys without quotes', '{a: 1, b-c: 2}', { a: 1, 'b-c': 2 }],
    ['trailing commas', '{"a": [1, 2,],}', { a: [1, 2] }],
    ['missing commas', '{"a": 1 "b": [1 2 "x" "y"]}', { a: 1, b: [1, 2, 'x', 'y'] }],
    ['comments', '{"a": 1, // one\n# two\n/* three */ "b": 2}', { a: 1, b: 2 }],
    ['the words of Python', '{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
    ['raw line breaks', '{"a": "b\nc"}', { a: 'b\nc' }],
    ['a closing bracket that is missing', '{"a": [1, {"b": 2}', { a: [1, { b: 2 }] }],
    ['an inner bracket that is missing', '{"a": [1, 2, "b": 3}', undefined],
    ['escapes JSON does not know', String.raw`{"a": "\d\'"}`, { a: String.raw`\d'` }],
    ['an escape too many', String.raw`{\"a\": \"b\"}`, { a: 'b' }],
  ])('reads %s', (_, text, expected) => {
    if (expected === undefined) expect(faultOf(text)).toBeDefined()
    else expect(valueIn(text)).toEqual(expected)
  })

  it('has no number for NaN, Infinity and what is too large: they are null', () => {
    expect(valueIn('[NaN, Infinity, -Infinity, 1e999]')).toEqual([null, null, null, null])
  })

  it.each([
    ['{"a" = 1}', 'expected `:` after the key `a` at line 1, column 6, found `=`'],
    ['{"a": 1]', 'expected `}` at line 1, column 8, found `]`'],
    ['{\n  "a": 1,\n  "b": oops\n}', 'expected a value (a text needs double quotes) at line 3, column 8, found `oops`'],
    ['Sure:\n{"a": @}', 'expected a value at line 1, column 7, found `@`'],
    ['{"a": 1, *}', 'expected a key in double quotes at line 1, column 10, found `*`'],
    ['{', 'expected a value at line 1, column 2, found the end'],
    ['no JSON here', 'found no JSON object or array'],
    ['  \n', 'the text is empty'],
    ['<think>{"a": 1}</think>', 'the text holds only thinking'],
  ])('names the fault of %j', (text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })

  it('prefers the first value that needs no repair', () => {
    expect(valueIn('{"a": 1} {"b": 2}')).toEqual({ a: 1 })
    expect(valueIn('{\'a\': 1} {"b": 2}')).toEqual({ b: 2 })
    expect(valueIn("{'a': 1} {'b': 2}")).toEqual({ a: 1 })
  })

  it('prefers an object to what stands in prose by chance', () => {
    expect(valueIn('See [1] and {}: {"a": 1}')).toEqual({ a: 1 })
    expect(valueIn('See [1].')).toEqual([1])
  })

  it('takes no part of a spoiled value for the value', () => {
    expect(faultOf('{"a": oops, "b": {"c": 1}}')).toContain('oops')
    expect(faultOf('[1] {"a": oops}')).toContain('oops')
    expect(valueIn('{"a": oops} {"b": 1}')).toEqual({ b: 1 })
  })

  it('caps the nesting', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseJsonText(nested(maxDepth))).toMatchObject({ ok: true })
    expect(faultOf(nested(maxDepth + 1))).toBe('nested deeper than 200 levels at line 1, column 201')
    expect(faultOf('{"a":'.repeat(200_000))).toContain('nested deeper')
  })

  it('makes `__proto__` a property of its own', () => {
    const value = valueIn('{"__proto__": {"polluted": true}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect({}).not.toHaveProperty('polluted')
  })

  it.each([
    ['braces', '{'.repeat(1_000_000)],
    ['spoiled objects', '{a: @}'.repeat(160_000)],
    ['open quotes', `{"${'" '.repeat(500_000)}`],
    ['comments', `[${'/**/'.repeat(250_000)}`],
    ['objects that end in an open comment', `${'{a:1,/*}'.repeat(125_000)}*/ @`],
    ['small arrays', '[],'.repeat(330_000)],
    ['digits', `[${'1'.repeat(1_000_000)}x]`],
    ['escaped quotes', String.raw`{\"`.repeat(330_000)],
    ['thinking tags', '</think>"'.repeat(110_000)],
  ])('reads a megabyte of %s', { timeout: 30_000 }, (_, text) => {
    expect(typeof parseJsonText(text).ok).toBe('boolean')
  })
})
