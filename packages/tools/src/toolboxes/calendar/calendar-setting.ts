/** Where and for whom the calendar tools count. */
import type { ToolContext } from '@gyre/core'
import { findZone } from './zones/find-zone.ts'
import { type WallClock, wallClock } from './zones/wall-clock.ts'

export type CalendarSetting = {
  /** An IANA name or an offset, checked. */
  readonly timeZone: string
  /** A country's code in capital letters. */
  readonly country: string | undefined
}

export type Here = WallClock & {
  readonly zone: string
  readonly instant: number
  /** What else the zone's name could have meant. */
  readonly note: string | undefined
}

/** The session's time on the clocks of a zone; of the toolbox's own when none is named. */
export function hereAndNow(setting: CalendarSetting, context: ToolContext, timeZone: string | undefined): Here {
  const instant = context.now()
  const { country } = setting
  const found =
    timeZone === undefined
      ? { zone: setting.timeZone }
      : findZone({ name: timeZone, field: 'timeZone', at: instant, country })
  return { ...wallClock(instant, found.zone), zone: found.zone, instant, note: found.note }
}
