/** Programs whose host is gone: real processes, really killed. */
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { program } from '../../packages/tools/test/isolated-program.ts'
import { isRunning, leaving, pids } from '../../packages/tools/test/shell-processes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const toolbox = new URL('../../packages/tools/src/toolboxes/shell/shell-toolbox.ts', import.meta.url).href

/** A host that runs this script, which writes the ids of two processes. */
async function hostOf(script: string) {
  const cwd = temporaryFolder()
  const host = program(`
    import { existsSync } from 'node:fs'
    import { shellToolbox } from '${toolbox}'
    const programs = [{ name: 'sh', anyArgs: true }]
    const [tool] = shellToolbox({ programs, cwd: '${cwd}', timeoutMs: 100_000 }).tools
    const args = ['-c', ${JSON.stringify(`${script}; echo $$ >> pids; touch up; sleep 1000`)}]
    setInterval(() => existsSync('${cwd}/up') && console.log('up'), 50)
    await tool.run({ program: 'sh', args, cwd: '.' }, { signal: new AbortController().signal })`)
  await once(host.stdout!, 'data')
  const started = pids(cwd)
  onTestFinished(() => {
    for (const pid of started.filter(isRunning)) process.kill(pid, 'SIGKILL')
  })
  expect(started.filter(isRunning)).toHaveLength(2)
  return { host, started }
}

describe.runIf(process.platform === 'linux')('no process outlives its host', { timeout: 30_000 }, () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)('that ends by %s', async (signal) => {
    const { host, started } = await hostOf(leaving['a child'] ?? '')
    host.kill(signal)
    await expect.poll(() => started.filter(isRunning), { timeout: 15_000 }).toEqual([])
  })

  it.each(Object.entries(leaving))('that is killed, as %s', async (_what, script) => {
    const { host, started } = await hostOf(script)
    host.kill('SIGKILL')
    await expect.poll(() => started.filter(isRunning), { timeout: 15_000 }).toEqual([])
  })
})
