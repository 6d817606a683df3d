import { inspect } from 'node:util'
import { keyValueConformance } from '@gyre/core/testing'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort, loopbackServer } from '../../test/loopback-server.ts'
import { failure } from '../../test/temporary-store.ts'
import { findValkeyServer, ownTable, type ValkeyServer } from '../../test/valkey-server.ts'
import { type ValkeyKeyValueOptions, valkeyKeyValue } from './key-value.ts'

const startServer = findValkeyServer()

if (startServer === undefined) {
  const why = 'not run: no TEST_VALKEY_URL, no valkey-server or redis-server on PATH'
  it.skip(`runs the key-value suite against a Valkey server (${why})`, () => {})
} else {
  describe('on a Valkey server', () => {
    let server: ValkeyServer
    beforeAll(async () => {
      server = await startServer()
    })
    afterAll(() => server?.stop())

    keyValueConformance('the Valkey key-value table', async () => ownTable(server.url), { describe, it, expect })

    it('takes times that are not whole, over already or without end', async () => {
      const { keyValue, close } = ownTable(server.url)
      onTestFinished(close)
      await keyValue.set('a', 1, 60_000.5)
      await keyValue.set('b', 1, Number.POSITIVE_INFINITY)
      await keyValue.set('c', 1)
      await keyValue.set('c', 2, 0)
      expect([await keyValue.get('a'), await keyValue.get('b'), await keyValue.get('c')]).toEqual([1, 1, undefined])
      expect(await keyValue.increment('n', 3, -5)).toBe(3)
      expect(await keyValue.get('n')).toBeUndefined()
    })

    it('counts in doubles, as exactly as this program does', async () => {
      const { keyValue, close } = ownTable(server.url)
      onTestFinished(close)
      for (const [a, b] of [
        [0.1, 0.2],
        [1e21, 1],
        [-1e-7, 3e-8],
        [9_007_199_254_740_991, -1],
      ] as const) {
        await keyValue.set('n', a)
        expect(await keyValue.increment('n', b)).toBe(a + b)
        expect(await keyValue.get('n')).toBe(a + b)
      }
    })

    it('keeps its keys under its prefix and reports a value of another program', async () => {
      const { keyValue, prefix, close } = ownTable(server.url)
      const other = new Redis(server.url)
      onTestFinished(async () => {
        await other.quit()
        await close()
      })
      await keyValue.set('mine', { a: 1 })
      expect(await other.get(`${prefix}mine`)).toBe('{"a":1}')
      await other.set(`${prefix}theirs`, 'hello')
      await expect(keyValue.get('theirs')).rejects.toMatchObject({
        code: 'key-value-failed',
        message: expect.stringContaining(`${prefix}theirs holds no JSON`),
      })
    })

    it('refuses a number that is none, and goes on', async () => {
      const { keyValue, close } = ownTable(server.url)
      onTestFinished(close)
      await expect(keyValue.increment('n', Number.NaN)).rejects.toMatchObject({ code: 'key-value-failed' })
      expect(await keyValue.increment('n', 1)).toBe(1)
    })

    it('refuses a database the server does not have', async () => {
      const keyValue = table(`${server.url.replace(/\/\d*$/, '')}/999999`)
      await expect(keyValue.set('a', 1)).rejects.toMatchObject({
        code: 'key-value-failed',
        message: expect.stringContaining('DB index is out of range'),
      })
    })
  })
}

describe('a Valkey key-value table', () => {
  it.each(['http://:secret@localhost', 'secret', 'valkey://:secret@localhost?x=1', undefined])(
    'is not made with %j, and does not repeat it',
    (url) => {
      const error = failure(() => valkeyKeyValue(url as string))
      expect(error).toMatchObject({
        code: 'config-invalid',
        message: expect.stringMatching(/^`url` must be a URL like valkey:/),
        details: { field: 'url' },
      })
      expect(inspect(error)).not.toContain('secret')
    },
  )

  it.each([
    [{ prefix: 7 }, '`prefix` must be a text.'],
    [{ timeoutMs: 0 }, '`timeoutMs` must be a number above 0, not 0.'],
    [{ ttl: 1 }, 'A store has no option `ttl`; it has `prefix`, `timeoutMs`.'],
  ])('is not made with %j', (options, message) => {
    expect(failure(() => valkeyKeyValue('valkey://localhost', options as object))).toMatchObject({
      code: 'config-invalid',
      message,
    })
  })

  it('names the address, but no password, when nobody listens there', async () => {
    const port = await freePort()
    const keyValue = table(`valkey://ann:secret@127.0.0.1:${port}`)
    const calls = [keyValue.get('a'), keyValue.set('a', 1), keyValue.increment('a', 1), keyValue.delete('a')]
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({
        code: 'key-value-failed',
        message: `The key-value server valkey://127.0.0.1:${port}/0 failed: connect ECONNREFUSED 127.0.0.1:${port}.`,
        details: { address: `valkey://127.0.0.1:${port}/0` },
      })
      expect(inspect(reason, { depth: 9 })).not.toContain('secret')
    }
  })

  it('tells of a refused password without it, and sends nothing after it', async () => {
    const server = await loopbackServer((command) =>
      command.startsWith('auth') ? '-WRONGPASS invalid\r\n' : '+OK\r\n',
    )
    const keyValue = table(`valkey://ann:secret@127.0.0.1:${server.port}`)
    const error = await keyValue.get('a').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'key-value-failed', message: expect.stringContaining('WRONGPASS invalid') })
    expect(inspect(error, { depth: 9 })).not.toContain('secret')
    expect(server.commands).toEqual(['auth ann secret'])
  })

  it('does not use another database when its own is refused', async () => {
    const server = await loopbackServer((command) => (command === 'select 7' ? '-ERR out of range\r\n' : '+OK\r\n'))
    const keyValue = table(`valkey://127.0.0.1:${server.port}/7`)
    await expect(keyValue.set('a', 1)).rejects.toMatchObject({ code: 'key-value-failed' })
    expect(server.commands).toEqual(['select 7'])
  })

  it('gives up on a server that does not answer, and asks it anew the next time', async () => {
    const server = await loopbackServer((command) => (command === 'get gyre:a' ? undefined : '+1\r\n'))
    const keyValue = table(`valkey://127.0.0.1:${server.port}`, { timeoutMs: 50 })
    await expect(keyValue.get('a')).rejects.toMatchObject({
      code: 'key-value-failed',
      message: expect.stringContaining('Command timed out'),
    })
    expect(await keyValue.get('b')).toBe(1)
    expect(server.commands).toEqual(['select 0', 'get gyre:a', 'select 0', 'get gyre:b'])
  })

  it('fails what waits on a connection that is lost, and does not send it twice', async () => {
    const server = await loopbackServer((command) => {
      if (command === 'del gyre:a') server.hangUp()
      return '+1\r\n'
    })
    const keyValue = table(`valkey://127.0.0.1:${server.port}`)
    await expect(keyValue.delete('a')).rejects.toMatchObject({ code: 'key-value-failed' })
    expect(await keyValue.get('b')).toBe(1)
    expect(server.commands).toEqual(['select 0', 'del gyre:a', 'select 0', 'get gyre:b'])
  })

  it('finds a server that comes later', async () => {
    const port = await freePort()
    const keyValue = table(`valkey://127.0.0.1:${port}`)
    await expect(keyValue.get('a')).rejects.toMatchObject({ code: 'key-value-failed' })
    await loopbackServer(() => '+1\r\n', port)
    expect(await keyValue.get('a')).toBe(1)
  })

  it('connects once for all that ask at once', async () => {
    const server = await loopbackServer(() => '+1\r\n')
    const keyValue = table(`valkey://127.0.0.1:${server.port}`, { prefix: '' })
    expect(await Promise.all(['a', 'b', 'c'].map((key) => keyValue.get(key)))).toEqual([1, 1, 1])
    expect(server.commands).toEqual(['select 0', 'get a', 'get b', 'get c'])
  })

  it('is closed when what was sent is done, and asks nothing afterwards', async () => {
    const server = await loopbackServer(() => '+1\r\n')
    const keyValue = table(`valkey://127.0.0.1:${server.port}`)
    const asked = keyValue.get('a')
    await keyValue.close()
    await keyValue.close()
    expect(await asked).toBe(1)
    await expect(keyValue.get('a')).rejects.toMatchObject({
      code: 'key-value-failed',
      message: `The key-value server valkey://127.0.0.1:${server.port}/0 failed: it was closed by this program.`,
    })
    expect(server.commands.slice(0, 3)).toEqual(['select 0', 'get gyre:a', 'quit'])
  })
})

/** A table that is closed when the test is over. */
function table(url: string, options?: ValkeyKeyValueOptions) {
  const keyValue = valkeyKeyValue(url, options)
  onTestFinished(() => keyValue.close())
  return keyValue
}
