import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DatabasePlace, databasePlace } from '../../packages/gyre/test/postgres-database.ts'

const patient = { timeout: 20_000, interval: 100 }
const program = join(import.meta.dirname, '../../packages/gyre/src/bin.ts')

/** A worker in a process of its own, once it has said that it works. */
async function workerProcess({ cwd, env }: DatabasePlace, ...args: readonly string[]) {
  const own = ['--conditions=@gyre/source', program, '--data', join(cwd, 'data'), 'worker', ...args]
  const child = spawn(process.execPath, own, { cwd, env: { PATH: process.env['PATH'], ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  await vi.waitFor(() => expect(said).toContain('works for'), patient)
  return { child, said: () => said }
}

/** Waits until the workers are and do this. */
async function isTaken({ gyre }: DatabasePlace, message: string): Promise<void> {
  await vi.waitFor(async () => {
    const { findings } = JSON.parse((await gyre('doctor', '--json')).out)
    expect(findings.find(({ check }: { check: string }) => check === 'workers')).toMatchObject({ message })
  }, patient)
}

/** A config whose model answers when there is a file `go`. */
function withHeldModel({ cwd }: DatabasePlace): void {
  const config = `
    import { existsSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const go = new URL('go', import.meta.url)
    async function* stream(_, { signal } = {}) {
      while (!existsSync(go)) await sleep(20, undefined, { signal })
      yield { type: 'text', text: 'It went.' }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    }
    export default { models: { named: { 'test/held': { id: 'test/held', stream } } } }`
  writeFileSync(join(cwd, 'gyre.config.mjs'), config)
}

describe('workers over PostgreSQL', () => {
  it('run what a server takes in that runs nothing itself', async () => {
    const place = await databasePlace()
    const { host, end } = await place.lasting('serve', '--port', '0', '--no-auth', '--concurrency', '0')
    expect(host.out).toMatch(/Sessions +in postgres:\/\/\S+; workers run them: gyre worker/)
    const [, url] = /listens on (\S+)/.exec(host.out) ?? []
    const { child, said } = await workerProcess(place)
    const body = JSON.stringify({ model: 'react', messages: [{ role: 'user', content: 'What is 17 * 6 + 14?' }] })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body, headers })
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: '17 * 6 + 14 = 116' } }] })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(said()).toContain('Handing sessions over; others go on with them. Once more ends at once.')
    expect(await end()).toBe(0)
  })

  it('hand over what they run when they are to end', async () => {
    const place = await databasePlace()
    withHeldModel(place)
    const id = (await place.gyre('run', '--queue', '-l', 'direct', '-m', 'test/held', 'Go?')).out.trim()
    const first = await workerProcess(place, '--grace', '0')
    await isTaken(place, '1 worker (1 of 0.1.0), 1 of 20 places taken')
    const second = await workerProcess(place)
    await isTaken(place, '2 workers (2 of 0.1.0), 1 of 40 places taken')
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'exit')).toEqual([0, null])
    await isTaken(place, '1 worker (1 of 0.1.0), 1 of 20 places taken')
    writeFileSync(join(place.cwd, 'go'), '')
    await vi.waitFor(async () => expect(await place.statusOf(id)).toBe('completed'), patient)
    expect((await place.gyre('show', id)).out).toContain('It went.')
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'exit')).toEqual([0, null])
  })
})
