import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolSpec } from '../ports/model.ts'
import { lookupTool } from './lookup-tool.ts'

function tool(name: string, input: z.ZodType, description = 'Does something.'): ToolSpec {
  return { name, description, input: z.toJSONSchema(input, { io: 'input' }) as ToolSpec['input'] }
}

const text = (argument: string) => z.object({ [argument]: z.string() })

describe('lookupTool', () => {
  it.each([
    [
      'the first search tool by name',
      [tool('clock', z.object({})), tool('web.search', text('q')), tool('search', text('x'))],
      'web.search',
      'q',
    ],
    [
      'one whose name says it in snake case',
      [tool('say', text('text')), tool('wiki_search', text('topic'))],
      'wiki_search',
      'topic',
    ],
    [
      'one whose name says it in camel case',
      [tool('say', text('text')), tool('searchWiki', text('topic'))],
      'searchWiki',
      'topic',
    ],
    [
      'one that says so',
      [tool('say', text('text')), tool('ask', text('about'), 'Searches a lexicon.')],
      'ask',
      'about',
    ],
    [
      'a name before a description',
      [tool('ask', text('about'), 'Searches.'), tool('knowledge.search', text('query'))],
      'knowledge.search',
      'query',
    ],
    [
      'no search through the lines of files',
      [tool('files.search', text('query')), tool('web.search', text('q'))],
      'web.search',
      'q',
    ],
    [
      'else the first that takes one text',
      [tool('add', z.object({ a: z.number() })), tool('say', text('words'))],
      'say',
      'words',
    ],
    [
      'the only argument that must be there',
      [tool('search', z.object({ limit: z.int().default(8), query: z.string(), since: z.string().optional() }))],
      'search',
      'query',
    ],
  ])('takes %s', (_, tools, name, argument) => {
    expect(lookupTool(tools)).toEqual({ tool: name, argument })
  })

  it.each([
    ['no tools', []],
    ['a tool without arguments', [tool('search', z.object({}))]],
    ['a tool of two texts', [tool('search', z.object({ index: z.string(), query: z.string() }))]],
    ['a tool of a number', [tool('search', z.object({ page: z.int() }))]],
  ])('takes none of %s', (_, tools) => {
    expect(lookupTool(tools)).toBeUndefined()
  })
})
