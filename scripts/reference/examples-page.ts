/** The page of the examples: the files as they are. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './entries.ts'

export function examplesPage(): string {
  const files = globSync('examples/*.ts', { cwd: root }).sort()
  return `# Examples

<!-- Made from the sources by \`npm run docs\`. -->

Small programs, each about one thing; they run without a key. In a clone:

\`\`\`sh
npx node --conditions=@gyre/source examples/01-hello.ts
\`\`\`

The comment at the end of each says what it prints, and a test holds it to that.

${files.map(section).join('\n\n')}
`
}

function section(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  const [, said = '', code = text] = /^\/\*\*([\s\S]*?)\*\/\n([\s\S]*)$/.exec(text) ?? []
  const about = said.replaceAll(/^\s*\* ?/gm, '').trim()
  return `## ${basename(file)}\n\n${about}\n\n\`\`\`typescript\n${code.trimEnd()}\n\`\`\``
}
