/** AGENTS.md as context: what people wrote for whoever works in a folder. */
import { GyreError } from '@gyre/core'
import { type AgentsFile, agentsFiles } from './agents-files.ts'
import { sectionsOf } from './markdown-sections.ts'

/** The folder, the file, and how much of it is taken. */
export type AgentsContextOptions = {
  readonly folder: string
  /** The name of the files; `AGENTS.md` when left out. */
  readonly file?: string
  /** Words of headings, whatever their case: only such sections are taken. All when left out. */
  readonly sections?: readonly string[]
  /** 20 000 when left out. */
  readonly maxChars?: number
}

/**
 * What the files of a folder and of those around it say, the outermost first: what is nearer comes later and wins.
 * Undefined when they say nothing. Lines that import other files are left as they are.
 */
export async function agentsContext(options: AgentsContextOptions): Promise<string | undefined> {
  const { folder, file = 'AGENTS.md', sections = [], maxChars = 20_000 } = options
  if (/[/\\\0]/.test(file) || file === '..' || file === '.' || file === '') {
    throw new GyreError('path-refused', `\`${file}\` is no name of a file, such as \`AGENTS.md\`.`)
  }
  const files = await agentsFiles(folder, file)
  const said = files
    .map(({ path, text }) => ({ path, text: (sections.length > 0 ? sectionsOf(text, sections) : text).trim() }))
    .filter(({ text }) => text !== '')
  const shown = bounded(said, maxChars)
  return shown.length === 0 ? undefined : shown.join('\n\n')
}

/** The nearest keep their room; what is further out is cut. */
function bounded(files: readonly AgentsFile[], maxChars: number): readonly string[] {
  let left = maxChars
  const shown: string[] = []
  for (const { path, text } of files.toReversed()) {
    const kept = cut(text, left)
    left -= kept.length
    const note = kept.length === text.length ? '' : `\n\n[Cut: ${kept.length} of ${text.length} characters are shown.]`
    shown.unshift(`From ${path}:\n\n${kept}${note}`.replace(/\n{3,}/g, '\n\n'))
  }
  return shown
}

/** Up to the end of a paragraph or of a line, when there is one not too far back. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, Math.max(0, most))
  const end = [start.lastIndexOf('\n\n'), start.lastIndexOf('\n')].find((at) => at > most / 2) ?? start.length
  // Half of a character is none.
  return start
    .slice(0, end)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
