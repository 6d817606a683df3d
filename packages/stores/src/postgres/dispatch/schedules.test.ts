import type { Json } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { desk, place, until } from '../../../test/dispatch-bench.ts'

const daily = { name: 'daily', cron: '0 7 * * *', tz: 'Europe/Paris', start: { task: 'Read the news.' } }

describe('schedules', () => {
  it('are listed by name, changed and removed', async () => {
    const { schedules } = (await desk(await place(), { concurrency: 0 })).dispatcher
    await schedules.set({ ...daily, cron: '0 6 * * *' })
    await schedules.set({ name: 'a/monthly', cron: '0 0 1 * *', start: null })
    await schedules.set(daily)
    expect(await schedules.list()).toEqual([
      { name: 'a/monthly', cron: '0 0 1 * *', tz: 'UTC', start: null },
      { name: 'daily', cron: '0 7 * * *', tz: 'Europe/Paris', start: { task: 'Read the news.' } },
    ])
    expect([await schedules.remove('daily'), await schedules.remove('daily')]).toEqual([true, false])
    expect((await schedules.list()).map(({ name }) => name)).toEqual(['a/monthly'])
  })

  it.each([
    ['a cron that is none', { cron: 'every day' }, '`every day` in the time zone `Europe/Paris` is no schedule'],
    ['a time zone that is none', { tz: 'Europe/Rivendell' }, 'in the time zone `Europe/Rivendell` is no schedule'],
    ['a name of other characters', { name: 'every day' }, 'Names of schedules are made of'],
  ])('are refused with %s', async (_, wrong, says) => {
    const { schedules } = (await desk(await place(), { concurrency: 0 })).dispatcher
    const refused = schedules.set({ ...daily, ...wrong })
    await expect(refused).rejects.toMatchObject({ code: 'config-invalid', message: expect.stringContaining(says) })
  })

  it('begin a session once when they are due, with several workers', async () => {
    const schema = await place()
    const begun: { start: Json; at: number }[] = []
    const onSchedule = async (start: Json, at: number) => void begun.push({ start, at })
    const desks = [await desk(schema, { onSchedule }), await desk(schema, { onSchedule })]
    const start = { task: 'Read the news.' }
    const minute = Math.floor(Date.now() / 60_000)
    // Every minute: that of now is due when the first worker begins.
    await desks[0]?.dispatcher.schedules.set({ name: 'often', cron: '* * * * *', start })
    for (const { dispatcher } of desks) dispatcher.work({ loops: () => [], run: async () => undefined })
    await until(() => begun.length > 0)
    expect(begun[0]?.start).toEqual(start)
    expect([minute * 60_000, (minute + 1) * 60_000]).toContain(begun[0]?.at)
    expect(new Set(begun.map(({ at }) => at)).size).toBe(begun.length)
  })

  it('that cannot begin their session are told of, and left out until the next time', async () => {
    const troubles: string[] = []
    const onSchedule = async () => {
      throw new Error('There is no such persona.')
    }
    const { dispatcher } = await desk(await place(), { onSchedule, onTrouble: (line) => troubles.push(line) })
    await dispatcher.schedules.set({ name: 'often', cron: '* * * * *', start: null })
    dispatcher.work({ loops: () => [], run: async () => undefined })
    await until(() => troubles.length > 0)
    expect(troubles).toEqual(['What was due by a schedule was not begun: There is no such persona.'])
  })
})
