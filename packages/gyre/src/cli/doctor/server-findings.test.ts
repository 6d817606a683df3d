import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../tools/test/deliveries/free-port.ts'
import { localServer } from '../../../../tools/test/net/local-server.ts'
import { open } from '../../open.ts'
import { serverFindings } from './server-findings.ts'

async function found(port: number, more: { host?: string; hasKey?: boolean; isInstalled?: boolean } = {}) {
  const given = { host: '127.0.0.1', isInstalled: true, hasKey: undefined, fetch: globalThis.fetch }
  const findings = await serverFindings({ ...given, ...more, port })
  return findings.map(({ check, level, message, fix }) => [check, level, message, fix])
}

describe('the port of the server', () => {
  it('is free', async () => {
    const port = await freePort()
    expect(await found(port)).toEqual([['port', 'ok', `${port} is free on 127.0.0.1`, null]])
    // Whoever looked holds it no longer.
    expect(await found(port)).toEqual([['port', 'ok', `${port} is free on 127.0.0.1`, null]])
  })

  it('is taken by a Gyre', async () => {
    const { placeOf, serve } = await import('@gyre/server')
    const runtime = open({ store: memoryStore() })
    const server = await serve(placeOf(runtime), { port: 0 })
    onTestFinished(async () => {
      await server.close()
      await runtime.close()
    })
    const port = Number(new URL(server.url).port)
    expect(await found(port)).toEqual([['port', 'ok', `a Gyre listens already: http://127.0.0.1:${port}`, null]])
  })

  it('is taken by another program', async () => {
    const { port } = await localServer((response) => response.end('{"status":"up"}'))
    expect(await found(port)).toEqual([
      [
        'port',
        'note',
        `Another program, which is no Gyre, listens on port ${port}.`,
        `Take another: gyre serve --port ${port + 1}, or end that program: lsof -i :${port} names it.`,
      ],
    ])
  })

  it('is none where the address is not of this machine', async () => {
    expect(await found(4111, { host: '192.0.2.1', hasKey: true })).toEqual([
      ['port', 'fault', '192.0.2.1 is no address of this machine.', 'Change `server` in the config file.'],
    ])
  })
})

describe('the server', () => {
  it('may not be installed', async () => {
    expect(await found(0, { isInstalled: false })).toEqual([['server', 'ok', 'not installed: see libraries', null]])
  })

  it('needs a key where others can reach it', async () => {
    expect(await found(0, { host: '0.0.0.0', hasKey: false })).toEqual([
      ['server', 'fault', 'Others can reach 0.0.0.0, and there is no key.', 'Make one: gyre keys add NAME'],
      ['port', 'ok', 'any that is free', null],
    ])
    expect(await found(0, { host: '0.0.0.0', hasKey: true })).toEqual([['port', 'ok', 'any that is free', null]])
  })
})
