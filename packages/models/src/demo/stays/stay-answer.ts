/** What is free, for somebody who has seen no tool. */
import type { Answer } from '../decision.ts'
import type { WaveResult, WaveResults } from '../reading/wave-results.ts'
import { nightsBetween, spokenDay } from './calendar-day.ts'
import { type Nights, otherNights, saidBy, spanIn } from './stay-nights.ts'
import type { Stay, StayRequest } from './stay-request.ts'

export function stayAnswer(request: StayRequest, results: WaveResults): Pick<Answer, 'text' | 'findings'> {
  const { stays, unread } = request
  const said = stays.map((stay) => ofStay(stay, results))
  const isKnown = said.some((each) => each.isKnown)
  const left = unread.map((words) => `I do not understand “${words}”: it is not taken into account.`)
  const text = [...said.map((each) => each.text), ...(isKnown ? terms(request, results) : []), ...left].join('\n\n')
  return { text, findings: { isKnown, question: stays.map(({ words }) => words).join(' and '), results: [] } }
}

type Said = { readonly text: string; readonly isKnown: boolean }

function ofStay(stay: Stay, results: WaveResults): Said {
  const rooms = results.get(`rooms-${stay.id}`)
  if (!rooms) return { text: withoutRooms(stay, results), isKnown: false }
  const instead = results.get(`rooms-${stay.id}-instead`)
  const why = nightsNote(stay, results)
  if (rooms.status === 'ok') return { text: `${offers(rooms, `Free for “${stay.words}”`)}${why}`, isKnown: true }
  if (rooms.status !== 'empty') return { text: `“${stay.words}”: ${failure(rooms)}${why}`, isKnown: false }
  const other = instead?.status === 'ok' ? `\n${offers(instead, 'Free instead')}` : ''
  return { text: `${nothingFree(rooms, stay.words)}${why}${other}`, isKnown: true }
}

/** What is known where no rooms were asked for. */
function withoutRooms({ id, words }: Stay, results: WaveResults): string {
  const [first, second] = [results.get(id), results.get(`${id}-hint`)]
  const dates = second ?? first
  if (!dates) return `The dates of “${words}” were not looked up, so I cannot say what is free.`
  if (dates.status === 'ok') return `“${words}”: ${dates.text} Which rooms are free then was not looked up.`
  const said = [first, second].flatMap((result) => (result ? [`\n- ${firstSentence(failure(result))}`] : []))
  return `I found no dates for “${words}”:${said.join('')}`
}

function failure({ tool, text }: WaveResult): string {
  return text.includes(`\`${tool}\``) ? text : `\`${tool}\` failed: ${text}`
}

function firstSentence(text: string): string {
  return /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0] ?? text
}

const head = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d) \(\d+ nights?\), (.+?): \d+ offers?, (.*)$/

/** The offers with a head that speaks of days; as the tool wrote them when they have another form. */
function offers({ text }: WaveResult, said: string): string {
  const [first = '', ...lines] = text.split('\n')
  const [, start = '', end = '', guests = ''] = head.exec(first) ?? []
  if (start === '') return `${said}: ${text}`
  const offered = lines.map((line) => line.replace(/ \([a-z]+(?:-[a-z]+)*\)(?=: )/g, ''))
  return [`${said}, ${period({ start, end }, guests)}:`, ...offered].join('\n')
}

function period({ start, end }: Nights, guests: string): string {
  const nights = nightsBetween(start, end)
  return `${spokenDay(start)} to ${spokenDay(end)} (${nights} ${nights === 1 ? 'night' : 'nights'}, ${guests})`
}

function nothingFree({ text }: WaveResult, words: string): string {
  const [first = '', ...lines] = text.split('\n')
  const [, start, end, guests = ''] =
    /(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d) \(\d+ nights?\), (.+?)\.$/.exec(first) ?? []
  if (start === undefined || end === undefined) return `“${words}”: ${text}`
  const at = lines.findIndex((line) => !line.startsWith('- '))
  const why = at < 0 ? lines : lines.slice(0, at)
  const near = otherNights(text) ? [] : lines.slice(Math.max(0, at))
  return [`Nothing is free for “${words}”, ${period({ start, end }, guests)}:`, ...why, ...near].join('\n')
}

/** Which nights of a longer time were taken, where that was not said. */
function nightsNote({ id, when }: Stay, results: WaveResults): string {
  const time = when.kind === 'holiday' ? saidBy(results, id) : undefined
  const taken = spanIn(results.get(`rooms-${id}`)?.text ?? '')
  if (!time || !taken || when.kind !== 'holiday' || time.start === time.end) return ''
  const whole = `\n${when.name} is from ${spokenDay(time.start)} to ${spokenDay(time.end)}`
  if (taken.start > time.start) return `${whole} and has begun: I looked from today on.`
  const nights = nightsBetween(taken.start, taken.end)
  if (taken.end >= time.end) return `${whole}.`
  return `${whole}: I took ${nights === 1 ? 'its first night' : `its first ${nights} nights`}.`
}

/** What the prices are for. */
function terms({ adults, children, stays }: StayRequest, results: WaveResults): readonly string[] {
  const rooms = stays.flatMap(({ id }) => [results.get(`rooms-${id}`), results.get(`rooms-${id}-instead`)])
  const [first = ''] = rooms.find((result) => result?.status === 'ok')?.text.split('\n') ?? []
  const [, , , party = '', priced = ''] = head.exec(first) ?? []
  const prices = priced === '' ? [] : [`Prices: ${priced.replace(/\.$/, '')}.`]
  const guests = adults === undefined && children === undefined ? [`You named no guests, so this is for ${party}.`] : []
  const terms = [...prices, ...(priced === '' ? [] : guests)].join(' ')
  return terms === '' ? [] : [terms]
}
