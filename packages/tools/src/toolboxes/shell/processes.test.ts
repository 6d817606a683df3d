import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { result } from '../../../test/shell-lab.ts'
import { isRunning, leaving, pids, script, shell } from '../../../test/shell-processes.ts'

describe('no process', { timeout: 30_000 }, () => {
  describe.runIf(process.platform === 'linux').each(Object.entries(leaving))(
    'outlives its call as %s',
    (_what, code) => {
      it('when the program ends by itself', async () => {
        const cwd = temporaryFolder()
        expect(await result(shell(cwd, { timeoutMs: 20_000 }), script(code))).toContain('Exit code 0.')
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
    const tool = shell(temporaryFolder(), { timeoutMs: 1_000 })
    const said = await result(tool, script("trap 'echo tidy; exit 0' TERM; sleep 1000 & wait"))
    expect(said).toBe('Ended because it ran longer than 1000 ms.\nstdout:\ntidy')
  })

  it('floods us', async () => {
    const tool = shell(temporaryFolder(), { timeoutMs: 20_000, maxOutputBytes: 100 })
    const said = await result(tool, { program: 'yes', args: ['x'.repeat(90_000)] })
    expect(said).toMatch(/^Ended because it wrote far too much\.\n/)
    expect(said.length).toBeLessThan(600)
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
