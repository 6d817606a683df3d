/** Seasons, the same in every year and for every property. */
import { type Day, isoDate } from '../../calendar/dates/day.ts'
import type { Season, YearlyDates } from './property.ts'

const seasons: readonly (YearlyDates & { readonly season: Season })[] = [
  { season: 'high', from: '01-01', to: '01-05' },
  { season: 'mid', from: '04-01', to: '06-14' },
  { season: 'high', from: '06-15', to: '08-31' },
  { season: 'mid', from: '09-01', to: '10-31' },
  { season: 'high', from: '12-20', to: '12-31' },
]

export function seasonOf(night: Day): Season {
  return seasons.find((each) => isWithin(each, night))?.season ?? 'low'
}

export function isWithin({ from, to }: YearlyDates, night: Day): boolean {
  const date = isoDate(night).slice(-5)
  return from <= date && date <= to
}

/** `high: 01-01 to 01-05, 06-15 to 08-31, …; the rest of the year is low`. */
export function seasonsText(): string {
  const said = (['high', 'mid'] as const).map((season) => {
    const dates = seasons.filter((each) => each.season === season).map(({ from, to }) => `${from} to ${to}`)
    return `${season} ${dates.join(', ')}`
  })
  return `${said.join('; ')}; the rest of the year is low`
}
