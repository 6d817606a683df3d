/** What runs the pages, on pages that were made up: it must see what is wrong with one, and let nothing out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Done } from './page-runner.ts'
import { snippetsOf } from './snippet.ts'
import { removeFolder, runSnippets, snippetFolder } from './snippet-world.ts'

const block = (text: string, info = '') => `\`\`\`ts${info}\n${text}\n\`\`\`\n`

const asking = (model: string) => `
import { direct, run } from 'gyre'
console.log((await run(direct, 'What is 2 + 3?', { model: '${model}' })).answer)`

const blocks = {
  writes: `import { writeFileSync } from 'node:fs'\nwriteFileSync('note.txt', 'here')`,
  reads: `import { readFileSync } from 'node:fs'\nconsole.log(readFileSync('note.txt', 'utf8'))\n// there`,
  throws: `throw new Error('Broken.')`,
  'fails later': `void Promise.reject(new Error('Forgotten.'))`,
  'is a wrong config': `import { defineConfig } from 'gyre'\nexport default defineConfig({ modells: {} } as object)`,
  listens: `import { createServer } from 'node:http'\ncreateServer().listen(3000)`,
  'asks OpenAI': asking('openai/gpt-5'),
  'asks Anthropic': asking('anthropic/claude-sonnet-5'),
  'asks Google': asking('google/gemini-3-pro'),
  'asks Mistral': asking('mistral/mistral-large'),
  'asks with other libraries': `
import { openai } from '@ai-sdk/openai'
import { anthropic } from '@ai-sdk/anthropic'
import { generateText } from 'ai'
import { ChatOpenAI } from '@langchain/openai'
console.log((await new ChatOpenAI({ model: 'gpt-5' }).invoke('What is 2 + 3?')).content)
console.log((await generateText({ model: openai('gpt-5'), prompt: 'What is 2 + 3?' })).text)
console.log((await generateText({ model: anthropic('claude-sonnet-5'), prompt: 'What is 2 + 3?' })).text)`,
  'asks our server': `
import OpenAI from 'openai'
const client = new OpenAI({ baseURL: 'http://127.0.0.1:4111/v1', apiKey: process.env['GYRE_API_KEY'] ?? '' })
const messages = [{ role: 'user' as const, content: 'What is 2 + 3?' }]
console.log((await client.chat.completions.create({ model: 'direct', messages })).choices[0]?.message.content)`,
  'stores in PostgreSQL': `
import { direct, open } from 'gyre'
import { postgresStore } from '@gyre/stores/postgres'
const runtime = open({ store: await postgresStore('postgres://me@db.example/gyre', { key: 'k'.repeat(32) }), model: 'demo/rules' })
console.log((await (await runtime.start(direct, 'What is 2 + 3?')).outcome).answer)
await runtime.close()`,
  'connects elsewhere': `
import { connect } from 'node:net'
connect(443, '192.0.2.1')`,
  'is named': `// helper.ts\nexport const help = 'help'`,
  'imports what is named': `import { help } from './helper.ts'\nconsole.log(help)`,
}

const names = Object.keys(blocks) as readonly (keyof typeof blocks)[]
const snippets = snippetsOf('made-up.md', names.map((name) => block(blocks[name])).join('\n'))
const folder = snippetFolder()
let results: ReadonlyMap<string, Done>

beforeAll(async () => {
  results = await runSnippets(folder, snippets)
})

afterAll(() => removeFolder(folder))

function ran(name: keyof typeof blocks): Omit<Done, 'id'> {
  const { error, printed } = results.get(snippets[names.indexOf(name)]?.id ?? '') ?? { error: 'none', printed: '' }
  return { error: error?.split('\n')[0] ?? null, printed: printed.trim() }
}

describe('the blocks of a page', () => {
  it('find what those before them wrote', () => {
    expect(ran('reads')).toEqual({ error: null, printed: 'here' })
    expect(snippets[names.indexOf('reads')]?.prints).toBe('there\n')
    expect(ran('imports what is named')).toEqual({ error: null, printed: 'help' })
  })

  it.each([
    ['throws', 'Error: Broken.'],
    ['fails later', 'Error: Forgotten.'],
    ['is a wrong config', expect.stringContaining('modells')],
    ['connects elsewhere', 'Error: A snippet wants to connect to 192.0.2.1.'],
  ] as const)('are told on when one %s', (name, error) => {
    expect(ran(name).error).toEqual(error)
  })

  it('may leave something that listens, at a port of its own', () => {
    expect(ran('listens').error).toBeNull()
  })

  it.each([
    ['asks OpenAI', '2 + 3 = 5'],
    ['asks Anthropic', 'A widening spiral.'],
    ['asks Google', 'A widening spiral.'],
    ['asks Mistral', 'A widening spiral.'],
    ['asks with other libraries', '2 + 3 = 5\n2 + 3 = 5\nA widening spiral.'],
    ['asks our server', '2 + 3 = 5'],
    ['stores in PostgreSQL', '2 + 3 = 5'],
  ] as const)('are answered on this machine when one %s', (name, printed) => {
    expect(ran(name)).toEqual({ error: null, printed })
  })

  it('say why they are not run, in words that are known', () => {
    expect(snippetsOf('made-up.md', block('', ' no-run: needs Valkey'))[0]?.way).toBe('not-run')
    expect(() => snippetsOf('made-up.md', block('', ' no-run: too hard'))).toThrow('made-up.md:1: `no-run: too hard`')
  })
})
