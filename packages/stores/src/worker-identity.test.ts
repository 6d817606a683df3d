import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { isDeadWorker, workerName } from './worker-identity.ts'

const [host, pid, start, random] = workerName().split('/') as [string, string, string, string]

describe('worker names', () => {
  it('name host, process, start and something random', () => {
    expect(pid).toBe(String(process.pid))
    expect(start).toMatch(/^\d+$/)
    expect(random).toMatch(/^[0-9a-f]{8}$/)
    expect(workerName()).not.toBe(workerName())
  })

  it('tell that this process lives', () => {
    expect(isDeadWorker(workerName())).toBe(false)
  })

  it('tell that a process ended', () => {
    const ended = spawnSync(process.execPath, ['--version']).pid
    expect(isDeadWorker(`${host}/${ended}/${start}/${random}`)).toBe(true)
  })

  it.runIf(process.platform === 'linux')('tell a process from an earlier one with its number', () => {
    expect(isDeadWorker(`${host}/${pid}/${Number(start) - 1}/${random}`)).toBe(true)
  })

  it('tell nothing of other hosts', () => {
    expect(isDeadWorker(`elsewhere/999999999/1/${random}`)).toBe(false)
  })

  it('tell nothing when they are something else', () => {
    for (const name of ['', 'worker-a', host, `${host}/`, `${host}/abc/1/x`, `${host}/-1/1/x`, `${host}/0/1/x`]) {
      expect(isDeadWorker(name)).toBe(false)
    }
  })

  it('tell nothing of the start where it is not known', () => {
    expect(isDeadWorker(`${host}/${pid}/0/${random}`)).toBe(false)
  })
})
