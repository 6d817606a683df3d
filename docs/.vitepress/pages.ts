/** The pages of the site: which files they are made of, their addresses, and their order. */
import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** Files at the root that are pages, too. The site begins with the README. */
const rootPages = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.split(sep).join(posix.sep))
    .sort()

/** Every file that is a page. */
export const pageFiles: readonly string[] = [...rootPages, ...filesOf('docs/**/*.md')]

/** The file that a page is shown as: `docs/loops/react.md` is `loops/react.md`, and a README stands for its folder. */
export function placeOf(file: string): string {
  const inside = file.replace(/^docs\//, '')
  return (rootPages.includes(file) ? inside.toLowerCase() : inside).replace(/(^|\/)readme\.md$/i, '$1index.md')
}

/** Groups of the sidebar. A pattern stands for all that fits it and is not named before. */
const groups: readonly { readonly text: string; readonly files: readonly string[]; readonly isShut?: boolean }[] = [
  {
    text: 'Start',
    files: [
      'README.md',
      'docs/getting-started.md',
      'docs/installing.md',
      'docs/concepts.md',
      'docs/examples.md',
      'docs/comparison.md',
    ],
  },
  { text: 'Loops', files: ['docs/loops/choosing.md', 'docs/loops/*.md'] },
  {
    text: 'Guides',
    files: [
      'docs/models.md',
      'docs/tools.md',
      'docs/personas.md',
      'docs/knowledge.md',
      'docs/stores.md',
      'docs/deliveries.md',
      'docs/testing.md',
      'docs/evaluation.md',
      'docs/lab.md',
      'docs/lab-results.md',
    ],
  },
  {
    text: 'Server and page',
    files: ['docs/server.md', 'docs/clients/*.md', 'docs/web.md', 'docs/command-line.md', 'docs/observability.md'],
  },
  {
    text: 'Operate',
    files: ['docs/configuration.md', 'docs/security-model.md', 'SECURITY.md', 'docs/scale.md', 'docs/benchmarks.md'],
  },
  { text: 'Migration', files: ['docs/migration/README.md', 'docs/migration/*.md'] },
  {
    text: 'Reference',
    files: [
      'docs/reference/cli.md',
      'docs/errors.md',
      'docs/reference/api/README.md',
      'docs/reference/api/gyre*.md',
      'docs/reference/**/*.md',
    ],
  },
  { text: 'Project', files: ['ARCHITECTURE.md', 'docs/principles.md', 'CHANGELOG.md', 'CONTRIBUTING.md'] },
  { text: 'Decisions', files: ['docs/decisions/README.md', 'docs/decisions/*.md'], isShut: true },
]

export type SidebarItem = { readonly text: string; readonly link: string }
export type SidebarGroup = {
  readonly text: string
  readonly collapsed: boolean
  readonly items: readonly SidebarItem[]
}

/** The groups with the pages that are there, named by their first headings. */
export function sidebar(): readonly SidebarGroup[] {
  const shown = new Set<string>()
  return groups
    .map(({ text, files, isShut = false }) => {
      const fresh = files.flatMap(filesOf).filter((file) => !shown.has(file) && shown.add(file))
      return {
        text,
        collapsed: isShut,
        items: fresh.map((file) => ({ text: titleOf(file), link: `/${placeOf(file)}` })),
      }
    })
    .filter(({ items }) => items.length > 0)
}

function titleOf(file: string): string {
  if (file === 'README.md') return 'Overview'
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return title.replaceAll('`', '')
}
