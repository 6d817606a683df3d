import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolSpec } from '../ports/model.ts'
import type { ToolEffect } from '../tools/tool.ts'
import { lookupTool } from './lookup-tool.ts'

function tool(name: string, input: z.ZodType, description = 'Does something.', effect: ToolEffect = 'pure') {
  return { name, description, effect, input: z.toJSONSchema(input, { io: 'input' }) as ToolSpec['input'] }
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
      'one that searches and may be repeated',
      [tool('search', text('q'), 'Searches.', 'once'), tool('web.search', text('query'), 'Searches.', 'idempotent')],
      'web.search',
      'query',
    ],
    [
      'one that says what else it does not search',
      [tool('ask', text('about'), 'Searches a lexicon. It does not search the web.')],
      'ask',
      'about',
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
    ['a tool that must not be repeated', [tool('files.delete', text('name'), 'Deletes a file.', 'once')]],
    ['a search that must not be repeated', [tool('search', text('query'), 'Searches.', 'once')]],
    ['a tool that changes something, but does not search', [tool('put', text('name'), 'Puts it there.', 'idempotent')]],
    ['a tool that says it does not search', [tool('get', text('what'), 'Gets a page; does not search.')]],
    ['a tool that takes an address', [tool('web.fetch', text('url'), 'Reads a page.')]],
    ['a tool that takes a path', [tool('files.read', text('filePath'), 'Reads a file.')]],
    ['a tool that takes a formula', [tool('evaluate', text('expression'), 'Computes.')]],
    ['a tool that takes an address, and speaks of searching', [tool('get', text('url'), 'Reads what a search found.')]],
    ['a tool without arguments', [tool('search', z.object({}))]],
    ['a tool of two texts', [tool('search', z.object({ index: z.string(), query: z.string() }))]],
    ['a tool of a number', [tool('search', z.object({ page: z.int() }))]],
  ])('takes none of %s', (_, tools) => {
    expect(lookupTool(tools)).toBeUndefined()
  })

  const names =
    'timeZone timezone time_zone tz currency base_currency startDate year orderId ids unit fromUnit country locale'
  it.each(names.split(' '))('asks no question under `%s`', (name) => {
    expect(lookupTool([tool('calendar.now', text(name), 'Tells it.')])).toBeUndefined()
  })

  it.each(['question', 'text', 'about', 'subject', 'holiday'])('asks a question under `%s`', (name) => {
    expect(lookupTool([tool('ask', text(name), 'Tells it.')])).toEqual({ tool: 'ask', argument: name })
  })

  it('takes a tool that does not say what repeating it does for one that must not be', () => {
    const { effect: _, ...search } = tool('search', text('query'))
    expect(lookupTool([search])).toBeUndefined()
  })
})
