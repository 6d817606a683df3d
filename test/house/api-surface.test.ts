import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiPages } from '../../scripts/reference/api-page.ts'
import { formatted } from '../../scripts/reference/formatted.ts'
import { publicApi } from '../../scripts/reference/public-api.ts'
import { surfaceText } from '../../scripts/reference/surface-text.ts'
import { root } from './repository.ts'

// Reading all sources takes seconds, and the tests below look at the same of them.
const api = publicApi()

describe('the public API', () => {
  it('is what api-surface.txt says it is', async () => {
    await expect(surfaceText(api)).toMatchFileSnapshot(join(import.meta.dirname, 'api-surface.txt'))
  })

  it('has a comment on every symbol', () => {
    const bare = api.flatMap(({ symbols }) => symbols.filter(({ doc }) => doc === ''))
    expect([...new Set(bare.map(({ file, name }) => `${file}: ${name}`))]).toEqual([])
  })
})

describe('the API reference', () => {
  const folder = join(root, 'docs/reference/api')
  const pages = formatted(apiPages(api))

  it.each([...pages])('has in %s what the code says', async (name, text) => {
    await expect(text).toMatchFileSnapshot(join(folder, name))
  })

  it('has no page besides', () => {
    expect(readdirSync(folder).filter((name) => !pages.has(name))).toEqual([])
  })
})
