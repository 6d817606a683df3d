import { describe, expect, it } from 'vitest'
import { filesOf, read } from './repository.ts'

type Manifest = {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>
}

const manifests = filesOf('packages/*/package.json').map((path) => JSON.parse(read(path)) as Manifest)
const isOurs = (name: string) => /^(gyre$|@gyre\/)/.test(name)
const optional = [...new Set(manifests.flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies)))].sort()

describe('the packages', () => {
  it('ask for nothing that a program can do without', () => {
    const asked = manifests.filter(({ name }) => !['@gyre/server', '@gyre/web'].includes(name))
    const named = asked.flatMap(({ dependencies = {} }) => Object.keys(dependencies)).filter((name) => !isOurs(name))
    expect([...new Set(named)].sort()).toEqual(['@ai-sdk/provider', '@types/json-schema', 'undici', 'yaml', 'zod'])
  })

  it('have peers that may all be left out', () => {
    for (const { peerDependencies = {}, peerDependenciesMeta = {} } of manifests) {
      const meta = Object.keys(peerDependencies).map((name) => [name, { optional: true }])
      expect(peerDependenciesMeta).toEqual(Object.fromEntries(meta))
    }
  })

  it('find all of these in a clone, also without what only development needs', () => {
    const { dependencies = {} } = JSON.parse(read('package.json')) as Manifest
    expect(Object.keys(dependencies).sort()).toEqual(optional.filter((name) => !isOurs(name)))
  })

  it('have a line in docs/installing.md for each', () => {
    const page = read('docs/installing.md')
    const lines = page.split('\n').filter((line) => line.startsWith('npm install '))
    const named = new Set(lines.flatMap((line) => line.split(' ').slice(2)))
    expect(optional.filter((name) => !named.has(name))).toEqual([])
  })
})
