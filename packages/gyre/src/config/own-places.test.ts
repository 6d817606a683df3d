import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { effectiveConfig } from './effective-config.ts'

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
  const { ownPlaces } = await effectiveConfig({ cwd, env: {} })
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
        far: { url: 'https://a.example/' },
      },
      files: { 'server.mjs': '' },
    })
    expect(places.slice(always.length + 2)).toEqual(['server.mjs unchanged'])
  })
})
