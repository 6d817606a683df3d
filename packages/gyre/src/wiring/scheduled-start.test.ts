import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { checkScheduled, type ScheduledStart, scheduledStart, startScheduled } from './scheduled-start.ts'
import { openWorkplace } from './workplace.ts'

const start: ScheduledStart = { name: 'sums', owner: 'anna', goal: 'What is 2 + 2?', loop: null, persona: null }

async function opened() {
  const cwd = temporaryFolder()
  const env = { HOME: cwd, GYRE_MODEL: 'demo/rules' }
  const place = await openWorkplace({ cwd, env, platform: 'linux', dispatch: { concurrency: 0 } })
  onTestFinished(() => place.close({ graceMs: 0 }))
  return { ...place, tools: () => place.tools() }
}

describe('what a schedule starts', () => {
  it('is a session of its owner that waits for a worker, with the tools there are', async () => {
    const place = await opened()
    const { id } = await startScheduled(place, start)
    const { row, view } = await place.runtime.as('anna').read(id)
    expect(row).toMatchObject({ owner: 'anna', state: 'queued', mirror: { loop: 'react', title: 'What is 2 + 2?' } })
    expect(view.definition).toMatchObject({ by: 'schedule:sums' })
    expect(view.definition?.tools).toContain('math.calculate')
  })

  it('is run by the loop or as the persona that was named', async () => {
    const place = await opened()
    const mirrorOf = async (given: Partial<ScheduledStart>) => {
      const { id } = await startScheduled(place, { ...start, ...given })
      return (await place.runtime.as('anna').read(id)).row.mirror
    }
    expect(await mirrorOf({ loop: 'cot' })).toMatchObject({ loop: 'cot', persona: null })
    expect(await mirrorOf({ persona: 'chat' })).toMatchObject({ persona: 'chat' })
  })

  it('is refused when it could not be started, and nothing is kept', async () => {
    const place = await opened()
    await expect(checkScheduled(place, { ...start, loop: 'nosuch' })).rejects.toMatchObject({ code: 'loop-unknown' })
    await expect(checkScheduled(place, { ...start, persona: 'nosuch' })).rejects.toThrow('nosuch')
    await checkScheduled(place, start)
    expect(await place.runtime.as('anna').list()).toEqual([])
  })

  it('is read as it was written, and not at all when another version wrote it', () => {
    expect(scheduledStart(start)).toEqual(start)
    expect(scheduledStart({ ...start, goal: 5 })).toBeUndefined()
    expect(scheduledStart(null)).toBeUndefined()
  })
})
