import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsOf, kindOf, linesIn, shortValue, textOfValue, valueOfText } from './setting-kind.ts'

describe('the control of a setting', () => {
  it.each([
    ['reasoning.enabled', true, 'switch'],
    ['reasoning.max_iterations', 15, 'number'],
    ['reasoning.llm_tier', 'local', 'choice'],
    ['default_model', '', 'name'],
    ['tier.heavy', '', 'name'],
    ['loops_off', [], 'list'],
    ['prices', {}, 'json'],
    ['embedding_model', '', 'text'],
  ])('of %s, whose default is %j, is a %s', (key, standard, type) => {
    expect(kindOf({ key, default: standard }).type).toBe(type)
  })
})

describe('the text of a setting', () => {
  it.each([
    [{ type: 'number' }, ' 0.7 ', 0.7],
    [{ type: 'number' }, 'ten', 'ten'],
    [{ type: 'number' }, '', ''],
    [{ type: 'list' }, 'web.*\n\n math.*, memory.*', ['web.*', 'math.*', 'memory.*']],
    [{ type: 'json' }, '{"a/b":{"input":1}}', { 'a/b': { input: 1 } }],
    [{ type: 'json' }, '{', undefined],
    [{ type: 'text' }, ' a/b ', 'a/b'],
  ] as const)('of kind %j: %j stands for %j', (kind, text, value) => {
    expect(valueOfText(text, kind)).toEqual(value)
  })

  it('is what its value is written as', () => {
    const lists = fc.array(fc.stringMatching(/^[a-z.*]{1,8}$/))
    fc.assert(
      fc.property(lists, (list) => {
        expect(linesIn(textOfValue(list, { type: 'list' }))).toEqual(list)
      }),
    )
    expect(textOfValue({ a: 1 }, { type: 'json' })).toBe('{\n  "a": 1\n}')
    expect(textOfValue(null, { type: 'text' })).toBe('')
  })

  it('is short in a line', () => {
    expect([shortValue(''), shortValue([]), shortValue(['a', 'b']), shortValue(7), shortValue('x')]).toEqual([
      'none',
      'none',
      'a, b',
      '7',
      'x',
    ])
  })
})

describe('groups of settings', () => {
  it('are by what they begin with, those without a prefix first', () => {
    const groups = groupsOf([{ key: 'tier.a' }, { key: 'x' }, { key: 'tier.b' }, { key: 'y' }])
    expect([...groups].map(([name, members]) => [name, members.map(({ key }) => key)])).toEqual([
      ['', ['x', 'y']],
      ['tier.*', ['tier.a', 'tier.b']],
    ])
  })
})
