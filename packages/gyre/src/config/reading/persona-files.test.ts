import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { defineLoop, GyreError, type Loop } from '@gyre/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parsePersonas, personaToYaml, readPersonaFiles } from './persona-files.ts'

const inner = z.strictObject({ loop: z.string(), config: z.unknown().optional() })
const think = defineLoop({
  name: 'think',
  config: z.strictObject({ maxIterations: z.int().min(1).default(10), inner: inner.optional() }),
  run: async () => 'done',
})
const loops = [think] as readonly Loop[]

const fields =
  'name, description, loop, config, model, models, sampling, tools, instructions, budget, breakpoints, prompts, output, deliver'

async function linesOf(work: Promise<unknown>): Promise<readonly string[]> {
  try {
    await work
  } catch (error) {
    if (error instanceof GyreError && error.code === 'persona-invalid') return error.message.split('\n')
    throw error
  }
  return []
}

const faults = (text: string, source = 'personas/careful.yaml') => linesOf(parsePersonas(text, source, loops))

describe('personas in a text', () => {
  it('are read from YAML, one a document', async () => {
    const text = '# mine\nname: a\nloop: think\n---\nname: b\nloop: think\nconfig: { maxIterations: 2 }\n---\n'
    expect(await parsePersonas(text, 'x.yaml', loops)).toEqual([
      { name: 'a', loop: 'think' },
      { name: 'b', loop: 'think', config: { maxIterations: 2 } },
    ])
  })

  it('are read from JSON, also as a list', async () => {
    const text = '\uFEFF[\n\t{ "name": "a", "loop": "think" },\n\t{ "name": "b", "loop": "think" }\n]\n'
    expect(await parsePersonas(text, 'x.json', loops)).toEqual([
      { name: 'a', loop: 'think' },
      { name: 'b', loop: 'think' },
    ])
  })

  it('are texts where YAML of old read true and false', async () => {
    expect(await parsePersonas('name: no\nloop: think\ninstructions: yes\n', '-', loops)).toEqual([
      { name: 'no', loop: 'think', instructions: 'yes' },
    ])
  })
})

describe('a fault of a persona in YAML', () => {
  it('is the name of a loop, told where it is written', async () => {
    expect(await faults('name: careful\nloop: think\n---\nname: think\nloop: think\n')).toEqual([
      'personas/careful.yaml:4:7: name: `think` is the name of a loop, which no persona may have; choose another name',
    ])
    expect(await faults('name: Think\nloop: think\n')).toEqual([
      'personas/careful.yaml:1:7: name: `Think` is, but for capitals, `think`, the name of a loop, which no persona may have; choose another name',
    ])
  })

  it('names file, line, column, path and what was expected', async () => {
    expect(await faults('name: careful\nloop: think\nconfig:\n  maxIterations: ten\n')).toEqual([
      'personas/careful.yaml:4:18: config.maxIterations: expected a whole number of at least 1, got "ten"',
    ])
  })

  it('is at the key when the key is not known', async () => {
    expect(await faults('name: careful\nloop: think\nconfig: { maxIteration: 3 }\ntool: [web]\n')).toEqual([
      'personas/careful.yaml:4:1: tool: unknown key; did you mean `tools`?',
      'personas/careful.yaml:3:11: config.maxIteration: unknown key; did you mean `maxIterations`?',
    ])
  })

  it('is at what lacks a field when the field is missing', async () => {
    expect(await faults('---\n# no name\nloop: think\n')).toEqual([
      'personas/careful.yaml:3:1: name: expected a text, but it is missing',
    ])
  })

  it('is told of loops within loops and entries of lists', async () => {
    const text = [
      'name: careful',
      'loop: think',
      'config:',
      '  inner:',
      '    loop: thnik',
      'breakpoints:',
      '  - onGap: true',
      '  - costUsd: -1',
    ]
    expect(await faults(text.join('\n'))).toEqual([
      'personas/careful.yaml:8:14: breakpoints[1].costUsd: expected a number of at least 0, got -1',
      'personas/careful.yaml:5:11: config.inner.loop: there is no loop `thnik`; did you mean `think`?',
    ])
  })

  it('is found through an alias, where the value is written', async () => {
    const text =
      '- name: a\n  loop: think\n  config: &c\n    maxIterations: 0\n- { name: b, loop: think, config: *c }\n'
    expect(await faults(text)).toEqual([
      'personas/careful.yaml:4:20: [0].config.maxIterations: expected a whole number of at least 1, got 0',
      'personas/careful.yaml:4:20: [1].config.maxIterations: expected a whole number of at least 1, got 0',
    ])
  })

  it.each([
    ['name: a\nname: b\n', '2:1: this key is there twice; keep one of them'],
    ['name: a\n\tloop: think\n', '2:1: tabs cannot indent; use spaces'],
    ['name: a: b\n', '1:7: a text with `: ` in it needs quotes, or the mapping a line of its own'],
    ['name: a\nloop: !fast think\n', '2:7: unresolved tag: !fast'],
    ['name: "a\n', '2:1: missing closing "quote'],
    ['[x]: a\n', '1:1: expected a text as the key'],
    ['name: *a\n', '1:1: Unresolved alias (the anchor must be set before the alias): a'],
    ['- 3\n- x\n', `1:3: [0]: expected { ${fields} }, got 3`],
  ])('of syntax, %j, is told with its place', async (text, line) => {
    expect((await faults(text))[0]).toBe(`personas/careful.yaml:${line}`)
  })

  it('is that there is nothing in it', async () => {
    const line = 'personas/careful.yaml: it holds no persona; write at least `name` and `loop`'
    expect(await faults('')).toEqual([line])
    expect(await faults('# nothing yet\n---\n')).toEqual([line])
  })

  it('is told for each document; twenty lines are enough', async () => {
    const many = Array.from({ length: 23 }, (_, index) => `name: p${index}\nloop: nope\n`).join('---\n')
    const lines = await faults(many)
    expect(lines).toHaveLength(21)
    expect(lines[1]).toBe('personas/careful.yaml:5:7: loop: there is no loop `nope`; there are `think`.')
    expect(lines[20]).toBe('And 3 more.')
  })
})

describe('a fault of a persona in JSON', () => {
  it('names file, line and column', async () => {
    const text = '{\n\t"name": "a",\n\t"loop": "think",\n\t"config": { "maxIterations": 0 }\n}'
    expect(await faults(text, 'a.json')).toEqual([
      'a.json:4:31: config.maxIterations: expected a whole number of at least 1, got 0',
    ])
  })

  it.each([
    ['{ "name": abc }', 'a.json:1:11: expected a value after `:`; a text needs double quotes'],
    ['{ "name": "a", "name": "b" }', 'a.json:1:16: this key is there twice; keep one of them'],
    ['{ "name": "a", }', 'a.json:1:14: expected no comma before `}`'],
    ["{\n'name': 1 }", 'a.json:2:1: expected a key in double quotes'],
    ['', 'a.json:1:1: the text ends too early'],
  ])('of syntax, %j, is told', async (text, line) => {
    expect(await faults(text, 'a.json')).toEqual([line])
  })
})

describe('files of personas', () => {
  let cwd = ''

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'gyre-personas-'))
  })

  afterEach(() => rmSync(cwd, { recursive: true }))

  const write = (name: string, text: string) => {
    const file = join(cwd, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }

  it('are YAML, JSON and modules', async () => {
    const files = [
      write('a.yml', 'name: a\nloop: think\n'),
      write('b.json', '{ "name": "b", "loop": "think" }'),
      write('c.mts', "const loop: string = 'think'\nexport default [{ name: 'c', loop }, { name: 'd', loop }]\n"),
    ]
    expect(await readPersonaFiles(files, { loops, cwd })).toEqual([
      { persona: { name: 'a', loop: 'think' }, source: 'a.yml' },
      { persona: { name: 'b', loop: 'think' }, source: 'b.json' },
      { persona: { name: 'c', loop: 'think' }, source: 'c.mts' },
      { persona: { name: 'd', loop: 'think' }, source: 'c.mts' },
    ])
  })

  it('tell the faults of them all', async () => {
    const files = [
      write('bad/a.yaml', 'name: a\nloop: nope\n'),
      write('bad/b.mts', "export default { name: 'b', loop: 'think', tools: 'web' }\n"),
      write('bad/c.mts', "const c: Record<string, unknown> = { name: 'c' }\nc['self'] = c\nexport default c\n"),
      write('bad/d.mts', "export const persona = { name: 'd' }\n"),
      join(cwd, 'bad/e.yaml'),
    ]
    expect(await linesOf(readPersonaFiles(files, { loops, cwd }))).toEqual([
      'bad/d.mts: expected a default export: `export default …`',
      'bad/e.yaml: there is no such file',
      'bad/a.yaml:2:7: loop: there is no loop `nope`; there are `think`.',
      'bad/b.mts: tools: expected a list, each entry a text that is not empty, got "web"',
      'bad/c.mts: expected plain data: texts, numbers, lists and mappings',
    ])
  })

  it('name both places of a name that is used twice', async () => {
    const files = [write('a.yaml', 'loop: think\nname: careful\n'), write('b.yaml', 'name: careful\nloop: think\n')]
    expect(await linesOf(readPersonaFiles(files, { loops, cwd }))).toEqual([
      'b.yaml:1:7: name: `careful` is the name of another persona, in a.yaml:2:7; choose another name',
    ])
    const others = [{ persona: { name: 'careful', loop: 'think' }, source: 'gyre.config.ts' }]
    expect(await linesOf(readPersonaFiles(files.slice(0, 1), { loops, cwd, others }))).toEqual([
      'a.yaml:2:7: name: `careful` is the name of another persona, in gyre.config.ts; choose another name',
    ])
  })
})

describe('a persona as YAML', () => {
  it('has its keys in one order, whatever their order was', async () => {
    const persona = {
      instructions: 'Be brief.\nAnswer in Danish.\n',
      tools: ['web.*'],
      config: { maxIterations: 2 },
      loop: 'think',
      name: 'careful',
      model: undefined,
    }
    expect(await personaToYaml(persona)).toBe(
      [
        'name: careful',
        'loop: think',
        'config:',
        '  maxIterations: 2',
        'tools:',
        '  - web.*',
        'instructions: |',
        '  Be brief.',
        '  Answer in Danish.',
        '',
      ].join('\n'),
    )
  })

  it('is read back as it was, whatever its texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('yes', '1e3', 'null', '---', ' a\n b\n\n', '#'),
    )
    const values = fc.dictionary(text, fc.jsonValue(), { noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(text, values, async (instructions, config) => {
        const persona = { name: 'x', loop: 'free', config, instructions }
        const free = defineLoop({ name: 'free', config: z.record(z.string(), z.unknown()), run: async () => 'done' })
        const read = await parsePersonas(await personaToYaml(persona), 'x.yaml', [free as Loop])
        expect(JSON.stringify(read)).toBe(JSON.stringify([persona]))
      }),
    )
  })
})
