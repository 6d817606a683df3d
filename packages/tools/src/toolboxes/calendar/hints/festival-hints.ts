/** Festivals as hints: `Christmas`, `Easter 2027`, and so `3 days after Easter`. */
import { shortDay } from '../dates/spoken-date.ts'
import { festivalDate } from '../holidays/festival-date.ts'
import { festivalNamed } from '../holidays/festivals.ts'
import type { HintRule } from './hint.ts'

export const festivalHint: HintRule = (text, { today, country }) => {
  const [, name = '', year] = /^(.+?)(?: (?:of |in )?(\d{4}))?$/.exec(text) ?? []
  const festival = festivalNamed(name)
  // Those of the Chinese calendar are counted by a library that is not loaded here.
  if (!festival || festival.needsLibrary) return undefined
  const question = { name, today, ...(year && { year: Number(year) }) }
  const { occurrence } = festivalDate([festival], question, { ...(country && { place: { country } }) })
  const { start, end, firstDay } = occurrence
  const note = start === firstDay ? undefined : `It begins at sunset on ${shortDay(start)}.`
  return { start, end, meaning: festival.name, ...(note && { note }) }
}
