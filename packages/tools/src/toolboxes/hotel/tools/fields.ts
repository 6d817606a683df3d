/** Arguments that several tools of the hotels take. */

import { suggestion } from '@gyre/core'
import { z } from 'zod'
import { refused } from '../booking/stay.ts'
import { type Property, type RateCode, rateCodes, roomTypes } from '../properties/property.ts'

const date = z.string().min(1).max(100)

export const checkInField = date.describe('The day of arrival, an ISO date such as 2026-11-15.')
export const checkOutField = date.describe('The day of leaving, an ISO date after check_in; at most 60 nights later.')
export const adultsField = z.number().int().min(1).max(20).default(2).describe('Adults in one room; 2 when left out.')
export const childrenField = z
  .number()
  .int()
  .min(0)
  .max(20)
  .default(0)
  .describe('Children in the same room; none when left out.')
export const propertyField = z.string().min(1).max(60).optional().describe('One property by its id; all when left out.')
export const roomTypeField = z.enum(roomTypes).optional().describe('Only rooms of this kind.')
export const rateCodeField = z
  .enum(rateCodes)
  .default('FLEX' satisfies RateCode)
  .describe('FLEX can be cancelled; SAVER is 12 % off without refund; LONG is 15 % off from 7 nights on.')

/** The property of this id, or all; fails with the ids there are. */
export function chosenProperties(all: readonly Property[], id: string | undefined): readonly Property[] {
  if (id === undefined) return all
  const found = all.filter((property) => property.id === id)
  if (found.length > 0) return found
  const ids = all.map((property) => property.id)
  throw refused(`There is no property \`${id}\`; ${suggestion(id, ids)}`)
}
