import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts'
import { filesLab } from '../../../../test/files-lab.ts'
import type { ProtectedPlace } from './protected-places.ts'

const why = 'is ours'

/** A folder with a closed folder `data`, a folder `rules` that stays as it is, and files `*.conf` that do. */
function lab() {
  const root = temporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('data/key', 'hunter22')
  write('rules/a.md', 'Obey.')
  write('deep/x.conf', 'x = 1')
  write('plain/y.txt', 'y')
  symlinkSync('data', join(root, 'way'))
  const protectedPlaces: readonly ProtectedPlace[] = [
    { path: join(root, 'data'), access: 'closed', why },
    { path: join(root, 'rules'), access: 'unchanged', why },
    { path: join(root, 'not/yet/there'), access: 'unchanged', why },
    { path: root, names: '*.conf', access: 'unchanged', why },
  ]
  const { text } = filesLab({}, { root, protectedPlaces })
  return { root, text, file: (path: string) => readFileSync(join(root, path), 'utf8') }
}

const refusal = { code: 'path-refused', message: expect.stringContaining(why) }

describe('a closed place', () => {
  it.each(['data/key', 'way/key', './data/../data/key'])('is not read as %s', async (path) => {
    await expect(lab().text('read', { path })).rejects.toMatchObject(refusal)
  })

  it.each([
    ['write', { path: 'data/key', text: 'x' }],
    ['write', { path: 'data/new', text: 'x' }],
    ['write', { path: 'DATA/key', text: 'x' }],
    ['edit', { path: 'way/key', old: 'hunter22', new: 'x' }],
    ['move', { from: 'data/key', to: 'b.txt' }],
    ['move', { from: 'data', to: 'other' }],
    ['move', { from: 'plain/y.txt', to: 'data/b.txt' }],
    ['remove', { path: 'data', recursive: true }],
  ])('is not changed by files.%s %j', async (name, input) => {
    const { text, file } = lab()
    await expect(text(name, input)).rejects.toMatchObject(refusal)
    expect(file('data/key')).toBe('hunter22')
  })

  it('is named, and not searched', async () => {
    const { text } = lab()
    expect(await text('list', { path: 'data' })).toBe('data/key 8 (secret: it is not opened)')
    expect(await text('search', { query: 'hunter22' })).not.toContain('hunter22')
    expect(await text('info', { path: '.' })).not.toContain('secret')
  })
})

describe('a place that stays as it is', () => {
  it('is read', async () => {
    const { text } = lab()
    expect(await text('read', { path: 'rules/a.md' })).toContain('Obey.')
    expect(await text('read', { path: 'deep/x.conf' })).toContain('x = 1')
  })

  it.each([
    ['write', { path: 'rules/a.md', text: 'x' }],
    ['write', { path: 'rules/new/b.md', text: 'x' }],
    ['write', { path: 'any/where/new.conf', text: 'x' }],
    ['write', { path: 'any/NEW.CONF', text: 'x' }],
    ['write', { path: 'not/yet/there/b.md', text: 'x' }],
    ['edit', { path: 'deep/x.conf', old: 'x = 1', new: 'x = 2' }],
    ['move', { from: 'deep/x.conf', to: 'x.txt' }],
    ['move', { from: 'plain/y.txt', to: 'a.conf' }],
    // A folder `yet/there` in it would come to the place with it.
    ['move', { from: 'plain', to: 'not' }],
    ['remove', { path: 'rules/a.md' }],
  ])('is not changed by files.%s %j', async (name, input) => {
    const { root, text, file } = lab()
    await expect(text(name, input)).rejects.toMatchObject(refusal)
    expect([file('rules/a.md'), file('deep/x.conf'), file('plain/y.txt')]).toEqual(['Obey.', 'x = 1', 'y'])
    expect(['any', 'not', 'rules/new'].filter((made) => existsSync(join(root, made)))).toEqual([])
  })

  it.each([
    ['move', { from: 'deep', to: 'elsewhere' }],
    ['remove', { path: 'deep', recursive: true }],
  ])('keeps its folder from files.%s', async (name, input) => {
    await expect(lab().text(name, input)).rejects.toMatchObject({
      code: 'file-unwritable',
      message: '`deep` holds `deep/x.conf`, which is ours.',
    })
  })

  it('leaves all else to be changed', async () => {
    const { text, file } = lab()
    await text('write', { path: 'deep/new.txt', text: 'z' })
    await text('move', { from: 'plain/y.txt', to: 'dataset/rules.txt' })
    expect([file('deep/new.txt'), file('dataset/rules.txt')]).toEqual(['z', 'y'])
  })
})
