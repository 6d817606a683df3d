/** Dates, times and holidays for models, which know neither the date nor how to count days. */
import { defineToolbox, GyreError, type Toolbox } from '@gyre/core'
import type { CalendarSetting } from './calendar-setting.ts'
import { addTool } from './tools/add.ts'
import { betweenTool } from './tools/between.ts'
import { convertTimeTool } from './tools/convert-time.ts'
import { countriesTool } from './tools/countries.ts'
import { listHolidaysTool } from './tools/list-holidays.ts'
import { nowTool } from './tools/now.ts'
import { resolveDateHintTool } from './tools/resolve-date-hint.ts'
import { resolveHolidayTool } from './tools/resolve-holiday.ts'
import { configuredZone } from './zones/find-zone.ts'

/** The time zone and the country of whoever asks. */
export type CalendarOptions = {
  /** Where it is today: an IANA name such as `Europe/Berlin`, or `system` for that of this machine; `UTC` when left out. */
  readonly timeZone?: string
  /** Whose holidays come first, and how `3/5` is read: a code such as `DE`. */
  readonly country?: string
}

/** Dates, times and holidays for models. */
export function calendarToolbox(options: CalendarOptions = {}): Toolbox {
  const { timeZone, country } = options
  const zone = timeZone === undefined ? 'UTC' : timeZone === 'system' ? undefined : configuredZone(timeZone)
  const setting = settingOf(zone, configuredCountry(country))
  return defineToolbox({
    name: 'calendar',
    description: 'The present date and time, hints at dates, holidays of all countries, time zones, and counting days.',
    tools: toolsOf(setting),
  })
}

/** What the machine's zone is called is asked when a tool is called: it takes longer than all the rest of a start. */
function settingOf(zone: string | undefined, country: string | undefined): CalendarSetting {
  return {
    get timeZone() {
      return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    },
    country,
  }
}

function toolsOf(setting: CalendarSetting): Toolbox['tools'] {
  return [
    nowTool(setting),
    resolveDateHintTool(setting),
    resolveHolidayTool(setting),
    listHolidaysTool(setting),
    countriesTool(),
    convertTimeTool(setting),
    betweenTool(setting),
    addTool(setting),
  ]
}

function configuredCountry(country: string | undefined): string | undefined {
  if (country === undefined || /^[A-Za-z]{2}$/.test(country)) return country?.toUpperCase()
  throw new GyreError('config-invalid', `\`country\` is a code of two letters such as \`DE\`, not \`${country}\`.`)
}
