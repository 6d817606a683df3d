import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DataProcess, dataProcess } from '../../../test/data-process.ts'

const careful = `name: careful
description: Thinks twice
loop: cot
config:
  samples: 3
`

/** A place with two versions of `careful`. */
async function twoVersions(): Promise<DataProcess> {
  const process = dataProcess()
  await process.gyreWith({ input: careful }, 'personas', 'save', '-')
  await process.gyreWith({ input: careful.replace('3', '5') }, 'personas', 'save', '-')
  return process
}

/** A file in the folder of a process. */
function file({ folder }: DataProcess, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('`gyre personas`', () => {
  it('says how to write the first one of your own', async () => {
    const { code, out, err } = await dataProcess().gyre('personas')
    expect([code, err]).toEqual([0, 'Write one of your own: gyre personas save FILE\n'])
    expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 4).join(' '))).toEqual([
      'NAME VERSION LOOP SOURCE',
      'benchmark - experts shipped',
      'chat - experts shipped',
      'deep - experts shipped',
      'fast - experts shipped',
      'hotel - waves shipped',
      'supervised - reason shipped',
      '',
    ])
  })

  it('lists them as a table or as JSON', async () => {
    const { gyre } = await twoVersions()
    const { out, err } = await gyre('personas')
    expect(out.split('\n').find((line) => line.startsWith('careful'))).toBe(
      'careful     v2       cot      store    Thinks twice',
    )
    expect(err).toBe('')
    const entries = JSON.parse((await gyre('personas', '--json')).out) as { name: string }[]
    expect(entries.filter(({ name }) => /^(?:careful|hotel)$/.test(name))).toEqual([
      { name: 'careful', version: 2, source: 'store', loop: 'cot', description: 'Thinks twice' },
      { name: 'hotel', version: null, source: 'shipped', loop: 'waves', description: expect.stringMatching(/^Finds /) },
    ])
  })

  it('lets your own take the place of one that comes with Gyre, which stays', async () => {
    const { gyre, gyreWith } = dataProcess()
    const source = async () => {
      const entries = JSON.parse((await gyre('personas', '--json')).out) as { name: string; source: string }[]
      return entries.find(({ name }) => name === 'chat')?.source
    }
    expect(await gyre('personas', 'remove', 'chat')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '`chat` comes with Gyre and cannot be removed.\nFix: Save one of this name to have it',
      ),
    })
    expect(await gyre('personas', 'versions', 'chat')).toMatchObject({
      code: 0,
      err: '`chat` comes with Gyre and has no saved versions.\n',
    })
    await gyreWith({ input: 'name: chat\nloop: direct\n' }, 'personas', 'save', '-')
    expect([await source(), (await gyre('personas', 'show', 'chat')).out]).toEqual([
      'store',
      'name: chat\nloop: direct\n',
    ])
    expect(await gyre('personas', 'remove', 'chat')).toEqual({
      code: 0,
      out: 'chat removed, with 1 version\n',
      err: 'The `chat` that comes with Gyre is used again.\n',
    })
    expect(await source()).toBe('shipped')
  })

  it('shows one as YAML, in any of its versions', async () => {
    const { gyre } = await twoVersions()
    expect((await gyre('personas', 'show', 'careful')).out).toBe(careful.replace('3', '5'))
    expect((await gyre('personas', 'show', 'careful', '--version', 'v1')).out).toBe(careful)
    expect(JSON.parse((await gyre('personas', 'show', 'careful', '--json')).out)).toEqual({
      name: 'careful',
      version: 2,
      source: 'store',
      persona: { name: 'careful', description: 'Thinks twice', loop: 'cot', config: { samples: 5 } },
    })
  })

  it('names the nearest when there is no such persona, version or command', async () => {
    const { gyre } = await twoVersions()
    expect(await gyre('personas', 'show', 'carful')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no persona `carful`; did you mean `careful`?'),
    })
    expect(await gyre('personas', 'show', 'careful', '--version', '7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The persona `careful` has no version 7: there are 2 (current), 1.'),
    })
    expect(await gyre('personas', 'show', 'careful', '--version', 'last')).toMatchObject({
      code: 2,
      err: expect.stringContaining('`last` is no version: expected a number such as 3 or v3.'),
    })
    expect((await gyre('personas', 'shwo', 'careful')).err).toContain('Did you mean `gyre personas show`?')
  })

  it('lists versions, newest first', async () => {
    const { gyre } = await twoVersions()
    const { out } = await gyre('personas', 'versions', 'careful')
    expect(out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'DATE').replace(/ {2,}/g, ' | ')).toBe(
      'VERSION | SAVED | PERSONA\nv2 | current | DATE | cot: Thinks twice\nv1 | DATE | cot: Thinks twice\n',
    )
    const versions = JSON.parse((await gyre('personas', 'versions', 'careful', '--json')).out) as object[]
    expect(versions).toMatchObject([
      { version: 2, current: true, body: { config: { samples: 5 } } },
      { version: 1, current: false, body: { config: { samples: 3 } } },
    ])
  })

  it('shows what differs between versions', async () => {
    const { gyre } = await twoVersions()
    const diff = `--- careful v1
+++ careful v2
@@ -2,4 +2,4 @@
 description: Thinks twice
 loop: cot
 config:
-  samples: 3
+  samples: 5
`
    expect((await gyre('personas', 'diff', 'careful')).out).toBe(diff)
    expect((await gyre('personas', 'diff', 'careful', '1', 'v2')).out).toBe(diff)
    expect((await gyre('personas', 'diff', 'careful', '2')).err).toBe('`careful` v2 and v2 are the same.\n')
    expect(JSON.parse((await gyre('personas', 'diff', 'careful', '--json')).out)).toEqual({
      name: 'careful',
      from: 1,
      to: 2,
      diff: diff.trimEnd(),
    })
  })

  it('goes back to an earlier version and forward again', async () => {
    const { gyre } = await twoVersions()
    expect(await gyre('personas', 'rollback', 'careful')).toEqual({
      code: 0,
      out: 'careful v1 is the current one now\n',
      err: 'Sessions that run keep the version they began with.\n',
    })
    expect((await gyre('personas', 'show', 'careful')).out).toBe(careful)
    expect((await gyre('personas', 'diff', 'careful')).err).toContain(
      'The persona `careful` has no earlier version to compare with.',
    )
    expect(await gyre('personas', 'rollback', 'careful')).toMatchObject({ code: 2 })
    expect(await gyre('personas', 'promote', 'careful', 'v2', '--json')).toEqual({
      code: 0,
      out: '{"name":"careful","version":2,"source":"store"}\n',
      err: '',
    })
  })

  it('removes one with its versions and its split', async () => {
    const { gyre, gyreWith } = await twoVersions()
    await gyre('personas', 'rollout', 'careful', '--arm', 'v1=1')
    expect((await gyre('personas', 'remove', 'careful')).out).toBe('careful removed, with 2 versions\n')
    await gyreWith({ input: careful }, 'personas', 'save', '-')
    expect(JSON.parse((await gyre('personas', 'rollout', 'careful', '--json')).out)).toEqual({
      persona: 'careful',
      version: null,
      arms: [],
    })
  })
})

describe('personas that come in', () => {
  it('are saved as new versions, unless they are the same', async () => {
    const process = dataProcess()
    const path = file(process, 'careful.yaml', careful)
    expect(await process.gyre('personas', 'save', path)).toEqual({
      code: 0,
      out: 'careful v1 saved\n',
      err: 'Next: gyre run -p careful "your goal"\n',
    })
    expect((await process.gyre('personas', 'save', path)).out).toBe('careful v1 is the same already\n')
    writeFileSync(path, careful.replace('3', '4'))
    expect((await process.gyre('personas', 'save', path, '--json')).out).toBe(
      '[{"name":"careful","version":2,"isNew":true}]\n',
    )
  })

  it('are all refused when one has a fault, each told with its line', async () => {
    const process = dataProcess()
    const path = file(process, 'both.yaml', `${careful}---\nname: other\nloop: cott\nconfgi: {}\n`)
    expect(await process.gyre('personas', 'save', path)).toEqual({
      code: 2,
      out: '',
      err: `Error: ${path}:9:1: confgi: unknown key; did you mean \`config\`?
${path}:8:7: loop: there is no loop \`cott\`; did you mean \`cot\`?
Fix: Correct the named field; docs/personas.md shows every field.
`,
    })
    expect((await process.gyre('personas', 'export', '--json')).out).toBe('[]\n')
  })

  it('may not have the name of a loop, whatever way they come', async () => {
    const process = dataProcess()
    const path = file(process, 'cot.yaml', careful.replace('name: careful', 'name: cot'))
    const fault = ':1:7: name: `cot` is the name of a loop, which no persona may have; choose another name'
    for (const command of ['save', 'import', 'validate']) {
      expect(await process.gyre('personas', command, path)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${path}${fault}`),
      })
    }
    await process.gyreWith({ input: careful }, 'personas', 'save', '-')
    const rename = { env: { EDITOR: `sed -i 's/name: careful/name: cot/'` } }
    const { code, err } = await process.gyreWith(rename, 'personas', 'edit', 'careful')
    const [, kept = ''] = /Mend it, then: gyre personas save (\S+)/.exec(err) ?? []
    expect([code, err]).toEqual([2, expect.stringContaining(`${kept}${fault}`)])
    rmSync(dirname(kept), { recursive: true })
    expect((await process.gyre('personas', 'export')).out).toBe(careful)
  })

  it('are looked at by `validate` and not saved', async () => {
    const process = dataProcess()
    const good = file(process, 'good.yaml', careful)
    const bad = file(process, 'bad.json', '{ "name": "bad",\n  "loop": 3 }')
    expect((await process.gyre('personas', 'validate', good)).out).toBe(`${good}: careful: no faults\n`)
    expect(await process.gyre('personas', 'validate', good, bad, join(process.folder, 'none.yaml'))).toEqual({
      code: 2,
      out: '',
      err: `Error: ${bad}:2:11: loop: expected a text that is not empty, got 3
${process.folder}/none.yaml: there is no such file
Fix: Correct the named field; docs/personas.md shows every field.
`,
    })
    expect((await process.gyre('personas', 'export', '--json')).out).toBe('[]\n')
  })

  it('come from what was exported', async () => {
    const process = await twoVersions()
    await process.gyreWith({ input: 'name: plain\nloop: direct\n' }, 'personas', 'save', '-')
    const path = join(process.folder, 'all.yaml')
    const all = `${careful.replace('3', '5')}---\nname: plain\nloop: direct\n`
    expect((await process.gyre('personas', 'export')).out).toBe(all)
    expect(await process.gyre('personas', 'export', '-o', path)).toEqual({
      code: 0,
      out: `${path}: 2 personas\n`,
      err: `Next: gyre personas import ${path}\n`,
    })
    expect(readFileSync(path, 'utf8')).toBe(all)
    expect((await process.gyre('personas', 'export', 'plain', '--json')).out).toBe(
      '[{"name":"plain","loop":"direct"}]\n',
    )
    const other = dataProcess()
    expect((await other.gyre('personas', 'import', path)).out).toBe('careful v1 saved\nplain v1 saved\n')
  })
})

describe('`gyre personas edit`', () => {
  const edit = (process: DataProcess, editor: string) =>
    process.gyreWith({ env: { EDITOR: editor } }, 'personas', 'edit', 'careful')

  it('saves what the editor leaves', async () => {
    const process = await twoVersions()
    expect((await edit(process, `sed -i 's/samples: 5/samples: 9/'`)).out).toBe('careful v3 saved\n')
    expect((await process.gyre('personas', 'show', 'careful')).out).toBe(careful.replace('3', '9'))
  })

  it('keeps a text with faults in a file, and saves nothing', async () => {
    const process = await twoVersions()
    const { code, err } = await edit(process, `sed -i 's/samples: 5/samples: many/'`)
    const [, kept = ''] = /Mend it, then: gyre personas save (\S+)/.exec(err) ?? []
    expect([code, err]).toEqual([
      2,
      `Error: ${kept}:5:12: config.samples: expected a whole number from 1 to 100, got "many"
Nothing was saved; your text is kept. Mend it, then: gyre personas save ${kept}
Fix: Correct the named field; docs/personas.md shows every field.
`,
    ])
    expect(readFileSync(kept, 'utf8')).toBe(careful.replace('3', 'many'))
    expect((await process.gyre('personas', 'show', 'careful')).out).toBe(careful.replace('3', '5'))
    rmSync(dirname(kept), { recursive: true })
  })

  it('changes nothing when the text stays, and leaves no file', async () => {
    const process = await twoVersions()
    const note = join(process.folder, 'note')
    expect(await edit(process, `printf %s > ${note}`)).toEqual({
      code: 0,
      out: '',
      err: 'Nothing was changed: `careful` stays as it is.\n',
    })
    const edited = readFileSync(note, 'utf8')
    expect([edited.endsWith('/careful.yaml'), existsSync(edited)]).toEqual([true, false])
  })

  it('saves nothing when the editor fails', async () => {
    const process = await twoVersions()
    const { code, err } = await edit(process, `sed -i 's/samples: 5/samples: 9/' "$1"; false`)
    const [, kept = ''] = /The text is in (\S+)/.exec(err) ?? []
    expect([code, existsSync(kept)]).toEqual([2, true])
    expect((await process.gyre('personas', 'show', 'careful')).out).toBe(careful.replace('3', '5'))
    rmSync(dirname(kept), { recursive: true })
  })

  it('says what to do without an editor', async () => {
    const { gyre } = await twoVersions()
    expect(await gyre('personas', 'edit', 'careful')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'No editor is set: set EDITOR, or write gyre personas export careful -o FILE, edit it, then: gyre personas save FILE',
      ),
    })
  })
})
