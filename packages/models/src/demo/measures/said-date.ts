/** The first date that a text names, as `2027-03-28`. */

const months = 'january february march april may june july august september october november december'.split(' ')
const month = `(${months.join('|')})`
const written = new RegExp(
  String.raw`\b(\d{4})-(\d\d)-(\d\d)\b|\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},? (\d{4})\b|\b${month} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`,
  'i',
)

export function saidDate(text: string): string | undefined {
  const match = written.exec(text)
  if (!match) return undefined
  const [, isoYear, isoMonth, isoDay, day, name, year, otherName, otherDay, otherYear] = match
  if (isoYear !== undefined) return `${isoYear}-${isoMonth}-${isoDay}`
  const number = months.indexOf((name ?? otherName ?? '').toLowerCase()) + 1
  return `${year ?? otherYear}-${twoDigits(number)}-${twoDigits(Number(day ?? otherDay))}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
