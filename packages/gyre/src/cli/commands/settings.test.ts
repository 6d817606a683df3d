import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { dataProcess } from '../../../test/data-process.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

describe('`gyre settings`', () => {
  it('lists values with where they are from, and marks those that differ from the default', async () => {
    const { gyre } = dataProcess()
    await gyre('settings', 'set', 'default_loop', 'cot')
    const { out, err } = await gyre('settings')
    expect(out.split('\n').slice(0, 4)).toEqual([
      '* default_loop = "cot"  (store)',
      '    The loop of a session that names none.',
      '  default_model = ""  (default)',
      '    The model of a session that names none; empty is the first one found.',
    ])
    expect(err).toBe('* differs from the default. Change one: gyre settings set KEY VALUE\n')
    expect((JSON.parse((await gyre('settings', '--json')).out) as object[])[0]).toEqual({
      key: 'default_loop',
      value: 'cot',
      default: 'react',
      source: 'store',
      description: 'The loop of a session that names none.',
      version: 1,
      fault: null,
      differs: true,
    })
  })

  it('fits a terminal', async () => {
    const { gyreWith } = dataProcess()
    const { out } = await gyreWith({ isTty: true, env: { NO_COLOR: '1' }, columns: 60 }, 'settings')
    expect(out).toContain('  reasoning.skill_whitelist = ["web.search","web.fetch","kn…\n')
  })

  it('gets a text as it is and other values as JSON', async () => {
    const { gyre } = dataProcess()
    expect((await gyre('settings', 'get', 'default_loop')).out).toBe('react\n')
    expect((await gyre('settings', 'get', 'reasoning.default_delivery')).out).toBe('["memory"]\n')
    expect(JSON.parse((await gyre('settings', 'get', 'default_loop', '--json')).out)).toMatchObject({
      source: 'default',
    })
  })

  it('sets, unsets, goes back and forward', async () => {
    const { gyre } = dataProcess()
    const said = async (...args: string[]) => (await gyre('settings', ...args)).out
    expect(await said('set', 'reasoning.max_iterations', '20')).toBe('reasoning.max_iterations = 20  (store)\n')
    expect(await said('unset', 'reasoning.max_iterations')).toBe('reasoning.max_iterations = 15  (default)\n')
    expect(await said('rollback', 'reasoning.max_iterations')).toBe('reasoning.max_iterations = 20  (store)\n')
    expect(await said('promote', 'reasoning.max_iterations', 'v2')).toBe('reasoning.max_iterations = 15  (default)\n')
    const versions = (await said('versions', 'reasoning.max_iterations')).replace(
      /\d{4}-\d\d-\d\d \d\d:\d\d UTC/g,
      'DATE',
    )
    expect(versions.replace(/ {2,}/g, ' | ')).toBe(
      'VERSION | SAVED | VALUE\nv2 | current | DATE | (the default)\nv1 | DATE | 20\n',
    )
  })

  it('tells when something else wins over what is saved', async () => {
    const host = new FakeHost({ env: { GYRE_MODEL: 'openai/gpt-5' } })
    const args = ['--data', temporaryFolder(), 'settings', 'set', 'default_model', 'demo/rules']
    expect(await invoke(args, host)).toBe(0)
    expect([host.out, host.err]).toEqual([
      'default_model = "openai/gpt-5"  (environment)\n',
      'It is set by the environment, which wins over what is saved.\n',
    ])
  })

  it('refuses what does not fit, says what to write, and saves nothing', async () => {
    const { gyre } = dataProcess()
    const refused = async (key: string, value: string) => {
      const { code, err } = await gyre('settings', 'set', key, value)
      return [code, err.split('\nFix:')[0]]
    }
    expect(await refused('reasoning.max_iterations', 'ten')).toEqual([
      2,
      'Error: Setting `reasoning.max_iterations`: expected a whole number from 1 to 10000, got "ten"',
    ])
    expect(await refused('default_lop', 'cot')).toEqual([
      2,
      'Error: There is no setting `default_lop`; did you mean `default_loop`?',
    ])
    expect(await refused('default_loop', 'coot')).toEqual([
      2,
      'Error: Setting `default_loop`: there is no loop `coot`; did you mean `cot`?',
    ])
    expect(await refused('loops_off', 'cot, react')).toEqual([
      2,
      `Error: Setting \`loops_off\`: expected a list, each entry a text that is not empty, got "cot, react"
Write it as JSON: '["cot","react"]'`,
    ])
    expect((await gyre('settings', 'versions', 'loops_off')).err).toBe(
      '`loops_off` was never set. Set it: gyre settings set loops_off VALUE\n',
    )
  })

  it('exports what was saved, and imports all or nothing', async () => {
    const { folder, gyre } = dataProcess()
    const path = join(folder, 'settings.json')
    expect((await gyre('settings', 'export')).err).toBe('There is nothing to export: no setting was saved.\n')
    await gyre('settings', 'set', 'default_loop', 'cot')
    expect((await gyre('settings', 'export')).out).toBe('default_loop: cot\n')
    expect((await gyre('settings', 'export', '-o', path)).out).toBe(`${path}: 1 setting\n`)
    expect(readFileSync(path, 'utf8')).toBe('{\n  "default_loop": "cot"\n}\n')
    const other = dataProcess()
    expect((await other.gyre('settings', 'import', path)).out).toBe('default_loop = "cot"  (store)\n')
    writeFileSync(path, '{\n  "default_loop": "react",\n  "reasoning.stuck_threshold": 0\n}\n')
    expect(await other.gyre('settings', 'import', path)).toEqual({
      code: 2,
      out: '',
      err: `Error: ${path}:3:32: ["reasoning.stuck_threshold"]: expected a whole number from 1 to 100, got 0
Fix: Give a value of the kind the message names.
`,
    })
    expect((await other.gyre('settings', 'get', 'default_loop')).out).toBe('cot\n')
    const { err } = await other.gyreWith({ input: '- 1\n' }, 'settings', 'import', '-')
    expect(err).toContain('Error: stdin:1:1: expected one mapping of names to values')
    const two = 'default_loop: react\n---\ndefault_loop: direct\n'
    expect((await other.gyreWith({ input: two }, 'settings', 'import', '-')).err).toContain(
      'Error: stdin:3:1: expected one',
    )
  })
})
