import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../test/fake-host.ts'
import type { Command, CommandRun } from './command.ts'
import { invoke } from './invoke.ts'
import type { Place, PlaceOptions } from './place.ts'

function command(run: CommandRun): Command {
  const load = () => Promise.resolve(run)
  return { name: 'try', summary: 'Tries', args: '', options: {}, examples: [], load }
}

const tell = (host: FakeHost, run: CommandRun, ...args: string[]) =>
  invoke(['try', ...args], host, { commands: [command(run)] })

describe('invoke', () => {
  it('exits as the command says', async () => {
    expect(await tell(new FakeHost(), async () => 3)).toBe(3)
  })

  it.each([
    ['session-unknown', 2],
    ['usage-invalid', 2],
    ['store-full', 1],
    ['session-busy', 1],
    ['model-auth', 5],
    ['model-unavailable', 5],
    ['person-needed', 4],
    ['aborted', 130],
  ] as const)('exits with the code of %s: %i', async (code, exit) => {
    expect(await tell(new FakeHost(), () => Promise.reject(new GyreError(code, 'No.')))).toBe(exit)
  })

  it('says what went wrong and what to do, with the stack when it is wanted', async () => {
    const fails = () => Promise.reject(new GyreError('store-full', 'The disk is full.', { cause: new Error('ENOSPC') }))
    const host = new FakeHost()
    await tell(host, fails)
    expect([host.out, host.err]).toEqual([
      '',
      'Error: The disk is full.\nFix: Free some disk space, then resume the session: what was committed is safe.\n',
    ])
    const debugged = new FakeHost()
    await tell(debugged, fails, '--debug')
    expect(debugged.err).toMatch(/GyreError: The disk is full\.\n {4}at [\s\S]*Caused by: Error: ENOSPC\n {4}at /)
  })

  it.each([[['--json']], [['--output', 'json']], [['--output=stream-json']]])(
    'says it as JSON with %j',
    async (args) => {
      const host = new FakeHost()
      await tell(host, () => Promise.reject(new GyreError('model-auth', 'No key.')), ...args)
      expect(JSON.parse(host.out)).toEqual({
        error: { code: 'model-auth', message: 'No key.', fix: 'Check the key of this provider.' },
      })
      expect(host.err).toBe('')
    },
  )

  it.each([
    ['files.read', "To have `files.read`, set `toolboxes.files`, such as { root: '.' }, in gyre.config.ts."],
    ['math.*', 'To have `math.*`, `toolboxes.math` must not be `false`, in gyre.config.ts.'],
    ['town.weather', 'Use one of the tools that `gyre tools` lists; register your own with `tools`.'],
  ])('says how to have the tool %s', async (tool, fix) => {
    const host = new FakeHost()
    const details = { tool, known: ['web.fetch'] }
    await tell(host, () => Promise.reject(new GyreError('tool-unknown', 'No.', details)))
    expect(host.err).toBe(`Error: No.\nFix: ${fix}\n`)
  })

  it('says where else a session may be that is not found', async () => {
    const host = new FakeHost()
    await tell(host, () => Promise.reject(new GyreError('session-unknown', 'There is no session `ses_1`.')))
    expect(host.err).toBe(
      'Error: There is no session `ses_1`.\nFix: Check the id, and where it is looked for: `--data DIR` and `--owner NAME` name another place.\n',
    )
  })

  it('names the help of the command that was used wrongly', async () => {
    const fixOf = async (...args: string[]) => {
      const host = new FakeHost()
      expect(await invoke(args, host, { open: () => Promise.reject(new Error('opened')) })).toBe(2)
      return /Fix: (.*)/.exec(host.err)?.[1]
    }
    expect(await fixOf('personas', 'show')).toBe('Run `gyre help personas show` for examples and options.')
    expect(await fixOf('ps', '--al')).toBe('Run `gyre help ps` for examples and options.')
    expect(await fixOf('override', '--wat', 'x')).toBe('Run `gyre help override` for examples and options.')
    expect(await fixOf('compare', 'x')).toBe('Run `gyre help compare` for examples and options.')
    expect(await fixOf('context')).toBe('Run `gyre help context` for examples and options.')
    expect(await fixOf('hlep')).toBe('Run `gyre --help` for the commands and their options.')
  })

  it('lists a family of commands', async () => {
    const host = new FakeHost()
    expect(await invoke(['help', 'plan'], host)).toBe(0)
    expect(host.out).toContain('\n  plan edit ID [@FILE]  Print the steps not yet run, or replace them\n')
  })

  it('opens the place once, when it is asked for, and closes it', async () => {
    const seen: string[] = []
    const open = async (): Promise<Place> => {
      seen.push('open')
      return { close: async () => void seen.push('close') } as unknown as Place
    }
    const run: CommandRun = async ({ place }) => {
      seen.push('run')
      await Promise.all([place(), place()])
      throw new GyreError('store-full', 'No.')
    }
    expect(await invoke(['try'], new FakeHost(), { commands: [command(run)], open })).toBe(1)
    expect(await invoke(['try'], new FakeHost(), { commands: [command(async () => 0)], open })).toBe(0)
    expect(seen).toEqual(['run', 'open', 'close'])
  })

  it('opens the place of the owner who is named, unless the command means another by it', async () => {
    const owners: (string | undefined)[] = []
    const open = async ({ owner }: PlaceOptions): Promise<Place> => {
      owners.push(owner)
      return { close: async () => {} } as unknown as Place
    }
    const opening = command(async ({ place }) => {
      await place()
      return 0
    })
    const own = { ...opening, options: { owner: { type: 'string', description: 'Another' } } } as const
    await invoke(['try', '--owner', 'anna'], new FakeHost(), { commands: [opening], open })
    await invoke(['try'], new FakeHost(), { commands: [opening], open })
    await invoke(['try', '--owner', 'anna'], new FakeHost(), { commands: [own], open })
    expect(owners).toEqual(['anna', undefined, undefined])
  })

  it('shows help and the version without opening anything', async () => {
    const host = new FakeHost()
    const open = () => Promise.reject(new Error('opened'))
    expect(await invoke([], host, { open })).toBe(0)
    expect(await invoke(['--version'], host, { open })).toBe(0)
    expect(host.out).toMatch(/^gyre: stop, steer[\s\S]*\n\d+\.\d+\.\d+\n$/)
  })
})
