import { describe, expect, it } from 'vitest'
import { linksIn } from './links.ts'

/** What stays of the first link. */
const keptOf = (text: string) => linksIn(text)[0]?.kept

describe('what stays of a link whose address may not stand', () => {
  it.each([
    ['It cost 12 crowns [c1] [report](https://a.example/1.pdf).', ''],
    ['It cost 12 crowns [c1][The report](https://a.example/1.pdf).', ''],
    ['It cost 12 crowns. [Read more](https://a.example/1)', ''],
    ['It cost 12 crowns [c1] [here](https://a.example/1), and more.', ''],
    ['It cost 12 crowns [c1] [Harlow 1987](https://a.example/1).', ''],
    ['It cost 12 crowns [source](https://a.example/1).', ''],
  ])('is nothing where it only points to its address: %s', (text, kept) => {
    expect(keptOf(text)).toBe(kept)
  })

  it.each([
    ['The [report](https://a.example/1) says 12 crowns [c1].', 'report'],
    ['It ended [c1]. [The report](https://a.example/1) says why.', 'The report'],
    ['All of it is in the [report](https://a.example/1).', 'report'],
    ['It cost 12 crowns [c1] [to the parish](https://a.example/1).', 'to the parish'],
  ])('is its words where they are part of a sentence: %s', (text, kept) => {
    expect(keptOf(text)).toBe(kept)
  })
})
