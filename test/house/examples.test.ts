import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { filesOf, read, root } from './repository.ts'

const mark = '\n// Prints:\n'

/** Those that run to their end. */
const programs = filesOf('examples/*.ts')
const sources = filesOf('examples/**/*.{ts,tsx}')

const lines = (text: string) => text.split('\n').map((line) => line.trimEnd())

describe('the examples', () => {
  it.concurrent.each(programs)('%s prints what it says it prints', async (path) => {
    const [, comment = ''] = read(path).split(mark)
    const args = ['--conditions=@gyre/source', path]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
    expect(lines(stdout)).toEqual(lines(comment.replaceAll(/^\/\/ ?/gm, '')))
  })

  it('are numbered without a gap, in the order in which they are read', () => {
    expect(programs.map((path) => /^examples\/(\d\d)-[a-z-]+\.ts$/.exec(path)?.[1])).toEqual(
      programs.map((_, at) => String(at + 1).padStart(2, '0')),
    )
  })

  it.each(sources)('%s has at most 60 lines, and says in a sentence what it shows', (path) => {
    const text = read(path)
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    expect(text).toMatch(/^\/\*\* [A-Z][^.]*(?:\.\w[^.]*)*\. \*\/\n/)
  })

  it('import what people install, and not the parts it is made of', () => {
    expect(sources.filter((path) => /'@gyre\/(?:core|stores|tools)(?:\/|')/.test(read(path)))).toEqual([])
  })

  it('are listed with what they show', () => {
    const rows = [...read('examples/README.md').matchAll(/^\| \[(\S+)\]\((\S+)\) +\| (.+?) +\|$/gm)]
    const listed = rows.map(([, name, target, shows]) => [name, target, shows])
    const shown = [...programs, 'examples/react/server.ts'].map((path) => {
      const name = path.replace('examples/', '')
      return [name, name, /^\/\*\* (.*) \*\/\n/.exec(read(path))?.[1]]
    })
    expect(listed).toEqual(shown)
  })
})
