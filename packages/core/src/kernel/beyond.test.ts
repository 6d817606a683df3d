import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loops } from '../loops/index.ts'
import { beyond, plainConfig } from './beyond.ts'
import { defineLoop } from './loop.ts'

const loop = defineLoop({
  name: 'wide',
  config: z.strictObject({
    depth: z.int().default(3),
    isLoud: z.boolean().default(true).describe('A switch of the original.'),
    parallel: beyond('steps run side by side.'),
    merge: beyond('equal thoughts are one.'),
  }),
  run: async (_, __, config) => ({ answer: config }),
})

describe('a switch beyond the original', () => {
  it('is on unless it is turned off', () => {
    expect(loop.config.parse({})).toEqual({ depth: 3, isLoud: true, parallel: true, merge: true })
    expect(loop.config.parse({ merge: false })).toMatchObject({ merge: false })
  })

  it('says so in its description', () => {
    const { properties } = z.toJSONSchema(loop.config, { io: 'input' })
    expect(properties?.['parallel']).toMatchObject({
      type: 'boolean',
      default: true,
      description: 'Beyond the original: steps run side by side.',
    })
  })
})

describe('plainConfig', () => {
  it('turns every such switch off, and nothing else', () => {
    expect(plainConfig(loop)).toEqual({ parallel: false, merge: false })
  })

  it('is empty for a loop that has none', () => {
    expect(plainConfig(defineLoop({ name: 'bare', run: async () => null }))).toEqual({})
  })

  it.each(loops)('is a config that $name takes', (each) => {
    expect(each.config.safeParse(plainConfig(each))).toMatchObject({ success: true })
  })
})
