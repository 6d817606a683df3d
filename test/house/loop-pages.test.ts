import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Loop, loops } from '@gyre/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { filesOf, read, root } from './repository.ts'

const headings = [
  'Idea',
  'Pseudo-code',
  'When to use',
  'Cost in model calls',
  'Config',
  'Differences from the paper',
  'Example trace',
]

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gyre-docs-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What stands between `<!-- name -->` and `<!-- end -->` is made from the code: `npm run docs` writes it. */
function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [name, made]) => {
    const place = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- end -->`)
    expect(text).toMatch(place)
    return text.replace(place, () => `<!-- ${name} -->\n\n${made}\n\n<!-- end -->`)
  }, page)
}

type Property = {
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  default?: unknown
  description?: string
}

function configTable(loop: Loop): string {
  const { properties = {} } = z.toJSONSchema(loop.config, { io: 'input' }) as { properties?: Record<string, Property> }
  const rows = Object.entries(properties).map(([name, { description = '', default: value, ...property }]) => [
    `\`${name}\``,
    typeOf(property),
    `\`${JSON.stringify(value)}\``,
    description,
  ])
  return markdownTable(['setting', 'type', 'default', 'meaning'], rows)
}

function typeOf({ type = '', enum: values, minimum, maximum }: Property): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  return minimum === undefined ? type : `${type}, ${minimum} to ${maximum?.toLocaleString('en')}`
}

/** The indented block in the header of the loop's file. */
function pseudoCode(loop: Loop): string {
  const [file = ''] = filesOf(`packages/core/src/loops/${loop.name}{.ts,/loop.ts}`)
  const header = read(file).split('*/')[0] ?? ''
  const lines = [...header.matchAll(/^ \* {5}(.*)$/gm)].map((match) => match[1])
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\``
}

/** What the command shows: the steps on stderr, then the answer on stdout. */
function trace({ example }: Loop): string {
  // Some prompts name the day, and longer names of days are more tokens.
  const oneDay = `--import=${join(root, 'test/house/one-day.mjs')}`
  const program = ['--conditions=@gyre/source', oneDay, 'packages/gyre/src/main.ts']
  const args = [...program, 'run', ...example.args, '--data', folder]
  // Whatever models this machine has.
  const env = { ...process.env, GYRE_MODEL: 'demo/rules' }
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  const shown = example.args.map((arg) => (/^[\w-]+$/.test(arg) ? arg : `"${arg}"`)).join(' ')
  return `\`\`\`text\n$ gyre run ${shown}\n${inOrder(steady(stderr))}${beginning(stdout)}\`\`\``
}

/** Without what is different each time: what of a line there is room for depends on how long its time is. */
function steady(text: string): string {
  return text
    .replaceAll(/ ·? ?\d+(?:\.\d+)? m?s(?=[ \n])/g, '')
    .replaceAll(/ses_[\w-]+/g, 'ses_…')
    .replaceAll(/^(.*?)( [\d.]+k? tok.*)?$/gm, (_, said: string, tokens = '') => `${start(said)}${tokens}`)
}

/** Pages that are asked for side by side come in any order: they are sorted, and have the numbers of their places. */
function inOrder(text: string): string {
  const lines = text.split('\n')
  const partsOf = (line = '') => /^(?<indent> +✓ )(?<number>\d+)(?<name> web\.\w+)(?<rest>.*)$/.exec(line)?.groups
  for (let from = 0; from < lines.length; ) {
    const first = partsOf(lines[from])
    let to = from + 1
    const isLike = (other = partsOf(lines[to])) =>
      other?.['indent'] === first?.['indent'] && other?.['name'] === first?.['name']
    while (first && to < lines.length && isLike()) to++
    const rests = lines.slice(from, to).map((line) => partsOf(line)?.['rest'] ?? '')
    for (const [at, rest] of first ? rests.toSorted().entries() : []) {
      const { indent = '', number = '', name = '' } = partsOf(lines[from + at]) ?? {}
      lines[from + at] = `${indent}${number}${name}${rest}`
    }
    from = to
  }
  return lines.join('\n')
}

const longestAnswer = 30
const shownLines = 12

/** A page tells of a report; it is not one. */
function beginning(answer: string): string {
  const lines = answer.split('\n')
  if (lines.length <= longestAnswer) return answer
  return [...lines.slice(0, shownLines), `… ${lines.length - shownLines} more lines`, ''].join('\n')
}

function start(line: string): string {
  return line.length > 110 ? `${line.slice(0, 109)}…` : line
}

describe('the pages of the loops', () => {
  it('are one for each loop, and the choice', () => {
    const names = loops.map((loop) => `docs/loops/${loop.name}.md`)
    expect(filesOf('docs/loops/*.md')).toEqual([...names, 'docs/loops/choosing.md'].sort())
  })

  it.each(loops)(
    '$name has the headings, and the config, pseudo-code and trace of the code',
    async (loop) => {
      const page = read(`docs/loops/${loop.name}.md`)
      // A trace may hold a report, with headings of its own.
      const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, '')
      expect([...prose.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual(headings)
      const made = withParts(page, { config: configTable(loop), 'pseudo-code': pseudoCode(loop), trace: trace(loop) })
      await expect(made).toMatchFileSnapshot(join(root, `docs/loops/${loop.name}.md`))
    },
    30_000,
  )

  it('of the choice has the table of the traits', async () => {
    const mark = (is: boolean) => (is ? 'yes' : 'no')
    const rows = loops.map(({ name, traits }) => [
      `[${name}](${name}.md)`,
      traits.bestFor,
      traits.minCalls,
      mark(traits.worksWithoutTools),
      mark(traits.multiArgTools),
      mark(traits.selfCorrects),
      traits.signals.join(', '),
    ])
    const head = [
      'loop',
      'best for',
      'calls, at least',
      'works without tools',
      'tools of several arguments',
      'corrects itself',
      'words that speak for it',
    ]
    const made = withParts(read('docs/loops/choosing.md'), { traits: markdownTable(head, rows) })
    await expect(made).toMatchFileSnapshot(join(root, 'docs/loops/choosing.md'))
  })
})
