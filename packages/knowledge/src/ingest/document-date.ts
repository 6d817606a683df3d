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
  if (year !== undefined) return finite(Date.parse(`${year}-${monthNumber}-${day}T${time}${offset}`))
  if (!written.test(given) || !month.test(given) || given.length > 80) return undefined
  const plain = given.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1')
  return finite(Date.parse(zone.test(plain) ? plain : `${plain} UTC`))
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined
}
