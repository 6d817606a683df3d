import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineLoop, definePrompts } from '@gyre/core'
import { scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { type DataProcess, dataProcess } from '../../../test/data-process.ts'

const greeter = defineLoop({
  name: 'greeter',
  prompts: definePrompts({ hello: 'Greet {name}.\nBe kind.' }),
  run: () => Promise.resolve('Hello.'),
})

const greeting = () => dataProcess(scriptedModel(), [greeter])

/** A place where the prompt was changed once. */
async function changed(): Promise<DataProcess> {
  const process = greeting()
  await process.gyre('prompts', 'set', 'greeter.hello', 'Hail {name}.')
  return process
}

describe('`gyre prompts`', () => {
  it('lists ids, versions, placeholders and first lines', async () => {
    const { gyre } = greeting()
    const line = async () => (await gyre('prompts')).out.split('\n').find((each) => each.startsWith('greeter'))
    expect((await line())?.split(/ {2,}/)).toEqual(['greeter.hello', 'default', '{name}', 'Greet {name}.'])
    await gyre('prompts', 'set', 'greeter.hello', 'Hail {name}.')
    expect((await line())?.split(/ {2,}/)).toEqual(['greeter.hello', 'v1', '{name}', 'Hail {name}.'])
    const entries = JSON.parse((await gyre('prompts', '--json')).out) as { id: string }[]
    expect(entries.find(({ id }) => id === 'greeter.hello')).toEqual({
      id: 'greeter.hello',
      loop: 'greeter',
      name: 'hello',
      defaultText: 'Greet {name}.\nBe kind.',
      text: 'Hail {name}.',
      placeholders: ['name'],
      version: 1,
      isDefault: false,
      fault: null,
    })
  })

  it('shows the text in use, the default or a version', async () => {
    const { gyre } = await changed()
    expect(await gyre('prompts', 'show', 'greeter.hello')).toEqual({
      code: 0,
      out: 'Hail {name}.\n',
      err: 'greeter.hello: v1; placeholders: {name}\n',
    })
    expect((await gyre('prompts', 'show', 'greeter.hello', '--default')).out).toBe('Greet {name}.\nBe kind.\n')
    expect((await gyre('prompts', 'show', 'greeter.hello', '--version', '1', '--json')).out).toBe(
      '{"id":"greeter.hello","version":1,"text":"Hail {name}."}\n',
    )
    expect((await gyre('prompts', 'show', 'greeter.hello', '--version', '2')).err).toContain(
      'The prompt `greeter.hello` has no version 2: there are 1.',
    )
    expect(await gyre('prompts', 'show', 'greeter.helo')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no prompt `greeter.helo`; did you mean `greeter.hello`?'),
    })
  })

  it('refuses a text with other placeholders, with its line where it is from a file', async () => {
    const { folder, gyre, gyreWith } = greeting()
    const path = join(folder, 'hello.txt')
    writeFileSync(path, 'Hail {name}\nof {{town}} and {town}.\n')
    const has = 'this prompt has {name}, and each must be used'
    const fix = 'Fix: Use exactly the placeholders the prompt has; an empty text is the default.\n'
    expect(await gyre('prompts', 'set', 'greeter.hello', 'Hail.')).toEqual({
      code: 2,
      out: '',
      err: `Error: Prompt \`greeter.hello\`: missing placeholder {name}; ${has}\n${fix}`,
    })
    expect(await gyre('prompts', 'set', 'greeter.hello', `@${path}`)).toEqual({
      code: 2,
      out: '',
      err: `Error: ${path}:2:17: unknown placeholder {town}; ${has}\n${fix}`,
    })
    expect((await gyreWith({ input: 'Hail.' }, 'prompts', 'set', 'greeter.hello', '-')).err).toBe(
      `Error: stdin: missing placeholder {name}; ${has}\n${fix}`,
    )
    expect((await gyre('prompts', 'versions', 'greeter.hello')).err).toBe(
      '`greeter.hello` was never changed. Change it: gyre prompts edit greeter.hello\n',
    )
  })

  it('takes a text from a file without the end of its last line; an empty one is the default', async () => {
    const { gyre, gyreWith } = greeting()
    expect(await gyreWith({ input: 'Hail {name}.\n\n' }, 'prompts', 'set', 'greeter.hello', '-')).toEqual({
      code: 0,
      out: 'greeter.hello v1 is in use\n',
      err: 'Sessions that run keep their prompts. Compare: gyre prompts diff greeter.hello\n',
    })
    expect((await gyre('prompts', 'show', 'greeter.hello')).out).toBe('Hail {name}.\n\n')
    expect((await gyre('prompts', 'set', 'greeter.hello', '')).out).toBe('greeter.hello is the default\n')
    expect((await gyre('prompts', 'rollback', 'greeter.hello')).out).toBe('greeter.hello v1 is in use\n')
    expect((await gyre('prompts', 'promote', 'greeter.hello', 'v2')).out).toBe('greeter.hello is the default\n')
  })

  it('shows what differs from the version before, or from the default', async () => {
    const { gyre } = await changed()
    const diff = `--- greeter.hello default
+++ greeter.hello v1
@@ -1,2 +1,1 @@
-Greet {name}.
-Be kind.
+Hail {name}.
`
    expect((await gyre('prompts', 'diff', 'greeter.hello')).out).toBe(diff)
    await gyre('prompts', 'set', 'greeter.hello', 'Welcome {name}.')
    expect((await gyre('prompts', 'diff', 'greeter.hello')).out).toContain('-Hail {name}.\n+Welcome {name}.\n')
    expect((await gyre('prompts', 'diff', 'greeter.hello', 'default', '1')).out).toBe(diff)
    expect(await gyre('prompts', 'diff', 'greeter.hello', '9')).toMatchObject({ code: 2 })
  })

  it('keeps an edited text with faults', async () => {
    const { gyreWith } = await changed()
    const edit = (editor: string) => gyreWith({ env: { VISUAL: editor } }, 'prompts', 'edit', 'greeter.hello')
    const { code, err } = await edit(`sed -i 's/name/nmae/'`)
    const [, kept = ''] = /gyre prompts set greeter\.hello @(\S+)/.exec(err) ?? []
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      `Error: ${kept}:1:6: unknown placeholder {nmae}; this prompt has {name}, and each must be used`,
    ])
    expect(readFileSync(kept, 'utf8')).toBe('Hail {nmae}.\n')
    rmSync(dirname(kept), { recursive: true })
    expect((await edit(`sed -i 's/Hail/Cheer/'`)).out).toBe('greeter.hello v2 is in use\n')
    expect((await edit('true')).err).toBe('Nothing was changed: `greeter.hello` stays as it is.\n')
  })

  it('says that a file it imports is no JSON, or no YAML, and where', async () => {
    const { folder, gyre } = greeting()
    const imported = async (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return gyre('prompts', 'import', join(folder, name))
    }
    expect(await imported('bad.json', '{"a": "x",\n "b" 3}')).toEqual({
      code: 2,
      out: '',
      err: `Error: ${join(folder, 'bad.json')}:2:6: no JSON: expected \`:\` after the key
Fix: Correct the named place in the file.
`,
    })
    expect((await imported('bad.yaml', 'a: [1\nb: 2')).err).toContain('bad.yaml:2:1: no YAML: ')
    expect((await imported('list.yaml', '- 1')).err).toContain('Fix: Correct the named place in the file.')
  })

  it('exports what is not the default, and imports all or nothing', async () => {
    const { folder, gyre } = await changed()
    const path = join(folder, 'prompts.yaml')
    expect((await gyre('prompts', 'export')).out).toBe('greeter.hello: Hail {name}.\n')
    expect((await gyre('prompts', 'export', '-o', path)).out).toBe(`${path}: 1 prompt\n`)
    const other = greeting()
    expect((await other.gyre('prompts', 'export')).err).toBe(
      'There is nothing to export: every prompt is the default.\n',
    )
    expect((await other.gyre('prompts', 'import', path)).out).toBe('greeter.hello v1 is in use\n')
    writeFileSync(path, 'greeter.hello: Hey {name}.\ngreeter.helo: Hey.\ndirect.system:\n  - 1\n')
    expect(await other.gyre('prompts', 'import', path)).toEqual({
      code: 2,
      out: '',
      err: `Error: ${path}:2:15: ["greeter.helo"]: there is no prompt \`greeter.helo\`; did you mean \`greeter.hello\`?
${path}:4:3: ["direct.system"]: expected a text
Fix: Use exactly the placeholders the prompt has; an empty text is the default.
`,
    })
    expect((await other.gyre('prompts', 'show', 'greeter.hello')).out).toBe('Hail {name}.\n')
  })
})
