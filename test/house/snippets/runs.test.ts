import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../repository.ts'
import type { Done } from './page-runner.ts'
import { snippetPages, snippetsOf } from './snippet.ts'
import { removeFolder, runSnippets, snippetFolder, writeSnippets } from './snippet-world.ts'

const otherNames = /^(?:typescript|m?js|javascript)$/
const snippets = snippetPages.flatMap((page) => snippetsOf(page))
const programs = snippets.filter(({ way }) => way === 'program' || way === 'config')
const tests = snippets.filter(({ way }) => way === 'tests')

const folder = snippetFolder()
const testFiles = writeSnippets(folder, tests)
let done: ReadonlyMap<string, Done> = new Map()

beforeAll(async () => {
  done = await runSnippets(folder, programs)
})

afterAll(() => removeFolder(folder))

describe('the TypeScript of the pages runs', () => {
  it.each(programs)('$page:$line', ({ id, prints }) => {
    const { error, printed } = done.get(id) ?? { error: 'It was not run.', printed: '' }
    expect(error).toBeNull()
    if (prints !== undefined) expect(printed).toBe(prints)
  })

  // Written for vitest, so they are tests of this run. What other blocks of their page wrote is there by then.
  describe.each(tests)('$page:$line', async ({ id }) => {
    await import(pathToFileURL(testFiles.get(id) ?? '').href)
  })

  it('nearly all of it, under one name', () => {
    expect(snippets.filter(({ way }) => way === 'not-run').length).toBeLessThanOrEqual(3)
    const others = snippetPages.flatMap((page) => blocksOf(page)).filter(({ language }) => otherNames.test(language))
    expect(others.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })
})
