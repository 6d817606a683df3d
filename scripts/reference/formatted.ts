/** Pages as the formatter of the repository writes them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './entries.ts'

const program = join(root, 'node_modules/@biomejs/biome/bin/biome')
const mark = (name: string) => `<!-- page ${name} -->\n\n`

/** All of them in one go: starting the formatter takes longer than its work. */
export function formatted(pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const input = [...pages].map(([name, text]) => `${mark(name)}${text}`).join('\n')
  const args = [program, 'format', '--stdin-file-path=docs/reference/all.md']
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Error(stderr)
  const parts = stdout.split(/^<!-- page (.+) -->\n\n/m).slice(1)
  return new Map(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, `${(parts[at + 1] ?? '').trimEnd()}\n`]] : [])))
}
