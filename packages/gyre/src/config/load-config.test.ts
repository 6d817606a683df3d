import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { direct, GyreError, type Loop } from '@gyre/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from './load-config.ts'

const loops = [direct] as readonly Loop[]
let cwd = ''

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'gyre-config-'))
})

afterEach(() => rmSync(cwd, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true })
  writeFileSync(join(cwd, name), text)
}

async function faultOf(file: string, from = cwd): Promise<string> {
  try {
    await loadConfig(join(cwd, file), { cwd: from, loops })
  } catch (error) {
    if (error instanceof GyreError) return `${error.code}\n${error.message}`
    throw error
  }
  return ''
}

const persona = (name: string) => `name: ${name}\nloop: direct\n`

describe('a config file', () => {
  it('is the default export of a module, with its personas', async () => {
    write(
      'gyre.config.mts',
      "const name: string = 'own'\nexport default { data: 'd', personas: [{ name, loop: 'direct' }] }\n",
    )
    write('personas/b.yaml', persona('b'))
    write('personas/deep/a.json', '{ "name": "a", "loop": "direct" }')
    write('personas/a.test.ts', 'throw new Error()')
    write('personas/README.md', '# Ours')
    const { file, config, personas } = await loadConfig('gyre.config.mts', { cwd, loops })
    expect(file).toBe(join(cwd, 'gyre.config.mts'))
    expect(config.data).toBe('d')
    expect(personas).toEqual([
      { persona: { name: 'own', loop: 'direct' }, source: 'gyre.config.mts' },
      { persona: { name: 'b', loop: 'direct' }, source: 'personas/b.yaml' },
      { persona: { name: 'a', loop: 'direct' }, source: 'personas/deep/a.json' },
    ])
  })

  it('names files, folders and globs of personas from its own folder, each read once', async () => {
    const config = { personas: ['one.yaml'], personaFiles: ['team', '*/n*.yaml', 'one.yaml'] }
    write('at/gyre.config.json', JSON.stringify(config))
    write('at/one.yaml', persona('one'))
    write('at/team/two.yaml', persona('two'))
    write('at/other/nine.yaml', persona('nine'))
    write('at/other/ten.yaml', persona('ten'))
    write('at/personas/x.yaml', persona('x'))
    const { personas } = await loadConfig('at/gyre.config.json', { cwd, loops })
    expect(personas.map(({ source }) => source)).toEqual(['at/one.yaml', 'at/team/two.yaml', 'at/other/nine.yaml'])
  })

  it('brings loops that its personas can run, also those in files', async () => {
    const loop = "{ name: 'own', config: { safeParse: () => ({}) }, prompts: {}, run: async () => 'done' }"
    write('gyre.config.mjs', `export default { loops: [${loop}], personas: [{ name: 'a', loop: 'own' }] }\n`)
    write('personas/b.yaml', 'name: b\nloop: own\n')
    const { personas } = await loadConfig('gyre.config.mjs', { cwd, loops })
    expect(personas.map(({ persona }) => `${persona.name} ${persona.loop}`)).toEqual(['a own', 'b own'])
  })

  it('has no persona in a file that has the name of a loop, built-in or its own', async () => {
    write(
      'gyre.config.mjs',
      "export default { loops: [{ name: 'mine', run() {}, config: {}, prompts: {}, uses: [] }] }\n",
    )
    write('personas/a.yaml', persona('direct'))
    write('personas/b.yaml', persona('mine'))
    const fault = (name: string) =>
      `name: \`${name}\` is the name of a loop, which no persona may have; choose another name`
    expect(await faultOf('gyre.config.mjs')).toBe(
      `persona-invalid\npersonas/a.yaml:1:7: ${fault('direct')}\npersonas/b.yaml:1:7: ${fault('mine')}`,
    )
  })

  it('in JSON tells faults with their places', async () => {
    write('gyre.config.json', '{\n  "models": {\n    "tiers": { "heavy": 5 },\n    "defualt": "openai/gpt-5"\n  }\n}\n')
    expect(await faultOf('gyre.config.json')).toBe(
      [
        'config-file-invalid',
        'gyre.config.json:3:25: models.tiers.heavy: expected `provider/model`, such as openai/gpt-5, or a model object, got 5',
        'gyre.config.json:4:5: models.defualt: unknown key; did you mean `default`?',
      ].join('\n'),
    )
  })

  it('in JSON tells a fault of syntax', async () => {
    write('gyre.config.json', '{\n  "data": here\n}\n')
    expect(await faultOf('gyre.config.json')).toBe(
      'config-file-invalid\ngyre.config.json:2:11: expected a value after `:`; a text needs double quotes',
    )
  })

  it('is named from the working folder', async () => {
    write('gyre.config.json', '[]')
    expect(await faultOf('gyre.config.json', join(cwd, 'src'))).toBe(
      'config-file-invalid\n../gyre.config.json:1:1: expected ' +
        '{ loops, tools, toolboxes, mcpServers, toolLimits, permissions, personas, personaFiles, store, models, deliveries, server, limits, settings, secrets, keyValue, data }, got an empty list',
    )
  })

  it('that was named must be there', async () => {
    expect(await faultOf('mine.ts')).toBe('file-unreadable\nmine.ts: there is no such file.')
  })

  it('must name personas that are there', async () => {
    write('gyre.config.json', '{ "personaFiles": ["team", "more/*.yaml"] }')
    write('team/a.yaml', persona('a'))
    expect(await faultOf('gyre.config.json')).toBe(
      'config-file-invalid\ngyre.config.json:1:28: personaFiles[1]: there is no such folder or file: more/*.yaml',
    )
  })

  it('is not used when one of its files has a fault', async () => {
    write('gyre.config.json', '{ "personas": [{ "name": "a", "loop": "direct" }, "missing.yaml"] }')
    write('personas/a.yaml', persona('a'))
    expect(await faultOf('gyre.config.json')).toBe(
      [
        'persona-invalid',
        'missing.yaml: there is no such file',
        'personas/a.yaml:1:7: name: `a` is the name of another persona, in gyre.config.json; choose another name',
      ].join('\n'),
    )
  })
})
