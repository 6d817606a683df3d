/** Programs whose time is up, or that write without end: nothing of them runs on. */
import { describe, expect, it } from 'vitest'
import { result } from '../../packages/tools/test/shell-lab.ts'
import { isRunning, leaving, pids, script, shell } from '../../packages/tools/test/shell-processes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const late = 'Ended because it ran longer than 2000 ms.'

describe('no process', () => {
  it.runIf(process.platform === 'linux')('outlives its call when its time is up, however it left', async () => {
    const all = Object.values(leaving).map((code) => ({ code, cwd: temporaryFolder() }))
    const said = await Promise.all(
      all.map(({ code, cwd }) => result(shell(cwd), script(`${code}; echo $$ >> pids; sleep 1000`))),
    )
    expect(said).toEqual(all.map(() => expect.stringContaining(late) as string))
    for (const { cwd } of all) {
      expect(pids(cwd)).toHaveLength(2)
      expect(pids(cwd).filter(isRunning)).toEqual([])
    }
  })

  it.each([
    ['heeds no end', "trap '' TERM; echo $$ >> pids; while :; do sleep 1; done"],
    ['is stopped', 'echo $$ >> pids; kill -STOP $$'],
  ])('that %s runs on', async (_what, code) => {
    const cwd = temporaryFolder()
    expect(await result(shell(cwd), script(code))).toContain(late)
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
})
