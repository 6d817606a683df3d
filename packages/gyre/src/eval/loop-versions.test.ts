import { auto, defineLoop, type Json, type Loop, reflexion } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loopVersions } from './loop-versions.ts'

const run = async (): Promise<Json> => null
const leaf = defineLoop({ name: 'leaf', version: 3, run })
const other = defineLoop({ name: 'other', version: 5, run })

/** Runs the loop its config names, `standard` by itself. */
function outer(name: string, standard: string, uses: readonly Loop[] = []) {
  const config = z.object({ inner: z.json().default({ loop: standard, config: {} }) })
  return defineLoop({ name, version: 2, uses, config, run }) as unknown as Loop
}

describe('the loops that a loop may run', () => {
  it('are itself, those it brings along, and those it runs unless it is told otherwise', () => {
    expect(loopVersions([leaf], 'leaf', {})).toEqual({ leaf: 3 })
    expect(loopVersions([outer('a', 'leaf'), leaf], 'a', {})).toEqual({ a: 2, leaf: 3 })
    expect(loopVersions([outer('a', 'none', [leaf])], 'a', {})).toEqual({ a: 2, leaf: 3 })
    expect(loopVersions([reflexion as unknown as Loop], 'reflexion', {})).toMatchObject({ react: expect.any(Number) })
  })

  it('are those that its config names, and theirs', () => {
    const loops = [outer('a', 'other'), outer('b', 'other'), leaf, other]
    const config = { inner: { loop: 'b', config: { inner: { loop: 'leaf' } } } }
    expect(loopVersions(loops, 'a', config)).toEqual({ a: 2, b: 2, leaf: 3 })
    expect(loopVersions(loops, 'a', { inner: [{ loop: 'leaf' }, { loop: 'other' }] })).toEqual({
      a: 2,
      leaf: 3,
      other: 5,
    })
  })

  it('are told once where they name each other', () => {
    expect(loopVersions([outer('a', 'b'), outer('b', 'a')], 'a', {})).toEqual({ a: 2, b: 2 })
  })

  it('are all there are for `auto`, unless its candidates are named', () => {
    const loops = [auto as unknown as Loop, leaf, other]
    expect(loopVersions(loops, 'auto', {})).toMatchObject({ leaf: 3, other: 5 })
    expect(loopVersions(loops, 'auto', { candidates: [{ loop: 'leaf' }] })).toEqual({ auto: auto.version, leaf: 3 })
  })

  it('are none where the loop is not known', () => {
    expect(loopVersions([leaf], 'none', {})).toEqual({})
  })
})
