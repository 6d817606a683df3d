import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

async function gyre(cwd: string, ...args: readonly string[]) {
  const host = new FakeHost({ cwd, env: { HOME: cwd } })
  const code = await invoke(['--data', join(cwd, 'data'), ...args], host)
  return { code, out: host.out, err: host.err }
}

type Told = { readonly url: string; readonly otherUrls: readonly string[]; readonly login: string | null }

/** The server in a folder of its own, and where it listens. */
async function served(cwd: string, ...args: readonly string[]) {
  const host = new FakeHost({ cwd, env: { HOME: cwd } })
  const code = invoke(['--data', join(cwd, 'data'), 'serve', '--port', '0', '--json', ...args], host)
  const told = await vi.waitFor(() => JSON.parse(host.out) as Told, { timeout: 20_000 })
  return { host, code, ...told }
}

/** What a request for another host is answered with. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const [response] = (await once(get(`${url}/health`, { headers: { host } }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe('`gyre serve`', () => {
  it('refuses to run no session where nobody else can', async () => {
    const { code, err } = await gyre(temporaryFolder(), 'serve', '--port', '0', '--concurrency', '0')
    expect([code, err]).toEqual([2, expect.stringContaining('`--concurrency 0` needs workers, and so PostgreSQL')])
  })

  it('lets in who has a key, runs loops for them with the tools of the place, and ends when it is told to', async () => {
    const cwd = temporaryFolder()
    const key = (await gyre(cwd, 'keys', 'add', 'laptop', '-q')).out.trim()
    const { url, host, code } = await served(cwd)
    const body = JSON.stringify({ model: 'react', messages: [{ role: 'user', content: 'What is 17 * 6 + 14?' }] })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body, headers })
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: '17 * 6 + 14 = 116' } }] })
    expect((await fetch(`${url}/v1/models`)).status).toBe(401)
    host.interrupt()
    expect(await code).toBe(0)
    expect(host.err).toContain('POST /v1/chat/completions 200')
    expect(host.err).not.toContain('17 * 6')
    expect(host.err).not.toContain(key)
  })

  it('prints a link that logs a browser in, once', async () => {
    const { login, host, code } = await served(temporaryFolder())
    const first = await fetch(String(login), { redirect: 'manual' })
    expect([first.status, first.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('HttpOnly')])
    expect((await fetch(String(login), { redirect: 'manual' })).status).toBe(401)
    host.interrupt()
    await code
  })

  it('asks nobody for a key when it is told to, on this machine', async () => {
    const { url, login, host, code } = await served(temporaryFolder(), '--no-auth')
    expect([login, (await fetch(`${url}/v1/models`)).status]).toEqual([null, 200])
    host.interrupt()
    await code
  })

  it('refuses to listen where others can reach it without a key, or with --no-auth', async () => {
    const cwd = temporaryFolder()
    expect(await gyre(cwd, 'serve', '--host', '0.0.0.0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no valid key'),
    })
    expect((await gyre(cwd, 'serve', '--host', '0.0.0.0', '--no-auth')).err).toContain('asks for no key')
  })

  it('says so to people, also when it is to be quiet', async () => {
    const host = new FakeHost({ cwd: temporaryFolder() })
    const code = invoke(['--data', join(host.cwd, 'data'), 'serve', '--port', '0', '--no-auth', '--quiet'], host)
    await vi.waitFor(() => expect(host.err).toContain('Nobody is asked for a key'), { timeout: 20_000 })
    host.interrupt()
    await code
  })

  it.each(['0.0.0.0', '::'])('on %s prints addresses that it answers to, and which names it does not', async (all) => {
    const cwd = temporaryFolder()
    await gyre(cwd, 'keys', 'add', 'laptop')
    const { url, otherUrls, login, host, code } = await served(cwd, '--host', all)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    for (const each of [url, ...otherUrls]) expect((await fetch(`${each}/health`)).status, each).toBe(200)
    expect((await fetch(String(login), { redirect: 'manual' })).status).toBe(303)
    expect(await statusFor(url, `${hostname()}:${new URL(url).port}`)).toBe(421)
    host.interrupt()
    await code
  })

  it('names an address that it cannot listen on', async () => {
    const cwd = temporaryFolder()
    await gyre(cwd, 'keys', 'add', 'laptop')
    const { code, err } = await gyre(cwd, 'serve', '--host', '203.0.113.7')
    expect([code, err]).toEqual([2, expect.stringContaining('`203.0.113.7` is no address of this machine.')])
    expect(err).not.toContain('loop')
  })

  it('takes from the config whom it lets in, and how often', async () => {
    const cwd = temporaryFolder()
    const server = { allowedHosts: ['gyre.example.com'], requestsPerMinute: 2 }
    writeFileSync(join(cwd, 'gyre.config.mjs'), `export default ${JSON.stringify({ server })}`)
    const { url, host, code } = await served(cwd, '--no-auth')
    const statuses = []
    for (let request = 1; request <= 3; request++) statuses.push((await fetch(`${url}/v1/models`)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect(await statusFor(url, 'gyre.example.com')).toBe(200)
    expect(await statusFor(url, 'other.example.com')).toBe(421)
    host.interrupt()
    await code
  })

  it('names the port that is taken, and one that is none', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const taken = await gyre(temporaryFolder(), 'serve', '--port', String(port))
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining(`port ${port}`)])
    expect((await gyre(temporaryFolder(), 'serve', '--port', '99999')).code).toBe(2)
  })
})

describe('`gyre keys`', () => {
  it('makes, lists and revokes keys, and notes it in the audit log', async () => {
    const cwd = temporaryFolder()
    const made = await gyre(
      cwd,
      'keys',
      'add',
      'chat',
      '-p',
      'react',
      '--budget',
      'perDay.costUsd=5',
      '--expires',
      '30d',
    )
    expect(made.out).toMatch(/^gyre_[0-9a-f]{12}_[\w-]{43}\n$/)
    const [, id = ''] = made.out.split('_')
    const listed = (await gyre(cwd, 'keys')).out
    expect(listed).toContain('react within {"perDay":{"costUsd":5}}')
    expect(listed).not.toContain(made.out.trim())
    expect((await gyre(cwd, 'keys', 'revoke', id)).out).toBe(`${id}: revoked\n`)
    expect((await gyre(cwd, 'keys')).out).toContain('revoked')
  })

  it('warns of one for what is not there', async () => {
    const { code, out, err } = await gyre(temporaryFolder(), 'keys', 'add', 'x', '-q', '-p', 'react', '-p', 'nosuch')
    expect([code, out]).toEqual([0, expect.stringMatching(/^gyre_/)])
    expect(err).toBe('There is no persona or loop `nosuch` of local.\n')
  })

  it('says what is wrong with one', async () => {
    const cwd = temporaryFolder()
    const wrong = [
      ['keys', 'add', ''],
      ['keys', 'add', 'x', '--role', 'king'],
      ['keys', 'add', 'x', '--owner', 'A B'],
      ['keys', 'add', 'x', '--owner', 'demo'],
      ['keys', 'add', 'x', '--expires', 'soon'],
      ['keys', 'add', 'x', '--budget', 'perDay.dreams=5'],
      ['keys', 'revoke', 'none'],
    ]
    for (const args of wrong) expect((await gyre(cwd, ...args)).code, args.join(' ')).toBe(2)
    expect((await gyre(cwd, 'keys', 'add', 'x', '--role', 'king')).err).toContain('Run `gyre help keys add`')
    expect((await gyre(cwd, 'keys')).err).toContain('There is no key')
  })
})
