import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { dataProcess } from '../../../test/data-process.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

/** A bash that has loaded the script; `gyre completion values KIND` there says `KIND-1` and `KIND-2`. */
async function bash() {
  const { folder, gyre } = dataProcess()
  const script = join(folder, 'gyre.bash')
  writeFileSync(script, (await gyre('completion', 'bash')).out)
  writeFileSync(join(folder, 'gyre'), '#!/bin/sh\necho "$3-1"\necho "$3-2"\necho "to do \\$(touch broken)"\n', {
    mode: 0o755,
  })
  const run = `source ${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gyre ${folder}/gyre
printf '%s\\n' "\${COMPREPLY[@]}"`
  return (...words: string[]) =>
    execFileSync('bash', ['-c', run, 'bash', 'gyre', ...words], { encoding: 'utf8', cwd: folder })
      .trim()
      .split('\n')
}

describe('completion in bash', () => {
  it('offers commands, and the second words of those that have two', async () => {
    const complete = await bash()
    expect(complete('pers')).toEqual(['personas'])
    expect(complete('know')).toEqual(['knowledge'])
    expect(complete('knowledge', 're')).toEqual(['remove', 'reembed'])
    expect(complete('memory', 's')).toEqual(['search', 'show'])
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(complete('personas', 'r')).toEqual(['rollback', 'rollout', 'remove'])
    expect(complete('--data', 'personas', 'setti')).toEqual(['settings'])
  })

  it('offers options of the command and of all', async () => {
    const complete = await bash()
    expect(complete('personas', 'rollout', 'careful', '--')).toEqual(
      expect.arrayContaining(['--arm', '--off', '--json']),
    )
    expect(complete('personas', 'show', '--ar')).toEqual([''])
    expect(complete('--lo')).toEqual(['--loop'])
  })

  it('offers names from the data, as they are', async () => {
    const complete = await bash()
    const [first, second, odd] = ['-1', '-2', 'to do $(touch broken)']
    expect(complete('personas', 'show', '')).toEqual([`personas${first}`, `personas${second}`, odd])
    expect(complete('personas', 'show', 'careful', '')).toEqual([''])
    expect(complete('personas', 'export', 'a', 'b', 'personas-2')).toEqual(['personas-2'])
    expect(complete('prompts', 'show', 'prompts')).toEqual(['prompts-1', 'prompts-2'])
    expect(complete('settings', 'get', 'settings')).toEqual(['settings-1', 'settings-2'])
    expect(complete('attach', 'ses')).toEqual(['sessions-1', 'sessions-2'])
    expect(complete('run', '-l', 'lo')).toEqual(['loops-1', 'loops-2'])
    expect(complete('--loop', '=', 'lo')).toEqual(['loops-1', 'loops-2'])
    expect(complete('loops', 'show', 'lo')).toEqual(['loops-1', 'loops-2'])
    expect(complete('loops', '')).toEqual(['list', 'show', 'loops-1', 'loops-2', odd])
    expect(complete('--persona', '=')).toEqual(['personas-1', 'personas-2', odd])
    expect(complete('run', '--tools', 'too')).toEqual(['tools-1', 'tools-2'])
    expect(complete('tools', 'call', 'too')).toEqual(['tools-1', 'tools-2'])
    expect(complete('tools', 'breaker', 'too')).toEqual(['tools-1', 'tools-2'])
    expect(complete('tools', 'breaker', 'reset', 'too')).toEqual(['tools-1', 'tools-2'])
    expect(complete('mcp', 'test', 'ser')).toEqual(['servers-1', 'servers-2'])
    expect(complete('mcp', 'add', 'ser')).toEqual([''])
    expect(complete('memory', 'edit', 'mem')).toEqual(['memories-1', 'memories-2'])
    expect(complete('knowledge', 'remove', 'a.md', 'doc')).toEqual(['documents-1', 'documents-2'])
  })

  it('leaves files and goals to the shell', async () => {
    const complete = await bash()
    expect(complete('personas', 'save', '')).toEqual([''])
    expect(complete('knowledge', 'add', '')).toEqual([''])
    expect(complete('run', '--', '')).toEqual([''])
  })
})

describe('`gyre completion`', () => {
  it('knows every command in every shell, and none that is hidden', async () => {
    const { gyre } = dataProcess()
    const fish = (await gyre('completion', 'fish')).out
    expect(fish).toContain(`complete -c gyre -n '__gyre_at personas' -f -a 'show' -d 'A persona as YAML'\n`)
    expect(fish).toContain(`complete -c gyre -n '__gyre_arg 0 personas show' -f -a '(__gyre_values personas)'\n`)
    expect(fish).toContain(
      `complete -c gyre -l data -r -F -d 'The data folder; else GYRE_DATA, else that of the platform'\n`,
    )
    const zsh = (await gyre('completion', 'zsh')).out
    expect(zsh).toContain(
      `    'personas show') flags=('--version:One of its saved versions'); args=('values:personas'); repeats='' ;;\n`,
    )
    expect(
      [fish, zsh].filter((script) => script.includes("'completion values'") || script.includes("-a 'values'")),
    ).toEqual([])
  })

  it('leaves what is for scripts alone out of help', async () => {
    const { out } = await dataProcess().gyre('--help')
    expect([out.includes('completion bash|zsh|fish'), out.includes('completion values')]).toEqual([true, false])
  })

  it('refuses a shell it has no script for', async () => {
    expect(await dataProcess().gyre('completion', 'tcsh')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no completion for `tcsh`: expected bash, zsh or fish.'),
    })
  })
})

describe('`gyre completion values`', () => {
  it('prints names, one a line', async () => {
    const { gyre, gyreWith } = dataProcess()
    await gyreWith({ input: 'name: plain\nloop: direct\n---\nname: careful\nloop: cot\n' }, 'personas', 'save', '-')
    expect((await gyre('completion', 'values', 'personas')).out).toBe(
      'benchmark\ncareful\nchat\ndeep\nfast\nhotel\nplain\nsupervised\n',
    )
    expect((await gyre('completion', 'values', 'loops')).out.split('\n')).toContain('cot')
    expect((await gyre('completion', 'values', 'settings')).out.split('\n')[0]).toBe('default_loop')
    expect(await gyre('completion', 'values', 'colours')).toEqual({ code: 0, out: '', err: '' })
  })

  it('knows memories and documents, those of your own', async () => {
    const { folder, gyre, gyreWith } = dataProcess()
    writeFileSync(join(folder, 'a.md'), 'Kelp grows in the bay.')
    await gyreWith({ cwd: folder }, 'knowledge', 'add', 'a.md')
    const id = (await gyre('memory', 'add', 'One.')).out.split(' ')[0]
    expect((await gyreWith({ cwd: folder }, 'completion', 'values', 'documents')).out).toBe('a.md\n')
    expect((await gyre('completion', 'values', 'memories')).out).toBe(`${id}\n`)
  })

  it('knows tools and servers by the config alone: no server is asked', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, '.mcp.json'), '{ "mcpServers": { "disk": { "command": "touch", "args": ["started"] } } }')
    const values = async (kind: string) => {
      const host = new FakeHost({ cwd, env: { HOME: cwd } })
      expect(await invoke(['--data', join(cwd, 'data'), 'completion', 'values', kind], host)).toBe(0)
      return host.out
    }
    expect(await values('servers')).toBe('disk\n')
    expect((await values('tools')).split('\n')).toContain('math.calculate')
    expect([existsSync(join(cwd, 'data')), existsSync(join(cwd, 'started'))]).toEqual([false, false])
  })

  it('makes no data where there is none yet', async () => {
    const folder = join(temporaryFolder(), 'none')
    const values = async (kind: string) => {
      const host = new FakeHost()
      expect(await invoke(['--data', folder, 'completion', 'values', kind], host)).toBe(0)
      return host.out.split('\n')
    }
    expect(await values('personas')).toEqual([''])
    expect(await values('loops')).toContain('cot')
    expect(existsSync(folder)).toBe(false)
  })

  it('is silent where the data cannot be opened', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'gyre.db'), 'This is no database.')
    const host = new FakeHost()
    expect(await invoke(['--data', folder, 'completion', 'values', 'personas'], host)).toBe(0)
    expect([host.out, host.err]).toEqual(['', ''])
  })
})
