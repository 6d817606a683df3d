/** Arguments that several calendar tools take. */
import { z } from 'zod'

const zoneExamples =
  'an IANA name such as `Europe/Berlin`, a city, an offset such as `+05:30` or an abbreviation such as `CET`'

export const zoneField = z.string().min(1).max(100).optional().describe(`The time zone: ${zoneExamples}.`)

export const countryField = z.string().min(1).max(100).describe('A country by code or name, such as `DE` or `Germany`.')

export const regionField = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('A region of the country by code or name, such as `BY` or `Bavaria`.')

/** A date as people write it. */
export function dateField(what: string) {
  return z.string().min(1).max(200).describe(`${what} An ISO date or a hint such as \`next Friday\` or \`3 May\`.`)
}
