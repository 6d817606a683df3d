import { describe, expect, it } from 'vitest'
import { pageOf } from './page.ts'

async function* rows(count: number) {
  for (let at = 1; at <= count; at++) yield { id: `r${at}`, at }
}

const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

describe('a page', () => {
  it('names where the next begins while there are more rows', async () => {
    const { items, next } = await pageOf(rows(3), 2, () => true)
    expect([ids(items), next]).toEqual([['r1', 'r2'], 'r2'])
  })

  it('is the last one when no row is left', async () => {
    const { items, next } = await pageOf(rows(2), 2, () => true)
    expect([ids(items), next]).toEqual([['r1', 'r2'], null])
  })

  it('holds what is wanted alone', async () => {
    const { items } = await pageOf(rows(6), 2, ({ at }) => at % 2 === 0)
    expect(ids(items)).toEqual(['r2', 'r4'])
  })

  it('ends early where too many rows are looked at in vain', async () => {
    const { items, next } = await pageOf(rows(6000), 2, ({ at }) => at === 5500)
    expect([ids(items), next]).toEqual([[], 'r5000'])
  })
})
