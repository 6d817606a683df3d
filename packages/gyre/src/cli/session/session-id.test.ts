import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionLab, sessionOf } from '../../../test/session-lab.ts'
import { sessionId, shortIds } from './session-id.ts'

describe('a session by what a person writes', () => {
  it('is found by its id, the beginning of it, and `last`', async () => {
    const { runtime, lab } = await twoSessions()
    expect(await sessionId(runtime, sessionOf(1))).toBe(sessionOf(1))
    expect(await sessionId(runtime, 'ses_00000001')).toBe(sessionOf(1))
    expect(await sessionId(runtime, '00000002-00')).toBe(sessionOf(2))
    expect(await sessionId(lab.runtime, 'last')).toBe(sessionOf(2))
  })

  it('is refused when several begin so, with a list of them', async () => {
    const { runtime } = await twoSessions()
    await expect(sessionId(runtime, '0000')).rejects.toMatchObject({
      code: 'usage-invalid',
      message: `Several sessions begin with \`0000\`. Write more of the id:\n  ${sessionOf(2)}  Two\n  ${sessionOf(1)}  One`,
    })
  })

  it('is refused when there is none', async () => {
    const { runtime } = new SessionLab()
    await expect(sessionId(runtime, 'last')).rejects.toMatchObject({
      code: 'session-unknown',
      message: 'There is no session yet. Begin one: gyre run "goal"',
    })
    await expect(sessionId(runtime, 'ses_7')).rejects.toMatchObject({
      message: 'There is no session `ses_7`. `gyre ps --all` lists them.',
    })
  })
})

describe('a short id', () => {
  it('is the beginning up to the millisecond, and longer where two share it', () => {
    const [a, b, c] = [
      'ses_0190a0b1-2c3d-7e4f-8a5b-6c7d8e9f0a1b',
      'ses_0190a0b1-2c3d-7e5f-8a5b-6c7d8e9f0a1b',
      'ses_0190a0b2-2c3d-7e4f-8a5b-6c7d8e9f0a1b',
    ]
    expect([...shortIds([c, a, b]).values()].sort()).toEqual([
      'ses_0190a0b1-2c3d-7e4',
      'ses_0190a0b1-2c3d-7e5',
      'ses_0190a0b2-2c3d',
    ])
  })

  it('is the beginning of one id alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid({ version: 7 }), { minLength: 1 }), (uuids) => {
        const ids = uuids.map((uuid) => `ses_${uuid}`)
        for (const short of shortIds(ids).values()) expect(ids.filter((id) => id.startsWith(short))).toHaveLength(1)
      }),
    )
  })
})

async function twoSessions() {
  const lab = new SessionLab()
  await lab.session('One')
  await lab.session('Two')
  return { lab, runtime: lab.runtime }
}
