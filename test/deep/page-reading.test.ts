/** Pages that are made to keep a parser busy, or to make it spend all memory. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { endIsolated } from '../../packages/tools/src/isolation/run-isolated.ts'
import { readLinks, readPage } from '../../packages/tools/src/toolboxes/web/reading/read-page.ts'

afterAll(endIsolated)

const page = (text: string) => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'text/html',
  url: 'https://a.example/b/',
})

const longBase = `<base href="https://a.example/${'x'.repeat(60_000)}/">`

describe('a page that is made to do harm', () => {
  it.each([
    ['is nested without an end', `<html><body>${'<div>'.repeat(600_000)}`, readPage],
    ['is nested without an end, for its links', `<html><body>${'<div>'.repeat(600_000)}`, readLinks],
    ['has links that grow', `${longBase}${'<a href=y>z</a>'.repeat(60_000)}`, readPage],
  ])('is given up when it %s, while others go on', async (_, html, read) => {
    let turns = 0
    const reading = read(page(html)).finally(() => {
      turns = Number.NEGATIVE_INFINITY
    })
    const others = (async () => {
      while (turns >= 0 && turns < 10) {
        await wait(50)
        turns += 1
      }
      return turns
    })()
    expect(await others).toBe(10)
    await expect(reading).rejects.toMatchObject({
      code: 'page-refused',
      message: expect.stringMatching(/^The page cannot be read: it is so large or so tangled that .* not enough\.$/),
    })
  })
})
