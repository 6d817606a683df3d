import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { defineTool, type Json, type Session, type SessionEvent, toolOutput } from '@gyre/core'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../test/fake-host.ts'
import { invoke } from '../cli/invoke.ts'
import { openWorkplace } from './workplace.ts'

/** One of every kind there is. */
const secrets = {
  config: 'correct-horse-of-the-config',
  search: 'search-key-0123456789',
  otherSearch: 'other-search-key-0123456789',
  model: 'model-key-0123456789',
  filled: 'filled-in-token-0123456789',
  literal: 'literal-token-0123456789',
  header: 'header-token-0123456789',
} as const

const all = Object.values(secrets)
const env = {
  BRAVE_API_KEY: secrets.search,
  TAVILY_API_KEY: secrets.otherSearch,
  OPENAI_API_KEY: secrets.model,
  FILLED: secrets.filled,
}

/** Everything that is said there holds every secret. */
const said = (what: string) => `${what}: ${all.join(' ')}`

const leak = defineTool({
  name: 'leak',
  description: 'Says everything it knows.',
  input: z.object({ text: z.string() }),
  run: async ({ text }, { progress, ask }) => {
    progress({ done: 1, message: said('progress') })
    await ask(said('question'), { choices: [said('choice'), 'no'] })
    return toolOutput({
      text: `${text} ${said('output')}`,
      data: { [secrets.config]: all, deep: [{ said: said('data') }] } as Json,
      untrusted: { from: `https://example.com/?key=${secrets.search}` },
    })
  },
})

const fail = defineTool({
  name: 'fail',
  description: 'Fails.',
  input: z.object({}),
  run: () => {
    throw new Error(said('error'))
  },
})

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ to: z.string() }),
  approval: 'always',
  run: ({ to }) => `Paid ${to}.`,
})

/** A server that says back what it was sent, and refuses it. */
async function refusingServer(): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = 401
    response.end(`Refused: ${request.headers.authorization}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

async function project(): Promise<string> {
  const cwd = temporaryFolder()
  const small = join(import.meta.dirname, '../../test/small-server.ts')
  const broken = ['-e', 'console.error("broken with " + process.env.TOKEN); process.exit(1)']
  const servers = {
    small: { command: process.execPath, args: [small], env: { TOKEN: `\${FILLED}` } },
    broken: { command: process.execPath, args: broken, env: { TOKEN: secrets.literal } },
    house: { type: 'http', url: await refusingServer(), headers: { Authorization: `Bearer ${secrets.header}` } },
  }
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: servers }))
  writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify({ data: 'data', secrets: [secrets.config] }))
  return cwd
}

/** Says yes to the first question, no to the approval, and gives a server what it asks for. */
async function answerAll(session: Session): Promise<void> {
  for (;;) {
    if ((await session.idle()) === 'ended') return
    const [question] = await session.questions()
    if (!question) return
    if (question.kind === 'approval') await session.reject(said('reason'), { question: question.path })
    else await session.answer(question.choices?.[0] ?? said('answer'), { question: question.path })
  }
}

/** The secrets that a text holds, by their names. */
function found(text: string): readonly string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []))
}

it('no secret is in the database, the events, the requests, on stderr or in an error', async () => {
  const cwd = await project()
  const troubles: string[] = []
  const place = await openWorkplace({
    cwd,
    env: { HOME: cwd, ...env },
    platform: 'linux',
    onTrouble: (line) => troubles.push(line),
  })
  const model = scriptedModel(
    calls('leak', { text: said('input') }),
    calls('fail', {}),
    calls('pay', { to: said('denied') }),
    calls('no.such.tool', { text: said('unknown') }),
    calls('leak', { text: 7, more: said('bad input') }),
    calls('small.echo', { text: said('to a server') }),
    calls('small.fail', {}),
    calls('small.progress', {}),
    calls('small.elicit', {}),
    says(said('answer')),
  )
  const tools = [...(await place.tools()), leak, fail, pay]
  const session = await place.runtime.start('react', said('goal'), {
    model,
    tools,
    instructions: said('instructions'),
    budget: { toolCalls: 50 },
    config: { maxIterations: 20 },
  })
  const events: SessionEvent[] = []
  const watching = (async () => {
    for await (const event of session.events) events.push(event)
  })()
  await answerAll(session)
  await session.outcome
  await watching
  // Every way was taken, else nothing would be shown by what is not found.
  const kinds = new Set(events.map(({ type }) => type))
  for (const type of ['tool.progress', 'question.asked', 'question.answered', 'note', 'session.ended']) {
    expect(kinds).toContain(type)
  }
  expect(model.requests).toHaveLength(10)
  expect(troubles).toHaveLength(2)

  expect(found(JSON.stringify(events))).toEqual([])
  expect(found(JSON.stringify(model.requests))).toEqual([])
  expect(found(troubles.join('\n'))).toEqual([])
  const folder = join(cwd, 'data')
  const whole = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(readdirSync(folder)).toContain('gyre.db-wal')
  expect(found(whole().join('\n'))).toEqual([])
  // It is there to be read.
  for (const what of [
    'goal',
    'input',
    'output',
    'data',
    'error',
    'question',
    'reason',
    'denied',
    'unknown',
    'answer',
  ]) {
    expect(whole().join('\n')).toContain(`${what}: [redacted] [redacted]`)
  }
  await place.close()
  expect(found(whole().join('\n'))).toEqual([])
}, 30_000)

it('no secret is shown by commands that look, call and test', async () => {
  const cwd = await project()
  const gyre = async (...args: string[]) => {
    const host = new FakeHost({ cwd, env: { HOME: cwd, GYRE_MODEL: 'demo/rules', ...env } })
    await invoke(args, host)
    return host.out + host.err
  }
  for (const args of [
    ['tools', 'call', 'small.echo', `text=${secrets.config}`],
    ['tools', 'call', 'small.fail', '--json'],
    ['tools', 'call', 'small.elicit'],
    ['mcp', 'list', '--connect'],
    ['mcp', 'list', '--connect', '--json'],
    ['mcp', 'test', 'broken'],
    ['mcp', 'test', 'house', '--json'],
    ['doctor'],
    ['run', '--output', 'stream-json', said('goal')],
    ['run', '--tools', '', '-v', '--plain', said('goal')],
    ['run', '--debug', '--tools', 'nothing', 'x'],
  ]) {
    const shown = await gyre(...args)
    expect(shown).not.toBe('')
    expect([args, found(shown)]).toEqual([args, []])
  }
}, 60_000)
