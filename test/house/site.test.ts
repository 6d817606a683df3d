import { describe, expect, it } from 'vitest'
import { linkOf } from '../../docs/.vitepress/links.ts'
import { pageFiles, placeOf, sidebar } from '../../docs/.vitepress/pages.ts'
import { read } from './repository.ts'

const shown = sidebar().flatMap(({ items }) => items.map(({ link }) => link))

describe('the site of the docs', () => {
  it('has every page in the sidebar, once', () => {
    expect(shown.toSorted()).toEqual(pageFiles.map((file) => `/${placeOf(file)}`).toSorted())
  })

  it('begins with the README and calls it the overview', () => {
    expect(sidebar()[0]).toMatchObject({ text: 'Start' })
    expect(sidebar()[0]?.items[0]).toEqual({ text: 'Overview', link: '/index.md' })
  })

  it('names pages by their first headings', () => {
    const items = sidebar().flatMap((group) => group.items)
    expect(items.find(({ link }) => link === '/errors.md')?.text).toBe('Errors')
    expect(items.find(({ link }) => link === '/reference/api/core.md')?.text).toBe('@gyre/core')
  })

  it('leads links to pages where the pages are', () => {
    expect(linkOf('docs/loops/react.md', '../concepts.md#budgets')).toBe('/concepts.md#budgets')
    expect(linkOf('docs/concepts.md', '../ARCHITECTURE.md')).toBe('/architecture.md')
    expect(linkOf('README.md', 'docs/decisions/README.md')).toBe('/decisions/index.md')
    expect(linkOf('README.md', 'https://example.com')).toBe('https://example.com')
  })

  it('leads links to examples to the page of the examples, and other sources nowhere', () => {
    expect(linkOf('README.md', 'examples')).toBe('/examples.md')
    expect(linkOf('docs/loops/waves.md', '../../examples/09-own-loop.ts')).toBe('/examples.md#09-own-loopts')
    expect(linkOf('docs/models.md', '../packages/core/src/ports/model.ts')).toBeUndefined()
  })

  it('refuses a link to nothing', () => {
    expect(() => linkOf('docs/models.md', 'nowhere.md')).toThrow('docs/models.md: nowhere.md leads to nothing.')
  })

  it('reads nothing in the pages as code of its own', () => {
    const prose = (file: string) => read(file).replaceAll(/^```[\s\S]*?^```$|`[^`]*`/gm, '')
    expect(pageFiles.filter((file) => /\{\{|<script|<style/.test(prose(file)))).toEqual([])
  })
})
