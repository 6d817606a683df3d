import type { DispatchWorker } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { desk, place, until } from '../../../test/dispatch-bench.ts'
import type { OnSchedule, SessionSchedule } from './schedules.ts'

const daily = { owner: 'anna', name: 'daily', cron: '0 7 * * *', tz: 'Europe/Paris', start: { task: 'Read the news.' } }

const idle: DispatchWorker = { loops: () => [], run: async () => undefined, setAside: async () => {} }

describe('schedules', () => {
  it('are listed by name, changed and removed', async () => {
    const { schedules } = (await desk(await place(), { concurrency: 0 })).dispatcher
    await schedules.set({ ...daily, cron: '0 6 * * *' })
    await schedules.set({ owner: 'anna', name: 'a/monthly', cron: '0 0 1 * *', start: null })
    await schedules.set(daily)
    const nextAt = expect.any(Number)
    expect(await schedules.list('anna')).toEqual([
      { owner: 'anna', name: 'a/monthly', cron: '0 0 1 * *', tz: 'UTC', start: null, nextAt },
      {
        owner: 'anna',
        name: 'daily',
        cron: '0 7 * * *',
        tz: 'Europe/Paris',
        start: { task: 'Read the news.' },
        nextAt,
      },
    ])
    expect([await schedules.remove('anna', 'daily'), await schedules.remove('anna', 'daily')]).toEqual([true, false])
    expect((await schedules.list('anna')).map(({ name }) => name)).toEqual(['a/monthly'])
  })

  it('are those of their owner alone, however owners are called', async () => {
    const { schedules } = (await desk(await place(), { concurrency: 0 })).dispatcher
    const owners = ['anna', 'anna@a.de', 'anna.40a.de', 'anna/daily', 'Änna b', '', '\u{1f511}']
    for (const owner of owners) await schedules.set({ ...daily, owner, start: owner })
    for (const owner of owners) expect(await schedules.list(owner)).toMatchObject([{ ...daily, owner, start: owner }])
    expect(await schedules.remove('anna', 'daily')).toBe(true)
    expect(await schedules.remove('bob', 'daily')).toBe(false)
    expect([await schedules.list('anna'), (await schedules.list('anna@a.de')).length]).toEqual([[], 1])
  })

  it('tell when they are due next, by the clock of their zone', async () => {
    const { schedules } = (await desk(await place(), { concurrency: 0 })).dispatcher
    await schedules.set({ ...daily, tz: 'Asia/Kolkata' })
    const [listed] = await schedules.list('anna')
    const shown = new Date(listed?.nextAt ?? 0).toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata' })
    expect([shown, new Date(listed?.nextAt ?? 0).toISOString().slice(10)]).toEqual(['07:00:00', 'T01:30:00.000Z'])
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
    const begun: (SessionSchedule & { readonly at: number })[] = []
    const onSchedule: OnSchedule = async (schedule, at) => void begun.push({ ...schedule, at })
    const desks = [await desk(schema, { onSchedule }), await desk(schema, { onSchedule })]
    const start = { task: 'Read the news.' }
    const minute = Math.floor(Date.now() / 60_000)
    // Every minute: that of now is due when the first worker begins.
    await desks[0]?.dispatcher.schedules.set({ owner: 'anna', name: 'often', cron: '* * * * *', start })
    for (const { dispatcher } of desks) dispatcher.work(idle)
    await until(() => begun.length > 0)
    expect(begun[0]).toMatchObject({ owner: 'anna', name: 'often', cron: '* * * * *', tz: 'UTC', start })
    expect([minute * 60_000, (minute + 1) * 60_000]).toContain(begun[0]?.at)
    expect(new Set(begun.map(({ at }) => at)).size).toBe(begun.length)
  })

  it('that cannot begin their session are told of, and left out until the next time', async () => {
    const troubles: string[] = []
    const onSchedule = async () => {
      throw new Error('There is no such persona.')
    }
    const { dispatcher } = await desk(await place(), { onSchedule, onTrouble: (line) => troubles.push(line) })
    await dispatcher.schedules.set({ owner: 'anna', name: 'often', cron: '* * * * *', start: null })
    dispatcher.work(idle)
    await until(() => troubles.length > 0)
    expect(troubles).toEqual(['What was due by a schedule was not begun: There is no such persona.'])
  })
})
