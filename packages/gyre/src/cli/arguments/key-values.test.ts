import { describe, expect, it } from 'vitest'
import { readKeyValues } from './key-values.ts'

describe('readKeyValues', () => {
  it('reads JSON where it is JSON, and texts elsewhere', () => {
    expect(readKeyValues('-c', ['a=1', 'b=true', 'c=some text', 'd=[1,2]', 'e=', 'f=x=y'])).toEqual({
      a: 1,
      b: true,
      c: 'some text',
      d: [1, 2],
      e: '',
      f: 'x=y',
    })
  })

  it('goes into objects by dots, over what is there', () => {
    const before = { perTool: { search: 1, fetch: 2 }, modelCalls: 5 }
    expect(readKeyValues('--budget', ['perTool.search=3', 'modelCalls.x=1'], before)).toEqual({
      perTool: { search: 3, fetch: 2 },
      modelCalls: { x: 1 },
    })
    expect(before.perTool.search).toBe(1)
  })

  it.each(['a', '=1', ''])('refuses `%s`', (pair) => {
    expect(() => readKeyValues('--budget', [pair])).toThrow(
      expect.objectContaining({ code: 'usage-invalid', message: `\`--budget ${pair}\`: expected KEY=VALUE.` }),
    )
  })

  it('touches no prototype', () => {
    expect(Object.getPrototypeOf(readKeyValues('-c', ['__proto__.x=1']))).toBe(Object.prototype)
  })
})
