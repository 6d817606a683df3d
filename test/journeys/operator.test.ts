/**
 * The operator's journey, as docs/server.md tells it: from `npm start` to a persona with a tool of an MCP server, used from
 * the `openai` client. Every line that is typed and every file that is written is read from that page.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blocksOf, read } from '../house/repository.ts'
import { Clone } from './clone.ts'

const page = 'docs/server.md'
const title = '## A persona with an MCP tool, from any OpenAI client\n'

/** The blocks of the chapter: what is typed, the persona, and the program. */
function chapter() {
  const text = read(page)
  const from = text.slice(0, text.indexOf(title)).split('\n').length
  const to = from + (text.slice(text.indexOf(title)).split(/^## /m)[1] ?? '').split('\n').length
  const blocks = blocksOf(page).filter(({ line }) => line > from && line < to)
  const of = (language: string) => blocks.filter((block) => block.language === language).map((block) => block.text)
  const typed = of('sh').map((block) => block.trim().split('\n').map(withoutRemark))
  return { typed, persona: of('yaml')[0] ?? '', program: of('ts')[0] ?? '' }
}

function withoutRemark(line: string): string {
  return line.replace(/\s+#.*$/, '')
}

/** The link in what the server prints. */
const link = /Web page +(http\S+)/

/** What a browser keeps that opened the link. */
async function cookieOf(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

type Fact = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

it('leads from `npm start` to an MCP tool that the `openai` client has used', async () => {
  const clone = await Clone.make()
  const { typed, persona, program } = chapter()
  expect(typed.map((lines) => lines.length)).toEqual([3, 4, 1, 1])
  const [start = '', add = '', test = '', validate = '', save = '', key = '', again = '', use = '', curl = ''] =
    typed.flat()
  const base = `http://127.0.0.1:${clone.port}`

  const first = await clone.begin(start, link)
  expect(new URL(first.found).origin).toBe(base)
  const cookie = await cookieOf(first.found)
  expect(await (await fetch(base, { headers: { cookie } })).text()).toContain('<div id="root">')
  expect(await (await fetch(`${base}/api/v1/me`, { headers: { cookie } })).json()).toMatchObject({ role: 'admin' })
  expect((await fetch(`${base}/v1/models`)).status).toBe(401)
  await first.interrupt()

  expect(await clone.type(add)).toMatchObject({
    code: 0,
    out: expect.stringContaining('everything added to .mcp.json'),
  })
  expect(existsSync(join(clone.folder, '.mcp.json'))).toBe(true)
  expect(await clone.type(test)).toMatchObject({ code: 0, out: expect.stringContaining('everything.get-sum') })

  clone.write('adder.yaml', persona)
  expect(await clone.type(validate)).toMatchObject({ code: 0 })
  expect(await clone.type(save)).toMatchObject({ code: 0, out: expect.stringContaining('adder v1 saved') })
  const [secret = ''] = /gyre_\S+/.exec((await clone.type(key)).out) ?? []
  clone.exportKey(secret)

  const second = await clone.begin(again, link)
  clone.write('adder.ts', program.replaceAll('http://127.0.0.1:4111', base))
  const { code, out, err } = await clone.type(use)
  expect([code, err]).toEqual([0, ''])
  const [session = '', answer, ...models] = out.trim().split('\n').reverse()
  expect(answer).toBe('The sum of 17 and 25 is 42.')
  expect(models).toContain('adder')

  const look = curl.replace('http://127.0.0.1:4111', base).replace('ses_…', session)
  const journal = (await clone.type(look)).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fact)
  expect(journal.filter(({ data }) => data['kind'] === 'tool')).toMatchObject([
    {
      type: 'step.finished',
      data: {
        request: { tool: 'everything.get-sum', input: { a: 17, b: 25 } },
        result: { text: 'The sum of 17 and 25 is 42.', untrusted: { from: 'everything.get-sum' } },
      },
    },
  ])
  expect(journal[0]).toMatchObject({ data: { persona: { name: 'adder' }, by: 'key:laptop' } })
  await second.interrupt()
})
