import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { effectiveConfig } from '../effective-config.ts'
import { ownPlaces } from './own-places.ts'
import type { ToolboxPlan } from './toolbox-plan.ts'

type Project = {
  readonly config?: string
  readonly files?: Readonly<Record<string, string>>
  readonly servers?: object
}

/** The places of a project, from its folder, with the reason for each. */
async function placesOf({ config = '', files = {}, servers = {} }: Project) {
  const cwd = temporaryFolder()
  const all = { ...files, '.mcp.json': JSON.stringify({ mcpServers: servers }) }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(cwd, name, '..'), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  writeFileSync(join(cwd, 'gyre.config.mjs'), config)
  const { ownPlaces } = await effectiveConfig({ cwd, env: { HERE: cwd } })
  const near = ownPlaces.filter(({ path }) => path.startsWith(cwd))
  return near.map(
    ({ path, names, access }) => `${[path.slice(cwd.length + 1), names].filter(Boolean).join(' ')} ${access}`,
  )
}

const files = "files: { root: '.', write: true }"

const always = [
  '.mcp.json closed',
  ...['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `gyre.config.${ending} unchanged`),
  'node_modules unchanged',
]

describe('what only people change', () => {
  it('is nothing where no tool changes files', async () => {
    expect(await placesOf({ config: 'export default {}' })).toEqual([])
  })

  it('is what configures Gyre at any depth, and the folders of skills and personas, there or not', async () => {
    expect(await placesOf({ config: `export default { toolboxes: { ${files} } }` })).toEqual([
      ...always,
      'skills unchanged',
      'personas unchanged',
    ])
  })

  it('is what the config names instead', async () => {
    const config = `export default {
      toolboxes: { ${files}, skills: ['abilities'], agentsMd: { file: 'NOTES.md' } },
      personas: ['one.yaml'],
      personaFiles: ['people/*.yaml', '*.persona.json'],
    }`
    const persona = 'name: one\nloop: react\n'
    const made = {
      'abilities/a/SKILL.md': '---\nname: a\ndescription: A\n---\nDo.\n',
      'one.yaml': persona,
      'people/b.yaml': persona.replace('one', 'b'),
      'c.persona.json': '{ "name": "c", "loop": "react" }',
    }
    expect(await placesOf({ config, files: made })).toEqual([
      ...always,
      'NOTES.md unchanged',
      'abilities unchanged',
      'one.yaml unchanged',
      'people *.yaml unchanged',
      '*.persona.json unchanged',
    ])
  })

  it('is the files that servers are started with', async () => {
    const places = await placesOf({
      config: `export default { toolboxes: { ${files} } }`,
      servers: {
        own: { command: process.execPath, args: ['server.mjs', '.', '--quiet'] },
        filled: { command: 'node', args: [`\${HERE}/other.mjs`] },
        far: { url: 'https://a.example/' },
      },
      files: { 'server.mjs': '', 'other.mjs': '' },
    })
    expect(places.slice(always.length + 2)).toEqual(['server.mjs unchanged', 'other.mjs unchanged'])
  })

  it.each([
    ['people/@(a|b).yaml', 'people *.yaml'],
    ['people/!(z).yaml', 'people *.yaml'],
    ['people/+(a|b.yaml)', 'people'],
    ['people/[[:alpha:]].yaml', 'people *.yaml'],
    ['people/{a,{b,c}}.yaml', 'people *.yaml'],
    ['people/{0..3}a.yaml', 'people *a.yaml'],
    ['people/{a,c/d}.yaml', 'people *.yaml'],
    ['people/{a,b}.yaml', 'people {a,b}.yaml'],
    ['people/[ab]?.yaml', 'people [ab]?.yaml'],
  ])('is what personas by the glob `%s` may be', (pattern, place) => {
    const toolboxes = { files: { root: '/p' }, skills: [] } as unknown as ToolboxPlan
    const places = ownPlaces({ cwd: '/p', file: '/p/c', config: { personaFiles: pattern }, toolboxes, servers: {} })
    const found = places.filter(({ why }) => why.startsWith('holds personas'))
    expect(found.map(({ path, names }) => [path.slice(3), names].filter(Boolean).join(' '))).toEqual([place])
  })
})
