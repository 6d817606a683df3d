import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { checkScheduled, type ScheduledStart, scheduledStart, startScheduled } from './scheduled-start.ts'
import { openWorkplace } from './workplace.ts'

const start: ScheduledStart = { goal: 'What is 2 + 2?', loop: null, persona: null }
const sums = { owner: 'anna', name: 'sums', start }

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
    const { id } = await startScheduled(place, sums)
    const { row, view } = await place.runtime.as('anna').read(id)
    expect(row).toMatchObject({ owner: 'anna', state: 'queued', mirror: { loop: 'react', title: 'What is 2 + 2?' } })
    expect(view.definition).toMatchObject({ by: 'schedule:sums' })
    expect(view.definition?.tools).toContain('math.calculate')
  })

  it('is run by the loop or as the persona that was named', async () => {
    const place = await opened()
    const mirrorOf = async (given: Partial<ScheduledStart>) => {
      const { id } = await startScheduled(place, { ...sums, start: { ...start, ...given } })
      return (await place.runtime.as('anna').read(id)).row.mirror
    }
    expect(await mirrorOf({ loop: 'cot' })).toMatchObject({ loop: 'cot', persona: null })
    expect(await mirrorOf({ persona: 'chat' })).toMatchObject({ persona: 'chat' })
  })

  it('has what it was to be started with', async () => {
    const place = await opened()
    const { id } = await startScheduled(place, {
      ...sums,
      start: {
        ...start,
        output: { type: 'object', properties: { sum: { type: 'number' } } },
        loop: 'react',
        model: 'demo/rules',
        tools: ['math.*'],
        config: { maxIterations: 3 },
        budget: { modelCalls: 5 },
        instructions: 'Be brief.',
        thread: 'thr_sums',
        deliver: ['memory'],
        strict: true,
        priority: -10,
      },
    })
    const { row, view } = await place.runtime.as('anna').read(id)
    expect(row).toMatchObject({ waits: { priority: -10 }, mirror: { thread: 'thr_sums' } })
    expect(view.definition).toMatchObject({
      task: { goal: 'What is 2 + 2?', output: { type: 'object', properties: { sum: { type: 'number' } } } },
      models: { author: 'demo/rules' },
      config: { maxIterations: 3 },
      budget: { modelCalls: 5 },
      instructions: 'Be brief.',
      strict: true,
    })
    expect(view.definition?.tools.filter((name) => !name.startsWith('math.'))).toEqual([])
    expect(view.definition?.remembers).toBeDefined()
  })

  it('has the tools of its persona, unless others are named', async () => {
    const place = await opened()
    const toolsWith = async (given: Partial<ScheduledStart>) => {
      const { id } = await startScheduled(place, { ...sums, start: { ...start, persona: 'hotel', ...given } })
      return (await place.runtime.as('anna').read(id)).view.definition?.tools
    }
    expect(await toolsWith({})).toContain('pms.get_rates')
    expect(await toolsWith({ tools: ['calendar.now'] })).toEqual(['calendar.now'])
  })

  it('is refused when it could not be started, and nothing is kept', async () => {
    const place = await opened()
    const check = (given: Partial<ScheduledStart>) => checkScheduled(place, { ...sums, start: { ...start, ...given } })
    await expect(check({ loop: 'nosuch' })).rejects.toMatchObject({ code: 'loop-unknown' })
    await expect(check({ persona: 'nosuch' })).rejects.toThrow('nosuch')
    await expect(check({ tools: ['nosuch.*'] })).rejects.toMatchObject({ message: 'No tool fits `nosuch.*`.' })
    await expect(check({ config: { nosuch: 1 } })).rejects.toThrow('nosuch')
    await expect(check({ budget: { nosuch: 1 } })).rejects.toMatchObject({ code: 'budget-invalid' })
    await check({})
    expect(await place.runtime.as('anna').list()).toEqual([])
  })

  it('is read as it was written, and not at all when another version wrote it', () => {
    expect(scheduledStart(start)).toEqual(start)
    expect(scheduledStart({ ...start, priority: 5, config: { a: [1] } })).toEqual({
      ...start,
      priority: 5,
      config: { a: [1] },
    })
    expect(scheduledStart({ ...start, goal: 5 })).toBeUndefined()
    expect(scheduledStart({ ...start, config: [1] })).toBeUndefined()
    expect(scheduledStart({ ...start, later: 5 })).toBeUndefined()
    expect(scheduledStart(null)).toBeUndefined()
  })
})
