import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf, root } from '../../../../test/house/repository.ts'
import { freePort } from '../../test/deliveries/free-port.ts'
import { attemptOf, fetchTo, result } from '../../test/deliveries/result.ts'
import { webhookDelivery } from './webhook.ts'

const secret = 'whsec_0123456789'
let port: number
let folder: string
let receiver: ChildProcess

/** The receiver that the page shows, as a process of its own. */
beforeAll(async () => {
  const [shown] = blocksOf('docs/deliveries.md').filter(({ text }) => text.includes('verifySignature'))
  port = await freePort()
  // Below the root, where `gyre/tools` is found.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'gyre-receiver-'))
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, (shown?.text ?? '').replace('listen(3000)', `listen(${port}, '127.0.0.1')`))
  const env = { ...process.env, OPS_SECRET: secret }
  receiver = spawn(process.execPath, ['--conditions=@gyre/source', file], { env, stdio: 'inherit' })
  while (receiver.exitCode === null && !(await isHeard(''))) await sleep(20)
})

afterAll(async () => {
  if (receiver.exitCode === null) {
    const gone = once(receiver, 'exit')
    receiver.kill()
    await gone
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Says this and hangs up; false when nobody listens. */
function isHeard(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(true)).resume()
  })
}

function send(answer: string, signedWith = secret) {
  const url = `http://127.0.0.1:${port}`
  const target = webhookDelivery({ name: 'ops', url, secret: signedWith, fetch: fetchTo(url) })
  return target.deliver({ ...result, answer }, attemptOf('ops'))
}

describe('the receiver of the page about deliveries', () => {
  it('takes what is ours and nothing else', async () => {
    expect(await send('Paris')).toBeUndefined()
    expect(await send('Paris', 'another secret')).toEqual({ error: 'status 403', isFinal: true })
  })

  it('takes what comes in pieces that end within a character', async () => {
    // Three bytes each: wherever a piece ends, that is within a character after two of the three beginnings.
    for (const before of ['', 'x', 'xx']) expect(await send(before + '日本語'.repeat(30_000))).toBeUndefined()
  })

  it('survives a request that breaks off', async () => {
    expect(await isHeard('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{')).toBe(true)
    expect(await send('Paris')).toBeUndefined()
  })
})
