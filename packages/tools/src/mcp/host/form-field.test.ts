import { describe, expect, it } from 'vitest'
import { formField } from './form-field.ts'

type Schema = Parameters<typeof formField>[1]

const field = (schema: Schema, isRequired = true) => formField('key', schema, isRequired)

/** The value of an answer, or why it is none. */
const read = (schema: Schema, answer: string) => {
  const reading = field(schema).read(answer)
  return reading.ok ? reading.value : `no: ${reading.why}`
}

const colours = { type: 'string', enum: ['red', 'blue'] }
const titled = {
  type: 'string',
  oneOf: [
    { const: 'r', title: 'Red' },
    { const: 'b', title: 'Blue' },
  ],
}
const named = { type: 'string', enum: ['r', 'b'], enumNames: ['Red', 'Blue'] }
const some = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 }
const someTitled = {
  type: 'array',
  items: {
    anyOf: [
      { const: 'a', title: 'Ant' },
      { const: 'b', title: 'Bee' },
    ],
  },
}

describe('a field is asked for', () => {
  it.each<[Schema, boolean, string, readonly string[] | undefined]>([
    [{ type: 'string' }, true, 'key (a text, required)', undefined],
    [
      { type: 'string', title: 'Name', description: 'In full.' },
      false,
      'Name (a text, may be skipped)\nIn full.',
      undefined,
    ],
    [
      { type: 'string', minLength: 2, maxLength: 5 },
      true,
      'key (a text of at least 2 and at most 5 characters, required)',
      undefined,
    ],
    [{ type: 'string', format: 'email' }, true, 'key (an email address, required)', undefined],
    [
      { type: 'integer', minimum: 1, maximum: 9, default: 3 },
      true,
      'key (a whole number from 1 up to 9, required; skipped, it is 3)',
      undefined,
    ],
    [{ type: 'number' }, true, 'key (a number, required)', undefined],
    [
      { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      true,
      'key (a whole number from 0, required)',
      undefined,
    ],
    [{ type: 'boolean' }, true, 'key (yes or no, required)', ['yes', 'no']],
    [colours, true, 'key (one of the choices, required)', ['red', 'blue']],
    [titled, true, 'key (one of the choices, required)', ['Red', 'Blue']],
    [named, true, 'key (one of the choices, required)', ['Red', 'Blue']],
    [some, true, 'key (1 to 2 of a, b, c, with commas between them, required)', undefined],
    [{ type: 'string', title: 'A\u001b[31mB' }, true, 'A[31mB (a text, required)', undefined],
  ])('as %j', (schema, isRequired, question, choices) => {
    expect(field(schema, isRequired)).toMatchObject({ question, isRequired })
    expect(field(schema, isRequired).choices).toEqual(choices)
  })

  it('by values when its titles are the same', () => {
    const same = {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'It' },
        { const: 'b', title: 'It' },
      ],
    }
    expect(field(same).choices).toEqual(['a', 'b'])
    expect(read(same, 'b')).toBe('b')
  })
})

describe('an answer is read', () => {
  it.each<[Schema, string, unknown]>([
    [{ type: 'string' }, ' as it is ', ' as it is '],
    [{ type: 'string', minLength: 3 }, 'ab', 'no: answer with a text of at least 3 characters'],
    [{ type: 'string', maxLength: 3 }, 'abcd', 'no: answer with a text of at most 3 characters'],
    [{ type: 'string', format: 'email' }, ' ada@example.com ', 'ada@example.com'],
    [{ type: 'string', format: 'email' }, 'ada', 'no: answer with an email address'],
    [{ type: 'string', format: 'uri' }, 'https://example.com', 'https://example.com'],
    [{ type: 'string', format: 'uri' }, 'example', 'no: answer with an address such as `https://example.com`'],
    [{ type: 'string', format: 'date' }, '2026-02-28', '2026-02-28'],
    [{ type: 'string', format: 'date' }, '2026-02-30', 'no: answer with a date such as 2026-01-31'],
    [{ type: 'string', format: 'date' }, '28.2.2026', 'no: answer with a date such as 2026-01-31'],
    [{ type: 'string', format: 'date-time' }, '2026-02-28T10:00:00+01:00', '2026-02-28T10:00:00+01:00'],
    [{ type: 'string', format: 'date-time' }, '2026-02-28', 'no: answer with a time such as 2026-01-31T12:00:00Z'],
    [{ type: 'integer', minimum: 1, maximum: 9 }, ' 4 ', 4],
    [{ type: 'integer', minimum: 1, maximum: 9 }, '4.5', 'no: answer with a whole number from 1 up to 9'],
    [{ type: 'integer', minimum: 1, maximum: 9 }, '10', 'no: answer with a whole number from 1 up to 9'],
    [{ type: 'number' }, '-2.5', -2.5],
    [{ type: 'number' }, '', 'no: answer with a number'],
    [{ type: 'number' }, 'Infinity', 'no: answer with a number'],
    [{ type: 'boolean' }, 'Yes', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'boolean' }, 'perhaps', 'no: answer yes or no'],
    [colours, 'BLUE', 'blue'],
    [colours, 'green', 'no: choose one of red, blue'],
    [titled, 'Blue', 'b'],
    [titled, 'b', 'b'],
    [named, 'Red', 'r'],
    [some, 'a, c', ['a', 'c']],
    [some, 'a,a', ['a']],
    [some, 'a,b,c', 'no: choose 1 to 2 of a, b, c, with commas between them'],
    [some, '', 'no: choose 1 to 2 of a, b, c, with commas between them'],
    [some, 'a, x', 'no: choose 1 to 2 of a, b, c, with commas between them'],
    [someTitled, 'bee, Ant', ['b', 'a']],
  ])('for %j: `%s` is %j', (schema, answer, value) => {
    expect(read(schema, answer)).toEqual(value)
  })
})
