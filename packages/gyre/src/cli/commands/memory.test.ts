import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost, type FakeHostOptions } from '../../../test/fake-host.ts'
import { processOver } from '../../../test/fake-place.ts'
import { invoke } from '../invoke.ts'

function notes() {
  const store = memoryStore()
  const { gyre } = processOver({ model: modelOf(() => says('Hello.')), store })
  const typeWith = async (options: FakeHostOptions, ...args: string[]) => {
    const host = new FakeHost(options)
    const code = await gyre(host, 'memory', ...args)
    return { code, out: host.out, err: host.err }
  }
  const type = (...args: string[]) => typeWith({}, ...args)
  /** Notes a text; gives its id. */
  const add = async (...args: string[]) => (await type('add', ...args)).out.split(' ')[0] ?? ''
  /** Lets its time be over. */
  const expire = async (id: string) => {
    const memory = await store.memories.get(id)
    if (memory) await store.memories.edit(id, { ...memory, expiresAt: 1 })
  }
  return { store, type, typeWith, add, expire }
}

const day = 86_400_000

describe('`gyre memory`', () => {
  it('says when nothing is remembered', async () => {
    const { type } = notes()
    expect(await type()).toEqual({ code: 0, out: '', err: 'Nothing is remembered yet.\n' })
    expect((await type('--kind', 'note')).err).toBe('Nothing of kind `note` is remembered.\n')
    expect((await type('--json')).out).toBe('[]\n')
  })

  it('lists what is remembered, newest first, each in a line', async () => {
    const { type, add } = notes()
    const first = await add('Invoices are due\nafter 14 days.')
    const second = await add('The printer \u001b[31mis broken.')
    const { out, err } = await type('list')
    const rows = out.split('\n').map((line) => line.split(/ {2,}/))
    expect(rows).toEqual([
      ['ID', 'KIND', 'AGE', 'TEXT'],
      [expect.any(String), 'note', expect.stringMatching(/^\d+ s$/), 'The printer is broken.'],
      [expect.any(String), 'note', expect.stringMatching(/^\d+ s$/), 'Invoices are due after 14 days.'],
      [''],
    ])
    // As much of the id as tells it from the others, and names it to other commands.
    const [newest = '', oldest = ''] = rows.slice(1, 3).map(([id]) => id)
    expect([second.startsWith(newest), first.startsWith(oldest), newest === oldest]).toEqual([true, true, false])
    expect((await type('show', oldest)).out).toContain(`id       ${first}\n`)
    expect(err).toBe('')
  })

  it('says when there are more, and takes a kind', async () => {
    const { type, add } = notes()
    await add('One.')
    await add('Two.')
    const { out, err } = await type('-n', '1')
    expect(out.match(/^mem_/gm)).toHaveLength(1)
    expect(err).toBe('There are more: gyre memory --limit 2\n')
    expect((await type('--kind', 'note')).out.match(/^mem_/gm)).toHaveLength(2)
    expect((await type('--kind', 'list')).err).toBe('Nothing of kind `list` is remembered.\n')
  })

  it('finds what is near to a question', async () => {
    const { type, add } = notes()
    await add('Invoices are due after 14 days.')
    const id = await add('The printer is broken.')
    expect((await type('search', 'which printer', '-n', '1')).out).toMatch(
      new RegExp(`^ID +KIND {2}NEAR {2}TEXT\n${id.slice(0, 17)} {2}note {2}0\\.\\d\\d {2}The printer is broken\\.\n$`),
    )
    const [found] = JSON.parse((await type('search', 'which printer', '--json')).out) as object[]
    expect(found).toMatchObject({ id, score: expect.any(Number) })
    expect(found).not.toHaveProperty('vector')
    expect((await type('search', '"xyz* OR (')).err).toBe('Nothing is remembered of ""xyz* OR (".\n')
  })

  it('shows one by its id or a beginning of it', async () => {
    const { type, add } = notes()
    const id = await add('The printer is broken.')
    const { out } = await type('show', id.slice(0, 12))
    expect(out).toMatch(
      /^id {7}mem_\S+\nkind {5}note\nnoted {4}\S+Z\nexpires {2}never\nvector {3}lexical\/hashed-1\n\nThe printer is broken\.\n$/,
    )
    expect(JSON.parse((await type('show', id, '--json')).out)).toMatchObject({
      id,
      kind: 'note',
      text: 'The printer is broken.',
      session: null,
      expiresAt: null,
    })
  })

  it('takes a text from stdin', async () => {
    const { type, typeWith } = notes()
    expect((await typeWith({ input: 'From a pipe.\n' }, 'add', '-')).code).toBe(0)
    expect(JSON.parse((await type('--json')).out)).toMatchObject([{ text: 'From a pipe.' }])
  })

  it('forgets after a time, and not before', async () => {
    const { type, add, store, expire } = notes()
    const id = await add('The printer is broken.', '--expires', '7d')
    const { at = 0, expiresAt } = (await store.memories.get(id)) ?? {}
    expect(expiresAt).toBe(at + 7 * day)
    await expire(id)
    expect((await type()).err).toBe('Nothing is remembered yet.\n')
    expect((await type('show', id)).out).toContain('expires  1970-01-01T00:00:00.001Z (it is over)\n')
    expect((await type('remove', '--expired')).err).toBe('1 memory forgotten.\n')
    expect(JSON.parse((await type('remove', '--expired', '--json')).out)).toEqual({ removed: 0 })
    expect((await type('show', id)).code).toBe(2)
  })

  it('is put into other words, and kept for longer', async () => {
    const { type, add, store } = notes()
    const id = await add('Invoices are due after 14 days.', '--expires', '1d')
    expect((await type('edit', id, 'Invoices are due after 30 days.')).out).toBe(`${id} changed\n`)
    expect(await store.memories.get(id)).toMatchObject({ text: 'Invoices are due after 30 days.' })
    expect((await store.memories.get(id))?.expiresAt).not.toBeNull()
    await type('edit', id, '--expires', 'never')
    expect(await store.memories.get(id)).toMatchObject({ text: 'Invoices are due after 30 days.', expiresAt: null })
  })

  it('is changed in an editor', async () => {
    const { typeWith, add, store } = notes()
    const id = await add('Invoices are due after 14 days.')
    const editor = join(temporaryFolder(), 'editor')
    writeFileSync(editor, '#!/bin/sh\nsed -i s/14/30/ "$1"\n')
    chmodSync(editor, 0o755)
    const { code } = await typeWith({ isTty: true, env: { EDITOR: editor } }, 'edit', id)
    expect(code).toBe(0)
    expect((await store.memories.get(id))?.text).toBe('Invoices are due after 30 days.')
  })

  it('is removed, all of those named or none', async () => {
    const { type, add } = notes()
    const [one, two] = [await add('One.'), await add('Two.')]
    expect((await type('remove', one, 'mem_none')).code).toBe(2)
    expect((await type()).out.match(/^mem_/gm)).toHaveLength(2)
    expect((await type('rm', one)).out).toBe(`${one} forgotten\n`)
    expect(JSON.parse((await type('remove', two, '--json')).out)).toEqual({ removed: [two] })
  })

  it.each([
    [['add', ' '], 'A memory needs a text that is not empty.'],
    [['add', 'x', '--expires', 'soon'], '`--expires soon`: expected a time, such as 30d, 12h or 90m.'],
    [['add', 'x', '--expires', '0d'], '`--expires 0d`: it would be forgotten at once; expected a longer time.'],
    [['edit', 'x', '--expires', '0d'], '`--expires 0d`: it would be forgotten at once; expected a longer time.'],
    [['search', ''], 'The question is empty.'],
    [['show', 'mem_none'], 'There is no memory `mem_none`.'],
    [['edit', 'mem_none', 'x'], 'There is no memory `mem_none`.'],
    [['remove'], '`gyre memory remove` takes ids of memories, or --expired, not both.'],
    [['remove', 'x', '--expired'], '`gyre memory remove` takes ids of memories, or --expired, not both.'],
    [['-n', '0'], '`--limit 0`: expected a whole number of at least 1.'],
    [['serch'], '`gyre memory serch` is no command. Did you mean `gyre memory search`?'],
  ])('refuses %j', async (args, says) => {
    const { code, out, err } = await notes().type(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`Error: ${says}`)
  })
})

/** A folder of its own, with the demo model. */
function place(env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder()
  return async (...args: string[]) => {
    const host = new FakeHost({ cwd, env: { HOME: cwd, GYRE_MODEL: 'demo/rules', ...env } })
    const code = await invoke(['--data', join(cwd, 'data'), ...args], host)
    return { code, out: host.out, err: host.err }
  }
}

describe('sessions', () => {
  it('leave their answers, for as long as the settings say', async () => {
    const gyre = place()
    await gyre('settings', 'set', 'memory.sessions', 'true')
    await gyre('settings', 'set', 'memory.days', '2')
    await gyre('run', '-q', 'What is 2 + 3?')
    const [memory] = JSON.parse((await gyre('memory', '--json')).out) as [{ at: string; expiresAt: string }]
    expect(memory).toMatchObject({
      kind: 'reasoning',
      text: expect.stringMatching(/What is 2 \+ 3\?[\s\S]*2 \+ 3 = 5/),
      session: expect.stringMatching(/^ses_/),
    })
    expect(Date.parse(memory.expiresAt) - Date.parse(memory.at)).toBe(2 * day)
  })

  it.each([
    ['the demo model', {}],
    ['a tier that is the demo model', { GYRE_MODEL: 'light' }],
  ])('leave nothing with %s unless somebody wants it', async (_, env) => {
    const gyre = place(env)
    await gyre('settings', 'set', 'tier.light', 'demo/rules')
    expect((await gyre('run', '-q', 'What is 2 + 3?')).out).toBe('2 + 3 = 5\n')
    expect((await gyre('memory', '--json')).out).toBe('[]\n')
  })

  it('leave what they deliver to the memory for as long as the settings say, where others leave nothing', async () => {
    const gyre = place()
    await gyre('settings', 'set', 'memory.sessions', 'false')
    await gyre('settings', 'set', 'memory.days', '2')
    await gyre('run', '-q', '--deliver', 'memory', 'What is 2 + 3?')
    const [memory] = JSON.parse((await gyre('memory', '--json')).out) as [{ at: string; expiresAt: string }]
    expect(Date.parse(memory.expiresAt) - Date.parse(memory.at)).toBe(2 * day)
  })

  it('leave nothing when the settings say so', async () => {
    const gyre = place()
    await gyre('settings', 'set', 'memory.sessions', 'false')
    expect((await gyre('run', '-q', 'What is 2 + 3?')).out).toBe('2 + 3 = 5\n')
    expect((await gyre('memory', '--json')).out).toBe('[]\n')
  })
})

describe('a note where nobody makes vectors', () => {
  it('is kept, which is told, and found by its words', async () => {
    const gyre = place({ GYRE_EMBEDDING_MODEL: 'nowhere/e5' })
    const { code, err } = await gyre('memory', 'add', 'The printer is broken.')
    expect([code, err]).toEqual([
      0,
      '`nowhere/e5`: there is no provider `nowhere`. Those with embedding models are openai, google, mistral, ollama, lmstudio, llamacpp, vllm.\nIt has no vector: it is found by its words alone until: gyre knowledge reembed\n',
    ])
    expect((await gyre('memory', 'search', 'printer')).out).toMatch(/ note +– {2}The printer is broken\.\n$/)
    const [found] = JSON.parse((await gyre('memory', 'search', 'broken printer cable', '--json')).out) as [object]
    expect(found).toMatchObject({ score: 2 / 3, by: 'words' })
  })

  it('holds no secret of the environment', async () => {
    const gyre = place({ OPENAI_API_KEY: 'sk-hunter22-hunter22' })
    await gyre('memory', 'add', 'The key is sk-hunter22-hunter22.')
    expect((await gyre('memory', '--json')).out).not.toContain('hunter22')
  })
})
