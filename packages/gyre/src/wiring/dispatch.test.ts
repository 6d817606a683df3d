import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { type DispatchWish, dispatchOf } from './dispatch.ts'
import { openWorkplace } from './workplace.ts'

const news = { onTrouble: () => {}, onSchedule: async () => {} }

async function opened(dispatch: DispatchWish | undefined) {
  const cwd = temporaryFolder()
  const env = { HOME: cwd, GYRE_MODEL: 'demo/rules' }
  const place = await openWorkplace({ cwd, env, platform: 'linux', dispatch })
  onTestFinished(() => place.close({ graceMs: 0 }))
  return place.runtime
}

describe('who hands sessions out without PostgreSQL', () => {
  it('is nobody, unless it was said how many may run', async () => {
    const here = { postgres: undefined }
    expect(await dispatchOf(here, undefined, news)).toBeUndefined()
    expect(await dispatchOf(here, {}, news)).toBeUndefined()
    const dispatch = await dispatchOf(here, { concurrency: 2 }, news)
    expect([dispatch?.dispatcher.isShared, dispatch?.shared]).toEqual([false, undefined])
  })

  it('lets none run that waits when there is no room at all, and others run as ever', async () => {
    const runtime = await opened({ concurrency: 0 })
    const waits = await runtime.start('direct', 'Later.', { queue: true })
    expect(await (await runtime.start('direct', 'What is 2 + 2?')).outcome).toMatchObject({ outcome: 'answered' })
    expect((await runtime.read(waits.id)).row.state).toBe('queued')
  })

  it('lets them run one after the other where one may', async () => {
    const runtime = await opened({ concurrency: 1 })
    const goals = ['What is 2 + 2?', 'What is 3 + 3?', 'What is 4 + 4?']
    const sessions = await Promise.all(goals.map((goal) => runtime.start('direct', goal, { queue: true })))
    const ends = await Promise.all(sessions.map((session) => session.outcome))
    expect(ends.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'answered'])
  })
})
