/** Lists in pages: so many at a time, and where the next page begins. */
import { z } from '@hono/zod-openapi'

const defaultLimit = 50
const mostOfPage = 200

/** Rows that are looked at for one page: a filter that finds little answers all the same. */
const mostLooked = 5000

export const limitQuery = z.coerce
  .number()
  .int()
  .min(1)
  .max(mostOfPage)
  .default(defaultLimit)
  .describe('How many at most.')

export const beforeQuery = z.string().min(1).optional().describe('`next` of the page before.')

export const nextSchema = z.string().nullable().describe('Ask for the next page with `before`; null for the last page.')

export type Page<T> = { readonly items: readonly T[]; readonly next: string | null }

/** The first rows that are wanted. Where too many are looked at in vain, the page ends early. */
export async function pageOf<T extends { readonly id: string }>(
  rows: AsyncIterable<T>,
  limit: number,
  isWanted: (row: T) => boolean | Promise<boolean>,
): Promise<Page<T>> {
  const items: T[] = []
  let looked = 0
  let last: string | null = null
  for await (const row of rows) {
    if (items.length === limit || looked === mostLooked) return { items, next: last }
    looked++
    last = row.id
    if (await isWanted(row)) items.push(row)
  }
  return { items, next: null }
}
