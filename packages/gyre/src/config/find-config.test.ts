import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findConfig } from './find-config.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gyre-find-'))
  mkdirSync(join(folder, 'home/project/src'), { recursive: true })
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('the config file', () => {
  it('is found in the folder itself, before those above', async () => {
    writeFileSync(join(folder, 'home/gyre.config.ts'), '')
    writeFileSync(join(folder, 'home/project/gyre.config.json'), '{}')
    expect(await findConfig(join(folder, 'home/project'))).toBe(join(folder, 'home/project/gyre.config.json'))
  })

  it('is found in the nearest folder above', async () => {
    writeFileSync(join(folder, 'home/gyre.config.mjs'), '')
    expect(await findConfig(join(folder, 'home/project/src'))).toBe(join(folder, 'home/gyre.config.mjs'))
  })

  it.each([
    [['ts', 'mts', 'js', 'mjs', 'json'], 'ts'],
    [['mts', 'js', 'mjs', 'json'], 'mts'],
    [['js', 'mjs', 'json'], 'js'],
    [['mjs', 'json'], 'mjs'],
  ])('of several in one folder, %j, is the one that ends in %s', async (endings, chosen) => {
    for (const ending of endings) writeFileSync(join(folder, `gyre.config.${ending}`), '')
    expect(await findConfig(folder)).toBe(join(folder, `gyre.config.${chosen}`))
  })

  it('is looked for up to the home folder and no further', async () => {
    writeFileSync(join(folder, 'gyre.config.ts'), '')
    const home = join(folder, 'home')
    expect(await findConfig(join(home, 'project/src'), home)).toBeUndefined()
    expect(await findConfig(join(home, 'project/src'), `${home}/project/`)).toBeUndefined()
    writeFileSync(join(home, 'gyre.config.ts'), '')
    expect(await findConfig(join(home, 'project/src'), home)).toBe(join(home, 'gyre.config.ts'))
  })

  it('is no folder of that name', async () => {
    mkdirSync(join(folder, 'home/gyre.config.ts'))
    expect(await findConfig(join(folder, 'home'), join(folder, 'home'))).toBeUndefined()
  })
})
