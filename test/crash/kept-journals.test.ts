import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { openScene, replies } from '../fixtures/journals/scenes.ts'

const kept = fileURLToPath(new URL('../fixtures/journals/', import.meta.url))
const versions = readdirSync(kept, { withFileTypes: true }).filter((entry) => entry.isDirectory())

type Sessions = Record<'ended' | 'interrupted' | 'waiting', string>

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A copy of a kept journal: the original is never opened for writing. */
function openKept(version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-kept-'))
  folders.push(folder)
  cpSync(join(kept, version), folder, { recursive: true })
  const sessions = JSON.parse(readFileSync(join(folder, 'sessions.json'), 'utf8')) as Sessions
  return { runtime: openScene(join(folder, 'gyre.db'), [replies(async () => {})]), sessions }
}

describe.each(versions.map(({ name }) => name))('a journal written by version %s', (version) => {
  it('is what was written', async () => {
    const { runtime, sessions } = openKept(version)
    for (const id of Object.values(sessions)) expect(await runtime.verify(id)).toMatchObject({ ok: true })
    await runtime.close()
  })

  it('tells how its ended session ended, and replays it', async () => {
    const { runtime, sessions } = openKept(version)
    const session = await runtime.session(sessions.ended)
    expect(await session.outcome).toMatchObject({
      answer: '116',
      outcome: 'answered',
      usage: { modelCalls: 3, toolCalls: 2 },
    })
    expect(await runtime.replay(sessions.ended)).toMatchObject({ isEqual: true })
    await runtime.close()
  })

  it('goes on with its interrupted session without paying for anything again', async () => {
    const { runtime, sessions } = openKept(version)
    const session = await runtime.resume(sessions.interrupted)
    expect(await session.outcome).toMatchObject({ answer: '116', usage: { modelCalls: 3 } })
    await runtime.close()
  })

  it('still waits for the answer somebody owes it', async () => {
    const { runtime, sessions } = openKept(version)
    const session = await runtime.session(sessions.waiting)
    await session.answer('blue')
    expect(await session.outcome).toMatchObject({ answer: 'You said blue.', outcome: 'answered' })
    await runtime.close()
  })

  it('can be forked from any of its steps', async () => {
    const { runtime, sessions } = openKept(version)
    const ended = await runtime.session(sessions.ended)
    const fork = await ended.fork({ at: 'act#2[0]' })
    expect(await fork.outcome).toMatchObject({ outcome: 'answered' })
    await runtime.close()
  })
})
