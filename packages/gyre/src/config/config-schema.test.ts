import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loops, personaSchema, settingKeys } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { configSchema } from './config-schema.ts'
import { parsePersonas } from './reading/persona-files.ts'

const page = (name: string) => readFileSync(join(import.meta.dirname, '../../../../docs', name), 'utf8')

describe('the server', () => {
  it('is reached by names of hosts, with a port or without', () => {
    const fits = (host: string) => configSchema.safeParse({ server: { allowedHosts: [host] } }).success
    expect(['gyre.example.com', 'GYRE.local:8443', '10.0.0.5', '[::1]:80'].map(fits)).toEqual([true, true, true, true])
    expect(['https://gyre.example.com', 'gyre.example.com/', 'a b', '*', ''].filter(fits)).toEqual([])
  })
})

describe('the docs', () => {
  it('name every key of a config and every setting', () => {
    const { shape } = configSchema
    const inner = [shape.models, shape.toolboxes].flatMap((part) => Object.keys(part.unwrap().shape))
    const keys = [...Object.keys(shape), ...inner, ...settingKeys]
    const text = page('configuration.md')
    expect(keys.length).toBeGreaterThan(30)
    expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([])
  })

  it('name every field of a persona', () => {
    const text = page('personas.md')
    expect(Object.keys(personaSchema.shape).filter((key) => !text.includes(`| \`${key}\``))).toEqual([])
  })

  it('show a persona that can be used', async () => {
    const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page('personas.md')) ?? []
    expect(await parsePersonas(text, 'personas.md', loops)).toMatchObject([{ name: 'careful', loop: 'react' }])
  })
})
