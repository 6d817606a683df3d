/** Servers that die, start again, or forget us; and what is left when we die. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { StdioServerConfig } from '../../packages/tools/src/mcp/config/servers-config.ts'
import { everything, everythingOver, isAlive, modern, until } from '../mcp/support/peers.ts'
import { called, ServersUnderTest } from '../mcp/support/servers-under-test.ts'
import { toolContext } from '../mcp/support/tool-context.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The same server, with a file that its process writes its number into. */
function known({ command, args = [] }: StdioServerConfig): { readonly config: StdioServerConfig; pid(): number } {
  const file = join(temporaryFolder(), 'pid')
  const config = { command: '/bin/sh', args: ['-c', `echo $$ > '${file}'; exec "$@"`, 'sh', command, ...args] }
  return { config, pid: () => Number(readFileSync(file, 'utf8')) }
}

it('a server that is killed fails the calls in flight, and serves the next one', async () => {
  const { config, pid } = known(everything)
  const here = new ServersUnderTest({ e: config })
  onTestFinished(() => here.close())
  await here.call('e.echo', { message: 'hi' })
  const first = pid()
  const kill = () => process.kill(first, 'SIGKILL')
  const outputs = await Promise.all([
    here.call('e.trigger-long-running-operation', { duration: 600, steps: 6000 }, { progress: kill }),
    here.call('e.trigger-long-running-operation', { duration: 600, steps: 6 }),
  ])
  for (const output of outputs) {
    expect(output).toMatchObject({
      text: expect.stringMatching(
        /^MCP server `e`: its process ended by SIGKILL\.\nIts last words:\n {2}Starting default \(STDIO\) server\.\.\.\nWhether the call was carried out is not known\.$/,
      ),
      failed: 'tool-failed',
    })
  }
  expect(here.servers.status()).toMatchObject([{ state: 'failed', tools: [] }])
  expect(await here.call('e.echo', { message: 'again' })).toMatchObject({ text: 'Echo: again' })
  expect(here.servers.status()).toMatchObject([{ state: 'connected' }])
})

it('a server elsewhere that is started again is greeted again, within the call', async () => {
  const first = await everythingOver('streamableHttp')
  onTestFinished(() => first.stop())
  const here = new ServersUnderTest({ e: { url: first.url } })
  onTestFinished(() => here.close())
  const echo = await here.tool('e.echo')
  const run = (message: string) => called(() => echo.run({ message }, toolContext()))
  expect(await run('one')).toMatchObject({ text: 'Echo: one' })

  await first.stop()
  expect(await run('two')).toMatchObject({
    text: `MCP server \`e\`: it cannot be reached: connect ECONNREFUSED 127.0.0.1:${first.port}.`,
    failed: expect.any(String),
  })
  const second = await everythingOver('streamableHttp', first.port)
  onTestFinished(() => second.stop())
  expect(await run('three')).toMatchObject({ text: 'Echo: three' })

  const slow = here.call(
    'e.trigger-long-running-operation',
    { duration: 600, steps: 6000 },
    { progress: () => void second.stop() },
  )
  expect(await slow).toMatchObject({
    text: 'MCP server `e`: it closed the connection before it answered.\nWhether the call was carried out is not known.',
    failed: expect.any(String),
  })
})

it('nothing that was started here outlives a process that is killed', async () => {
  const program = join(import.meta.dirname, '../mcp/support/host-process.ts')
  const host = spawn(process.execPath, ['--conditions=@gyre/source', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void host.kill('SIGKILL'))
  let out = ''
  host.stdout.on('data', (chunk) => {
    out += chunk
  })
  await until(() => out.includes('\n'))
  const pids = JSON.parse(out) as readonly number[]
  expect(pids).toHaveLength(2)
  expect(pids.map(isAlive)).toEqual([true, true])
  host.kill('SIGKILL')
  await once(host, 'exit')
  await until(() => !pids.some(isAlive))
})

it('which version a server speaks is found out once, and remembered when it starts again', async () => {
  const file = join(temporaryFolder(), 'starts')
  const { command, args = [] } = modern()
  const script = `echo start >> '${file}'; exec "$@"`
  const here = new ServersUnderTest({ m: { command: '/bin/sh', args: ['-c', script, 'sh', command, ...args] } })
  onTestFinished(() => here.close())
  const starts = () => readFileSync(file, 'utf8').split('\n').filter(Boolean).length
  await here.call('m.greet', { name: 'Ada' })
  expect(starts()).toBe(2)
  const { text } = await here.call('m.pid')
  process.kill(Number(text), 'SIGKILL')
  await until(() => here.troubles.length === 1)
  await here.call('m.greet', { name: 'Ada' })
  expect(starts()).toBe(3)
  expect(here.servers.status()).toMatchObject([{ era: 'modern' }])
})
