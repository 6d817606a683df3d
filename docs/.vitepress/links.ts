/**
 * Links of the pages, which are written for those who read the files in the repository.
 *
 * To other pages they lead in the site, too. The sources have no address there: what links to one is shown as code, and an
 * example leads to where it stands on the page of the examples. A link to nothing fails the build.
 */
import { existsSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { pageFiles, placeOf, root } from './pages.ts'

type Tokens = ReturnType<MarkdownRenderer['parse']>
type Token = Tokens[number]

/** The anchor of a heading, as it is made where the files are shown. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')

/** Where a link of a page leads in the site; undefined when it is to a source. Fails when there is no such file. */
export function linkOf(page: string, target: string): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const file = posix.join(posix.dirname(page), path).replace(/\/$/, '')
  if (pageFiles.includes(file)) return `/${placeOf(file)}${anchor === undefined ? '' : `#${anchor}`}`
  if (!existsSync(join(root, file))) throw new Error(`${page}: ${target} leads to nothing.`)
  if (file === 'examples') return '/examples.md'
  const [, example] = /^examples\/([\w-]+\.ts)$/.exec(file) ?? []
  return example && `/examples.md#${anchorOf(example)}`
}

/** A rule for every page, before its links are written. */
export function leadLinks(md: MarkdownRenderer): void {
  md.renderer.rules['source'] = () => ''
  md.core.ruler.push('lead-links', ({ env, tokens }) => {
    const page = relative(root, env.realPath ?? env.path)
      .split(sep)
      .join(posix.sep)
    for (const token of tokens) if (token.children) leadEach(token.children, page)
  })
}

function leadEach(tokens: Tokens, page: string): void {
  let isSource = false
  for (const token of tokens) {
    if (token.type === 'link_open') isSource = !lead(token, page)
    if (!isSource) continue
    if (token.type === 'text') token.type = 'code_inline'
    if (token.type === 'link_close') isSource = false
    if (token.type.startsWith('link_')) token.type = 'source'
  }
}

/** Whether the link leads somewhere in the site, which it does from now on. */
function lead(token: Token, page: string): boolean {
  const link = linkOf(page, token.attrGet('href') ?? '')
  if (link !== undefined) token.attrSet('href', link)
  return link !== undefined
}
