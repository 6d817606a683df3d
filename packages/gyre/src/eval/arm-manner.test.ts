import { defineLoop, type Json, type Loop, Runtime } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { armManner } from './arm-manner.ts'

const run = async (): Promise<Json> => null

/** Runs the loop its config names, `standard` by itself. */
function outer(name: string, standard: string) {
  const inner = z
    .strictObject({ loop: z.string().default(standard), config: z.record(z.string(), z.unknown()).default({}) })
    .prefault({})
  return defineLoop({ name, config: z.strictObject({ inner }), run }) as unknown as Loop
}

const leaf = defineLoop({ name: 'leaf', version: 3, run })
const other = defineLoop({ name: 'other', version: 5, run })

describe('the manner of an arm', () => {
  const loops = [outer('a', 'b'), outer('b', 'c'), outer('c', 'other'), leaf, other]
  const character = {
    name: 'p',
    loop: 'a',
    config: { inner: { config: { inner: { config: { inner: { loop: 'leaf' } } } } } },
  }

  it.each([
    ['nothing', undefined, { a: 1, b: 1, c: 1, leaf: 3 }],
    ['the loop inside that stands there by default', { inner: { loop: 'b' } }, { a: 1, b: 1, c: 1, leaf: 3 }],
    [
      'the loop that stands by default in the one inside',
      { inner: { config: { inner: { loop: 'c' } } } },
      { a: 1, b: 1, c: 1, leaf: 3 },
    ],
    ['another loop inside', { inner: { loop: 'c' } }, { a: 1, c: 1, other: 5 }],
  ])('has the loops of its persona where a task names %s', async (_, config, versions) => {
    const runtime = new Runtime({
      store: memoryStore(),
      loops,
      personas: [{ persona: character, source: 'gyre.config.ts' }],
    })
    const options = { defaultModel: 'test/a', tools: [], toolsOf: () => Promise.resolve([]) }
    const arm = { name: 'p', loop: null, persona: 'p', model: null, given: undefined }
    const manner = await armManner(runtime, arm, options)
    expect(manner(config)).toMatchObject({ loops: versions })
    expect(Object.keys((manner(config) as { loops: object }).loops).sort()).toEqual(Object.keys(versions))
    await runtime.close()
  })
})
