import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isAlive, until } from '../../../../../test/mcp/support/peers.ts'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { type ProcessOptions, ServerProcess } from './server-process.ts'

/** A process that runs this script, and what it said. */
async function started(script: string, more: Partial<ProcessOptions> = {}) {
  const lines: string[] = []
  const ended = Promise.withResolvers<string>()
  const process_ = await ServerProcess.start(
    { command: process.execPath, args: ['-e', script], env: {}, cwd: undefined, ...more },
    { onLine: (line) => lines.push(line), onEnd: ended.resolve },
  )
  onTestFinished(() => process_.end())
  return { process: process_, lines, ended: ended.promise }
}

const echo = 'process.stdin.on("data", (data) => process.stdout.write(data))'

describe('a server that runs here', () => {
  it('is spoken to in lines', async () => {
    const server = await started(echo)
    await server.process.write('one')
    await server.process.write('größer')
    await until(() => server.lines.length === 2)
    expect(server.lines).toEqual(['one', 'größer'])
  })

  it('has said everything before its end is told', async () => {
    const script = 'process.stdout.write("last words\\n"); process.stderr.write("oh no\\n"); process.exitCode = 3'
    const server = await started(script)
    expect(await server.ended).toBe('ended with code 3')
    expect(server.lines).toEqual(['last words'])
    expect(server.process.complaints.all).toEqual(['oh no'])
    await expect(server.process.write('more')).rejects.toThrow('the process has ended')
  })

  it('may say very much in one line', async () => {
    const script = `const part = Buffer.from('größer').toString().repeat(1 << 20)
      for (let times = 0; times < 6; times++) process.stdout.write(part)
      process.stdout.write('\\nnext\\n')`
    const server = await started(script)
    await server.ended
    expect(server.lines).toHaveLength(2)
    expect(server.lines[0] === 'größer'.repeat(6 << 20)).toBe(true)
    expect(server.lines[1]).toBe('next')
  })

  it('is ended when a line is longer than 64 MB', async () => {
    const script = `const part = 'x'.repeat(1 << 20)
      const more = () => { while (process.stdout.write(part)); process.stdout.once('drain', more) }
      more()`
    const server = await started(script)
    expect(await server.ended).toBe('was ended: it sent a line of more than 64 MB')
    expect(server.lines).toEqual([])
  })

  it('that does not read is written to by many at once', async () => {
    const server = await started('console.log("up"); setInterval(() => {}, 1000)')
    await until(() => server.lines.length === 1)
    const warned = vi.fn()
    process.on('warning', warned)
    onTestFinished(() => void process.off('warning', warned))
    const writing = Array.from({ length: 20 }, () => server.process.write('x'.repeat(100_000)))
    await new Promise(setImmediate)
    expect(warned).not.toHaveBeenCalled()
    await server.process.end()
    await Promise.all(writing)
  })

  it('sees the environment and the folder it is given, and no other', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'inner'))
    const script = 'console.log(process.cwd(), JSON.stringify(process.env))'
    const server = await started(script, { env: { A: '1' }, cwd: join(cwd, 'inner') })
    await server.ended
    expect(server.lines).toEqual([`${join(cwd, 'inner')} {"A":"1"}`])
  })

  it('ends when its input does', async () => {
    const server = await started(`${echo}; process.stdin.on("end", () => process.exit(0))`)
    await server.process.end()
    expect(await server.ended).toBe('ended with code 0')
  })

  it('is ended by a signal when it does not', async () => {
    const server = await started('console.log("up"); setInterval(() => {}, 1000)')
    await until(() => server.lines.length === 1)
    await server.process.end()
    expect(await server.ended).toBe('ended by SIGTERM')
  })

  it('is killed when it does not listen to that either', async () => {
    const server = await started('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)')
    await until(() => server.lines.length === 1)
    await server.process.end()
    expect(await server.ended).toBe('ended by SIGKILL')
  })

  it.each([
    ['it is ended', 'wait'],
    ['it ends by itself', 'exit 1'],
  ])('takes what it has started along when %s', async (_, how) => {
    const script = `sleep 1000 & echo $!; ${how}`
    const server = await started('', { command: '/bin/sh', args: ['-c', script], env: { PATH: '/bin:/usr/bin' } })
    await until(() => server.lines.length === 1)
    if (how === 'wait') await server.process.end()
    await server.ended
    const pid = Number(server.lines[0])
    expect(pid).toBeGreaterThan(0)
    await until(() => !isAlive(pid))
  })

  it.each<[string, Partial<ProcessOptions>, string]>([
    [
      'no such program',
      { command: 'no-such-program' },
      'cannot start `no-such-program`: there is no such program in PATH.',
    ],
    [
      'arguments in the command',
      { command: 'npx -y server' },
      'cannot start `npx -y server`: there is no such program; arguments go into `args`, one by one.',
    ],
    ['a folder', { command: '/tmp' }, 'cannot start `/tmp`: this user may not run it.'],
    ['no such folder', { cwd: '/no/such/folder' }, 'cannot be started: its folder `/no/such/folder` does not exist.'],
  ])('that cannot be started is told why: %s', async (_, options, message) => {
    await expect(started('', options)).rejects.toMatchObject({ code: 'mcp-unreachable', message })
  })
})
