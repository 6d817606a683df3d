import { createHash } from 'node:crypto'
import type { ToolContext, ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../test/search-shelf.ts'
import { readTool } from './read-tool.ts'

const passage = (index: number) => `Passage ${index}. ${'It goes on and on. '.repeat(300)}`.trim()
const long = { source: '/notes/long.md', title: 'Long', passages: [1, 2, 3, 4].map(passage), at: 7 }
const short = { source: 'https://a.example/b', title: 'Short', passages: ['One.', 'Two.'] }
const foreign = { source: '/theirs.md', passages: ['Theirs.'], owner: 'other' }
const shelf = () => shelfOf([long, short, foreign])
const tool = readTool(shelf)

const read = async (input: object) => (await tool.run(tool.schema.parse(input), {} as ToolContext)) as ToolOutput
const idOf = async (source: string) =>
  (await (await shelf()).store.list('me')).find((each) => each.source === source)?.id

describe('knowledge.read', () => {
  it.each(['https://a.example/b', 'https://a.example/b#x'])('reads a document by %s', async (document) => {
    const { text, data, untrusted } = await read({ document })
    expect(text).toBe('# Short\n\nOne.\n\nTwo.')
    expect(data).toEqual({
      document: await idOf('https://a.example/b'),
      source: 'https://a.example/b',
      title: 'Short',
      at: 0,
      start: 0,
      end: 10,
      sha256: createHash('sha256').update('One.\n\nTwo.').digest('hex'),
      part: 1,
      parts: 1,
    })
    expect(untrusted).toEqual({ from: 'https://a.example/b' })
  })

  it('says above the text what is to be known of the documents', async () => {
    const remarked = readTool(async () => ({ ...(await shelf()), remark: 'All invented.' }))
    const input = remarked.schema.parse({ document: 'https://a.example/b' })
    const { text, data } = (await remarked.run(input, {} as ToolContext)) as ToolOutput
    expect(text).toBe('All invented.\n\n# Short\n\nOne.\n\nTwo.')
    expect(data).toMatchObject({ remark: 'All invented.' })
  })

  it('reads a document by its id', async () => {
    expect((await read({ document: await idOf('https://a.example/b') })).text).toContain('One.')
  })

  it('gives a long one in parts, each beginning with a passage', async () => {
    const parts = await Promise.all([1, 2].map((part) => read({ document: 'file:///notes/long.md', part })))
    const [first = '', second = ''] = parts.map(({ text }) => text)
    expect(first).toMatch(/^# Long\n\nPassage 1\. [\s\S]*Passage 2\. [\s\S]*\[part 1 of 2\]$/)
    expect(second).toMatch(/^Passage 3\. [\s\S]*Passage 4\. [\s\S]*\[part 2 of 2\]$/)
  })

  it('gives the part with an offset in it', async () => {
    const { data } = await read({ document: '/notes/long.md', at: 15_000 })
    expect(data).toMatchObject({ part: 2 })
  })

  it.each([
    [{ document: '/notes/long.md', part: 3 }, 'argument-invalid', 'There is no part 3: the document has 2.'],
    [{ document: '/etc/passwd' }, 'document-unknown', /^There is no document "\/etc\/passwd" in the index\./],
    [{ document: '/theirs.md' }, 'document-unknown', /^There is no document "\/theirs.md"/],
  ])('refuses %j', async (input, code, message) => {
    await expect(read(input)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('reads no document of another owner by its id', async () => {
    const [theirs] = await (await shelf()).store.list('other')
    await expect(read({ document: theirs?.id })).rejects.toMatchObject({ code: 'document-unknown' })
  })
})
