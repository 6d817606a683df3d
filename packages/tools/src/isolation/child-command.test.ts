import { realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { childCommand, conditionFlags, type IsolatedPermissions } from './child-command.ts'

function commandFor(permissions: IsolatedPermissions): readonly string[] {
  const file = join(temporaryFolder(), 'main.mjs')
  writeFileSync(file, '')
  return childCommand({ module: pathToFileURL(file), memoryMb: 64, permissions })
}

const rights = (command: readonly string[]) => command.filter((each) => /^--allow-(?!fs-read)/.test(each))
const builtins = (command: readonly string[]) => JSON.parse(command.at(-1) ?? '').builtins

describe('the command of a child', () => {
  it('gives no right but to read modules and to start the warden', () => {
    const command = commandFor({})
    expect(command[0]).toBe('--permission')
    expect(rights(command)).toEqual(['--allow-worker'])
    expect(
      command.filter((each) => each.startsWith('--allow-fs-read=') && !each.startsWith('--allow-fs-read=/')),
    ).toEqual([])
    expect(builtins(command)).toEqual([])
  })

  it('bounds the memory', () => {
    expect(commandFor({})).toContain('--max-old-space-size=64')
  })

  it('names what may be read besides, in full', () => {
    const command = commandFor({ read: ['/data', 'here'] })
    expect(command).toContain('--allow-fs-read=/data')
    expect(command).toContain(`--allow-fs-read=${join(process.cwd(), 'here')}`)
    expect(builtins(command)).toEqual(['fs', 'fs/promises'])
  })

  it('lets code with no rights read its folder, which the gate watches, and code with rights only the code in it', () => {
    const file = join(realpathSync(temporaryFolder()), 'main.mjs')
    writeFileSync(file, '')
    const allowed = (permissions: IsolatedPermissions) =>
      childCommand({ module: pathToFileURL(file), memoryMb: 64, permissions }).filter((each) =>
        each.startsWith(`--allow-fs-read=${dirname(file)}`),
      )
    expect(allowed({})).toEqual([`--allow-fs-read=${dirname(file)}`])
    expect(allowed({ read: ['/data'] })).toEqual([`--allow-fs-read=${file}`])
    expect(allowed({ network: true })).toEqual([`--allow-fs-read=${file}`])
  })

  it('opens the network when it is told to', () => {
    expect(builtins(commandFor({ network: true }))).toContain('net')
  })

  it('refuses a path that Node would take for a pattern', () => {
    expect(() => commandFor({ read: ['/data/*'] })).toThrow(
      'Isolated code cannot be let read `/data/*`: no `*` in its path.',
    )
  })
})

describe('the options a child takes over', () => {
  it.each([
    [['--conditions=@gyre/source'], ['--conditions=@gyre/source']],
    [
      ['--conditions', 'a', '-C', 'b', '-C=c'],
      ['--conditions=a', '--conditions=b', '--conditions=c'],
    ],
    [['--inspect', '--require', 'x', '--expose-gc', '--import=y', '--conditions'], []],
  ])('of %j are its conditions', (options, taken) => {
    expect(conditionFlags(options)).toEqual(taken)
  })
})
