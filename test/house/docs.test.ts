import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { actions, limitsSchema } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { readCommandLine } from '../../packages/gyre/src/cli/command-line.ts'
import { commandGroups } from '../../packages/gyre/src/cli/commands.ts'
import { blocksOf, filesOf, pages, read, root, sources } from './repository.ts'

type Link = { readonly page: string; readonly target: string }

const outsideBlocks = (page: string) => read(page).replaceAll(/^```[\s\S]*?^```$/gm, '')

const links: readonly Link[] = pages.flatMap((page) =>
  [...outsideBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target)),
)

/** The anchor of a heading, as it is made where the pages are shown. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')

function isBroken({ page, target }: Link): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : posix.join(posix.dirname(page), path)
  if (!existsSync(join(root, file))) return true
  return (
    anchor !== undefined && ![...read(file).matchAll(/^#+ (.+)$/gm)].some(([, text = '']) => anchorOf(text) === anchor)
  )
}

/** What is typed after `gyre`, line by line, in the blocks for a shell. */
function typedIn(page: string): readonly string[] {
  const blocks = blocksOf(page).filter(({ language }) => language === 'sh' || language === '')
  const lines = blocks.flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, ' ').split(/\n|&&/))
  return lines.flatMap((line) => /^\s*(?:(?:npx )?gyre|npm start --) ([^#>|]+)/.exec(line)?.[1] ?? [])
}

const words = (typed: string) =>
  [...typed.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match.slice(1).join(''))

const commands = commandGroups.flatMap((group) => group.commands)

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const lines = (path: string) => read(path).trimEnd().split('\n').length

describe('the docs', () => {
  it('link to files and headings that are there', () => {
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(isBroken)).toEqual([])
  })

  it('name npm scripts that are there', () => {
    const named = pages.flatMap((page) => [...read(page).matchAll(/\bnpm (?:run (?!-)([\w:]+)|(start|test)\b)/g)])
    const names = new Set(named.map((match) => match[1] ?? match[2] ?? ''))
    expect([...names].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('have commands typed that there are, with options that they take', () => {
    const typed = pages.flatMap(typedIn)
    expect(typed.length).toBeGreaterThan(50)
    for (const line of typed) expect(readCommandLine(words(line), commands), line).not.toMatchObject({ kind: 'help' })
  })

  it('have what a command needs besides installed before an operator types it', () => {
    const page = read('docs/getting-started.md')
    const chapter = page.slice(page.indexOf('\n## As an operator\n'))
    const needs = [
      ['npx gyre mcp test', '@modelcontextprotocol/client'],
      ['npx gyre keys add', '@gyre/server @gyre/web'],
      ['npx gyre serve', '@gyre/server @gyre/web'],
    ] as const
    for (const [typed, library] of needs) {
      const before = chapter.slice(0, chapter.indexOf(`\n${typed}`) + 1)
      expect(before, typed).toContain(`\nnpm install ${library}\n`)
    }
  })

  it('have one title each', () => {
    const titles = (page: string) => outsideBlocks(page).match(/^# /gm)?.length
    expect(pages.filter((page) => titles(page) !== 1)).toEqual([])
  })

  it('name every action and every limit', () => {
    const concepts = read('docs/concepts.md')
    const named = [...actions, ...Object.keys(limitsSchema.shape)]
    expect(named.filter((word) => !concepts.includes(`\`${word}\``))).toEqual([])
  })

  it('name every verb of `ctx`', () => {
    const [, context = ''] = /^type LoopContext = \{\n(.*?)^\}/ms.exec(read('test/house/api-surface.txt')) ?? []
    const verbs = [...context.matchAll(/^ {2}(\w+)(?:<.*>)?\(/gm)].map(([, verb]) => verb)
    expect(verbs).toContain('generateObject')
    const concepts = read('docs/concepts.md')
    expect(verbs.filter((verb) => !concepts.includes(`\`${verb}\``))).toEqual([])
  })

  it('are short', () => {
    expect(lines('README.md')).toBeLessThanOrEqual(150)
    expect(lines('ARCHITECTURE.md')).toBeLessThanOrEqual(200)
  })

  it('state the limits of biome.json', () => {
    const rules = read('biome.json')
    const contributing = read('CONTRIBUTING.md')
    const limits = [...rules.matchAll(/"(?:maxLines|maxAllowedComplexity|max|lineWidth)": (\d+)/g)].map(
      (match) => match[1],
    )
    expect(limits.length).toBeGreaterThan(4)
    expect(limits.filter((limit) => !new RegExp(`\\| .*\\b${limit}\\b.* \\|`).test(contributing))).toEqual([])
  })

  it('say nothing of machines, registries and numbers of requirements', () => {
    const foreign = /\/(?:work|home|root|Users)\/|\bregistry\.\w+\.\w|\b[RL]\d{1,2}\b|\bTODO\b/
    const texts = [...pages, ...sources, ...filesOf('examples/**/*.*'), ...filesOf('scripts/**/*.{ts,mts,mjs}')]
    const found = texts.flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => foreign.test(line)),
    )
    expect(found).toEqual([])
  })
})

describe('the decisions', () => {
  const decisions = filesOf('docs/decisions/[0-9]*.md')

  it('are numbered without a gap and listed', () => {
    const index = read('docs/decisions/README.md')
    decisions.forEach((path, at) => {
      const number = String(at + 1).padStart(3, '0')
      const [title = ''] = read(path).split('\n')
      expect(posix.basename(path)).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`))
      expect(index).toContain(`- [${title.slice(2)}](${posix.basename(path)})`)
    })
  })

  it.each(decisions)('%s says what, why and what follows, in 15 to 40 lines', (path) => {
    expect([...read(path).matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual([
      'Decision',
      'Why',
      'Consequences',
    ])
    expect(lines(path)).toBeGreaterThanOrEqual(15)
    expect(lines(path)).toBeLessThanOrEqual(40)
  })
})
