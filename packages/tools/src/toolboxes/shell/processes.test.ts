import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GyreError, type Tool, type ToolContext, type ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { type ShellOptions, shellToolbox } from './shell-toolbox.ts'

async function result(tool: Tool, input: object, signal = new AbortController().signal): Promise<string> {
  try {
    return ((await tool.run({ args: [], cwd: '.', ...input }, { signal } as ToolContext)) as ToolOutput).text
  } catch (error) {
    if (error instanceof GyreError) return `${error.code}: ${error.message}`
    throw error
  }
}

describe('no process', { timeout: 30_000 }, () => {
  const script = (code: string) => ({ program: 'sh', args: ['-c', code] })
  const shell = (cwd: string, options: Partial<ShellOptions> = {}) =>
    shellToolbox({ cwd, programs: [{ name: 'sh', anyArgs: true }, 'yes'], timeoutMs: 2_000, ...options }).tools[0]!

  /** Ended and not yet collected counts as ended. */
  function isRunning(pid: number): boolean {
    try {
      return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }

  const pids = (cwd: string) => readFileSync(join(cwd, 'pids'), 'utf8').trim().split('\n').map(Number)

  /** Each writes the ids of what it leaves behind. */
  const leaving: Readonly<Record<string, string>> = {
    'a child': 'sleep 1000 & echo $! >> pids',
    'a child of a child': "sh -c 'sleep 1000 & echo $! >> pids'",
    'a child that hears no hang-up':
      "nohup sh -c 'echo $$ >> pids; sleep 1000' >/dev/null 2>&1 & until [ -s pids ]; do sleep 0.05; done",
    'a child in a session of its own':
      "setsid sh -c 'echo $$ >> pids; sleep 1000' & until [ -s pids ]; do sleep 0.05; done",
    'a child that holds the outputs in a session of its own':
      "setsid sh -c 'echo $$ >> pids; exec sleep 1000' & until [ -s pids ]; do sleep 0.05; done; echo said",
    'a child that heeds no end':
      'sh -c \'trap "" TERM HUP INT; echo $$ >> pids; while :; do sleep 1; done\' & until [ -s pids ]; do sleep 0.05; done',
  }

  describe.runIf(process.platform === 'linux').each(Object.entries(leaving))(
    'outlives its call as %s',
    (_what, code) => {
      it('when the program ends by itself', async () => {
        const cwd = temporaryFolder()
        expect(await result(shell(cwd, { timeoutMs: 20_000 }), script(code))).toContain('Exit code 0.')
        expect(pids(cwd).filter(isRunning)).toEqual([])
      })

      it('when its time is up', async () => {
        const cwd = temporaryFolder()
        expect(await result(shell(cwd), script(`${code}; echo $$ >> pids; sleep 1000`))).toContain(
          'Ended because it ran longer than 2000 ms.',
        )
        expect(pids(cwd)).toHaveLength(2)
        expect(pids(cwd).filter(isRunning)).toEqual([])
      })

      it('when the session stops', async () => {
        const cwd = temporaryFolder()
        const session = new AbortController()
        const running = result(
          shell(cwd, { timeoutMs: 20_000 }),
          script(`${code}; echo $$ >> pids; sleep 1000`),
          session.signal,
        )
        await expect.poll(() => existsSync(join(cwd, 'pids')) && pids(cwd).length, { timeout: 15_000 }).toBe(2)
        session.abort()
        expect(await running).toContain('Ended because the session was stopped.')
        expect(pids(cwd).filter(isRunning)).toEqual([])
      })
    },
  )

  it('is not asked to end before it is killed', async () => {
    const cwd = temporaryFolder()
    const said = await result(shell(cwd), script("trap 'echo tidy; exit 0' TERM; sleep 1000 & wait"))
    expect(said).toBe('Ended because it ran longer than 2000 ms.\nstdout:\ntidy')
  })

  it('that heeds no end runs on', async () => {
    const cwd = temporaryFolder()
    const said = await result(shell(cwd), script("trap '' TERM; echo $$ >> pids; while :; do sleep 1; done"))
    expect(said).toContain('Ended because it ran longer than 2000 ms.')
    expect(pids(cwd).filter(isRunning)).toEqual([])
  })

  it('that is stopped runs on', async () => {
    const cwd = temporaryFolder()
    expect(await result(shell(cwd), script('echo $$ >> pids; kill -STOP $$'))).toContain('Ended because it ran longer')
    expect(pids(cwd).filter(isRunning)).toEqual([])
  })

  it('floods us', async () => {
    const tool = shell(temporaryFolder(), { timeoutMs: 60_000, maxOutputBytes: 100 })
    for (const input of [
      { program: 'yes' },
      script('yes >&2'),
      script('yes & yes >&2'),
      { program: 'yes', args: ['x'.repeat(90_000)] },
    ]) {
      const said = await result(tool, input)
      expect(said).toMatch(/^Ended because it wrote far too much\.\n/)
      expect(said.length).toBeLessThan(600)
    }
  })

  it('waits for ever for something to read', async () => {
    const tool = shell(temporaryFolder(), { timeoutMs: 20_000 })
    expect(await result(tool, script('cat; read x; echo done'))).toBe('Exit code 0.\nstdout:\ndone')
    expect(await result(tool, { ...script('read x; echo $x'), stdin: 'one\n'.repeat(200_000) })).toBe(
      'Exit code 0.\nstdout:\none',
    )
  })

  it('is started for a session that has stopped', async () => {
    const cwd = temporaryFolder()
    await expect(result(shell(cwd), script('touch started'), AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(existsSync(join(cwd, 'started'))).toBe(false)
  })
})
