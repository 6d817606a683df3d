import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isolatedModule } from '../../test/isolated-module.ts'
import { ChildPool, type PoolBounds } from './child-pool.ts'

const pid = 'export default () => process.pid'
const wait = 'export default async (ms) => { await new Promise((go) => setTimeout(go, ms)); return process.pid }'

function poolOf(bounds: Partial<PoolBounds>): ChildPool {
  const pool = new ChildPool({ mostWorking: 4, mostResting: 4, restMs: 60_000, ...bounds })
  onTestFinished(() => pool.close())
  return pool
}

function callOf(module: URL, input = 0, signal?: AbortSignal) {
  return {
    child: { module, memoryMb: 64, permissions: {} },
    request: { export: 'default', args: [input] },
    terms: { timeoutMs: 20_000, signal },
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5)
}

describe('a pool of children', () => {
  it('keeps as many at rest as it may, those that were used last', async () => {
    const pool = poolOf({ mostResting: 2 })
    const modules = [pid, pid, pid].map((code) => isolatedModule(code))
    const first: unknown[] = []
    for (const module of modules) first.push(await pool.run(callOf(module)))
    await until(() => pool.size === 2)
    const again: unknown[] = []
    for (const module of modules.toReversed()) again.unshift(await pool.run(callOf(module)))
    expect(again.map((one, index) => one === first[index])).toEqual([false, true, true])
  })

  it('ends one that has rested long enough', async () => {
    const pool = poolOf({ restMs: 1 })
    await pool.run(callOf(isolatedModule(pid)))
    await until(() => pool.size === 0)
  })

  it('forgets one that ends while it rests', async () => {
    const pool = poolOf({})
    const module = isolatedModule(pid)
    const first = (await pool.run(callOf(module))) as number
    process.kill(first, 'SIGKILL')
    await until(() => pool.size === 0)
    expect(await pool.run(callOf(module))).not.toBe(first)
  })

  it('lets so many work at a time, the others one after the other', async () => {
    const pool = poolOf({ mostWorking: 1 })
    const module = isolatedModule(wait)
    const pids = await Promise.all([10, 10, 10].map((ms) => pool.run(callOf(module, ms))))
    expect(new Set(pids).size).toBe(1)
    expect(pool.size).toBe(1)
  })

  it('lets nobody wait whose call is aborted, and keeps the place of the others', async () => {
    const pool = poolOf({ mostWorking: 1 })
    const module = isolatedModule(wait)
    const controller = new AbortController()
    const first = pool.run(callOf(module, 100))
    const second = pool.run(callOf(module, 0, controller.signal))
    const third = pool.run(callOf(module, 0))
    controller.abort()
    await expect(second).rejects.toMatchObject({ code: 'aborted' })
    expect(await third).toBe(await first)
  })

  it('gives the place back when a call fails', async () => {
    const pool = poolOf({ mostWorking: 1 })
    const module = isolatedModule('export default () => process.exit(1)')
    for (let count = 0; count < 3; count++) await expect(pool.run(callOf(module))).rejects.toThrow('exit code 1')
    const missing = new URL('./gone.mjs', module)
    await expect(pool.run(callOf(missing))).rejects.toThrow('There is no module')
    expect(await pool.run(callOf(isolatedModule(pid)))).toBeTypeOf('number')
  })

  it('ends all when it is closed, also those at work and those that wait for a place', async () => {
    const pool = poolOf({ mostWorking: 1 })
    await pool.run(callOf(isolatedModule(pid)))
    const calls = [isolatedModule(wait), isolatedModule(pid)].map((module) => pool.run(callOf(module, 1e6)))
    const failures = calls.map((call) =>
      expect(call).rejects.toThrow('The isolated code was stopped: the program ends.'),
    )
    await pool.close()
    await Promise.all(failures)
    expect(pool.size).toBe(0)
  })
})
