/** The date that a document gives itself. */

const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
const written =
  /^(?:[a-z]{3,9},?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+[a-z]{3,9}|[a-z]{3,9}\s+\d{1,2}(?:st|nd|rd|th)?),?\s+\d{4}\b/i
const month = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const zone = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i

/** Milliseconds since 1970; undefined when it is no date. Without a zone it is in UTC, wherever this runs. */
export function dateOf(text: string | undefined): number | undefined {
  const given = text?.trim().replaceAll('/', '-') ?? ''
  const [, year, monthNumber, day = '01', time = '00:00', offset = 'Z'] = iso.exec(given) ?? []
  if (year !== undefined) {
    const date = `${year}-${monthNumber}-${day}`
    return isDay(date, day) ? finite(Date.parse(`${date}T${time}${offset}`)) : undefined
  }
  if (given.length > 80 || !month.test(given)) return undefined
  const plain = given.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1')
  const [date] = written.exec(plain) ?? []
  if (date === undefined || !isDay(`${date} UTC`, /\d+/.exec(date)?.[0])) return undefined
  return finite(Date.parse(zone.test(plain) ? plain : `${plain} UTC`))
}

/** The 31st of February would be read as one of March. */
function isDay(date: string, day: string | undefined): boolean {
  return new Date(date).getUTCDate() === Number(day)
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined
}
