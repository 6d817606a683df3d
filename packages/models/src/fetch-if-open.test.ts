import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchIfOpen } from './fetch-if-open.ts'

describe('fetchIfOpen', () => {
  it('asks a server that listens', async () => {
    const server = createServer((request, response) => response.end(`You asked for ${request.url}.`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const response = await fetchIfOpen(`http://127.0.0.1:${port}/v1/models`)
    expect(await response.text()).toBe('You asked for /v1/models.')
  })

  it('fails at once where nobody listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    await expect(fetchIfOpen(`http://127.0.0.1:${port}/`)).rejects.toThrow(`Nobody listens at 127.0.0.1:${port}.`)
  })

  it('fails when it is told to stop', async () => {
    await expect(fetchIfOpen('http://127.0.0.1:9/', { signal: AbortSignal.abort() })).rejects.toThrow('Nobody listens')
  })
})
