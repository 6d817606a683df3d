import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { defineTool, GyreError, type Model, toolOutput } from '@gyre/core'
import { says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost, type FakeHostOptions } from '../../../test/fake-host.ts'
import { pay, processOver } from '../../../test/fake-place.ts'
import { fakeTools } from '../../../test/fake-tools.ts'
import { open } from '../../open.ts'
import { invoke } from '../invoke.ts'
import type { Place } from '../place.ts'

const echo = defineTool({
  name: 'text.echo',
  description: 'Says it again.',
  input: z.object({
    text: z.string(),
    times: z.int().min(1).default(1),
    style: z.object({ loud: z.boolean().optional() }).optional(),
  }),
  effect: 'pure',
  trusted: true,
  run: ({ text, times, style }) => {
    const said = Array.from({ length: times }, () => text).join(' ')
    return style?.loud ? said.toUpperCase() : said
  },
})

const offline = defineTool({
  name: 'offline',
  description: 'Fails.',
  input: z.object({}),
  run: () => {
    throw new Error('no network')
  },
})

const asks = defineTool({
  name: 'asks',
  description: 'Asks.',
  input: z.object({}),
  trusted: true,
  run: async (_, { ask }) => `You said ${await ask('Which one?', { choices: ['red', 'blue'] })}.`,
})

const thinks = defineTool({
  name: 'thinks',
  description: 'Asks a model.',
  input: z.object({}),
  trusted: true,
  run: async (_, { generate }) => (await generate([])).text,
})

const rich = defineTool({
  name: 'rich',
  description: 'Draws.',
  input: z.object({}),
  run: () =>
    toolOutput({
      text: 'A drawing.',
      data: { width: 2 },
      parts: [{ type: 'image', mediaType: 'image/png', data: 'AAAA' }],
      untrusted: { from: 'https://example.com/' },
    }),
})

/** Tells how far it is until it is stopped. */
const slow = defineTool({
  name: 'slow',
  description: 'Takes its time.',
  input: z.object({}),
  run: async (_, { signal, progress }) => {
    while (!signal.aborted) {
      progress({ done: 1, total: 3, message: 'pages' })
      await setImmediate()
    }
  },
})

const tools = [echo, offline, asks, thinks, rich, pay]

async function called(
  args: readonly string[],
  options: FakeHostOptions = {},
  model: Model = scriptedModel(says('Hm.')),
) {
  const host = new FakeHost(options)
  const { gyre, store } = processOver({ model, tools })
  const code = await gyre(host, 'tools', 'call', ...args)
  expect(await store.sessions.list({})).toEqual([])
  return { code, out: host.out, err: host.err }
}

describe('`gyre tools call`', () => {
  it.each<[readonly string[], string]>([
    [[], '`gyre tools call` needs NAME [KEY=VALUE…|JSON|@FILE|-].'],
    [['text.eco'], 'There is no tool `text.eco`; did you mean `text.echo`?'],
    [['text.echo'], '`text.echo`: text: expected string, got nothing. Its arguments: gyre tools show text.echo'],
    [['text.echo', 'text'], '`tools call text`: expected KEY=VALUE.'],
    [['text.echo', '{"text":'], '`text.echo`: 1:9: no JSON: the text ends too early. Its arguments: gyre tools'],
    [['text.echo', '["x"]'], '`text.echo`: expected a JSON object, such as {"key": "value"}, got a list.'],
    [['text.echo', 'text=x', 'text=y'], '`text.echo`: `text` is given twice.'],
    [['text.echo', 'text=x', 'style={"loud":true}', 'style.loud=false'], '`text.echo`: `style` is given twice.'],
    [['text.echo', '{}', 'text=x'], '`text.echo`: give one JSON object, or KEY=VALUE for each argument.'],
    [['text.echo', 'txt=x'], '`text.echo`: there is no argument `txt`; did you mean `text`? Its arguments: gyre'],
    [['text.echo', '{"text":"x","tims":2}'], 'there is no argument `tims`; did you mean `times`?'],
    [['text.echo', 'text=x', 'times=none'], '`text.echo`: times: expected'],
    [['text.echo', 'text=x', 'style.loud=7'], '`text.echo`: style.loud: expected'],
    [['text.echo', '@none.json'], '`none.json` cannot be read'],
    [['offline', 'x=1'], '`offline`: there is no argument `x`; there are none.'],
  ])('refuses %j, and calls nothing', async (args, says) => {
    const { code, out, err } = await called(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
  })

  it.each<[readonly string[], string]>([
    [['text.echo', 'text=hello'], 'hello\n'],
    [['text.echo', 'text=17'], '17\n'],
    [['text.echo', 'text={"a": 1}', 'times=2'], '{"a": 1} {"a": 1}\n'],
    [['text.echo', 'text=a=b', 'style.loud=true'], 'A=B\n'],
    [['text.echo', '{"text": "hello", "times": "2"}'], 'hello hello\n'],
  ])('calls with %j', async (args, answer) => {
    const { code, out, err } = await called(args)
    expect([code, out]).toEqual([0, answer])
    expect(err).toMatch(/^✓ 1 text\.echo {2}text: /)
  })

  it('takes JSON from a file or from what comes in', async () => {
    const file = join(temporaryFolder(), 'input.json')
    writeFileSync(file, '{"text": "from a file"}')
    expect(await called(['text.echo', `@${file}`])).toMatchObject({ code: 0, out: 'from a file\n' })
    expect(await called(['text.echo', '-'], { input: '{"text": "piped"}' })).toMatchObject({ code: 0, out: 'piped\n' })
  })

  it('says where JSON from a file or from what comes in is none', async () => {
    const file = join(temporaryFolder(), 'input.json')
    writeFileSync(file, '{\n  text: 1\n}')
    expect((await called(['text.echo', `@${file}`])).err).toContain(`${file}:2:3: no JSON: expected a key`)
    expect((await called(['text.echo', '-'], { input: '' })).err).toContain('stdin:1:1: no JSON: the text ends')
  })

  it('prints the whole result with --json', async () => {
    const { code, out, err } = await called(['rich', '--json'])
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toEqual({
      tool: 'rich',
      error: false,
      denied: null,
      text: 'A drawing.',
      data: { width: 2 },
      parts: [{ type: 'image', mediaType: 'image/png', data: 'AAAA' }],
      untrusted: { from: 'https://example.com/' },
    })
  })

  it('says what beside the text there is', async () => {
    const { out, err } = await called(['rich'])
    expect(out).toBe('A drawing.\n')
    expect(err).toContain('(image, image/png): --json shows it\n')
  })

  it('shows a person what a tool says and obeys none of it; a program gets it as it is', async () => {
    const text = 'text=red \u001b[31m\u001b[2Jhot\u0007'
    const host = new FakeHost({ isTty: true, columns: 100 })
    expect(await processOver({ model: scriptedModel(), tools }).gyre(host, 'tools', 'call', 'text.echo', text)).toBe(0)
    expect(host.out).toBe('red hot\n')
    expect((await called(['text.echo', text])).out).toBe('red \u001b[31m\u001b[2Jhot\u0007\n')
  })

  it('exits with 1 when the tool fails, and prints nothing as its answer', async () => {
    const told = { code: 1, out: '', err: '`offline` failed: no network\n' }
    expect(await called(['offline', '-q'])).toEqual(told)
    // Once, and not with a line for the step before it.
    expect(await called(['offline'])).toEqual(told)
    const { code, out } = await called(['offline', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ error: true, denied: null, text: '`offline` failed: no network' })
  })

  it('goes through the guard: a tool whose breaker is open is not called', async () => {
    const store = memoryStore()
    const until = Date.now() + 60_000
    await store.keyValue.set('breaker/text.echo', { state: 'open', failures: 3, since: Date.now(), until })
    const host = new FakeHost()
    const { gyre } = processOver({ model: scriptedModel(), tools, store })
    expect(await gyre(host, 'tools', 'call', 'text.echo', 'text=x', '--json')).toBe(1)
    expect(JSON.parse(host.out)).toMatchObject({
      error: true,
      denied: 'breaker',
      text: expect.stringMatching(/^Not run: `text\.echo` failed 3 times in a row/),
    })
  })

  it('exits with 4 where nobody can approve the call, and says how to', async () => {
    const { code, out, err } = await called(['pay', 'amount=5'])
    expect([code, out]).toEqual([4, ''])
    expect(err).toContain('? Run `pay` with {"amount":5}?')
    expect(err).toContain('Approve it at once with --yes, or call it at a terminal.\n')
    const json = await called(['pay', 'amount=5', '--json'])
    expect(json.code).toBe(4)
    expect(JSON.parse(json.out)).toMatchObject({ tool: 'pay', status: 'waiting', questions: [{ kind: 'approval' }] })
    expect(await called(['pay', 'amount=5', '--yes'])).toMatchObject({ code: 0, out: 'Paid 5.\n' })
  })

  it('exits with 4 where nobody can answer the tool', async () => {
    const { code, err } = await called(['asks'])
    expect(code).toBe(4)
    expect(err).toContain('? Which one?\n    1  red\n    2  blue\nCall it at a terminal to answer.\n')
  })

  it('asks at the terminal, and runs with the arguments a person left', async () => {
    const host = new FakeHost({ isTty: true, columns: 100 })
    const run = processOver({ model: scriptedModel(), tools }).gyre(host, 'tools', 'call', 'pay', 'amount=5')
    await host.shows('[y]es, [n]o, [e]dit the arguments:')
    host.type('e\r')
    await host.shows('arguments:')
    host.type('\x15{"amount": 7}\r')
    expect(await run).toBe(0)
    expect(host.out).toBe('Paid 7.\n')
  })

  it.each([[[]], [['--plain']], [['-q']]])('asks with %j about the whole call, however long it is', async (how) => {
    const host = new FakeHost({ isTty: true, columns: 80 })
    const careful = { ...echo, approval: 'always' as const }
    const text = `text=${'a'.repeat(700)} the end of it`
    const { gyre } = processOver({ model: scriptedModel(), tools: [careful] })
    const run = gyre(host, 'tools', 'call', 'text.echo', text, ...how)
    const screen = await host.shows('[y]es, [n]o, [e]dit the arguments:')
    const letters = screen.split('the end of it')[0]?.match(/a{9,}/g)
    expect(letters?.join('')).toHaveLength(700)
    expect(screen.replace(/\n */g, '')).toContain('the end of it"}?')
    host.type('n\r')
    await host.shows('why (may be empty):')
    host.type('\r')
    expect(await run).toBe(1)
  })

  it('says what is wrong with edited arguments, and lets them be mended', async () => {
    const host = new FakeHost({ isTty: true, columns: 100 })
    const run = processOver({ model: scriptedModel(), tools }).gyre(host, 'tools', 'call', 'pay', 'amount=5')
    await host.shows('[y]es, [n]o')
    host.type('e\r')
    await host.shows('arguments: {"amount":5}')
    host.type('\x15{"amount": "much"}\r')
    await host.shows('That is no answer: the arguments do not fit: amount: expected number')
    host.type('e\r')
    const screen = await host.shows('arguments: {"amount":"much"}')
    expect(screen.match(/Run `pay` with/g)).toHaveLength(1)
    host.type('\x15{"amount": 7}\r')
    expect(await run).toBe(0)
    expect(host.out).toBe('Paid 7.\n')
  })

  it('exits with 1 when a person says no', async () => {
    const host = new FakeHost({ isTty: true, columns: 100 })
    const run = processOver({ model: scriptedModel(), tools }).gyre(host, 'tools', 'call', 'pay', 'amount=5')
    await host.shows('[y]es, [n]o')
    host.type('n\r')
    await host.shows('why (may be empty):')
    host.type('too much\r')
    expect(await run).toBe(1)
    expect(host.out).toBe('')
    expect(await host.screen()).toContain('Not run: a person refused this call of `pay`: too much')
  })

  it('asks at the terminal what the tool asks', async () => {
    const host = new FakeHost({ isTty: true, columns: 100 })
    const run = processOver({ model: scriptedModel(), tools }).gyre(host, 'tools', 'call', 'asks')
    await host.shows('answer (1-2):')
    host.type('2\r')
    expect(await run).toBe(0)
    expect(host.out).toBe('You said blue.\n')
  })

  it('shows how far the tool is, and stops it with Ctrl-C', async () => {
    const host = new FakeHost({ isTty: true, columns: 100 })
    const run = processOver({ model: scriptedModel(), tools: [slow] }).gyre(host, 'tools', 'call', 'slow')
    await host.shows(/slow {2}1\/3 pages/)
    const screen = await host.shows('[a]bort [?]')
    expect(screen).not.toMatch(/\[p\]|\[s\]|\[n\]|\[f\]/)
    host.interrupt()
    expect(await run).toBe(130)
    expect(host.out).toBe('')
    expect(await host.screen()).toBe('Stopping. Ctrl-C again leaves at once.\nThe call was stopped.')
  })

  it('is stopped by a key, and takes no other', async () => {
    const host = new FakeHost({ isTty: true, columns: 100 })
    const run = processOver({ model: scriptedModel(), tools: [slow] }).gyre(host, 'tools', 'call', 'slow')
    await host.shows(/slow {2}1\/3 pages/)
    host.type('pnfs?')
    expect(await host.shows('^C abort; twice: leave at once')).not.toMatch(/paus|steer|finish/)
    host.type('a')
    await host.shows('Abort the call? [y/N]')
    host.type('y')
    expect(await run).toBe(130)
  })

  it('says in a log how far the tool is', async () => {
    const host = new FakeHost()
    const run = processOver({ model: scriptedModel(), tools: [slow] }).gyre(host, 'tools', 'call', 'slow')
    while (!host.err.includes('· slow  1/3 pages\n')) await setImmediate()
    host.interrupt()
    expect(await run).toBe(130)
  })

  it.each<['skills' | 'house', string | undefined, string, string | undefined]>([
    ['skills', 'text.*', 'skills.look text.echo pay\n', 'text.*'],
    ['skills', undefined, 'skills.look text.echo pay\n', undefined],
    ['house', 'text.*', 'skills.look\n', undefined],
  ])('gives a tool of %s that works with %s the tools %j', async (toolbox, used, out, asked) => {
    const look = defineTool({
      name: 'skills.look',
      description: 'Says which tools it has.',
      input: z.object({}),
      trusted: true,
      run: (_, context) => context.tools.map(({ name }) => name).join(' '),
    })
    const store = memoryStore()
    const model = scriptedModel()
    const fake = fakeTools([look, echo, pay], store, { model })
    const wanted: unknown[] = []
    const host = new FakeHost()
    const place = async (): Promise<Place> => ({
      ...fake,
      folder: '',
      runtime: open({ store, models: [model] }),
      model: async () => model,
      tools: (patterns) => {
        wanted.push(patterns?.join())
        return fake.tools(patterns)
      },
      room: {
        ...fake.room,
        find: async () => ({ tool: look, from: { kind: 'toolbox', name: toolbox } }),
        ...(used !== undefined && { usedBy: async () => [used] }),
      },
      defaultLoop: 'react',
      close: async () => {},
    })
    expect(await invoke(['tools', 'call', 'skills.look', '-q'], host, { open: place })).toBe(0)
    expect([host.out, wanted]).toEqual([out, toolbox === 'skills' ? [asked] : []])
  })

  it('gives tools a model, and needs none for those that ask none', async () => {
    expect(await called(['thinks'])).toMatchObject({ code: 0, out: 'Hm.\n' })
    const host = new FakeHost()
    const error = new GyreError('model-auth', '`openai/gpt-5` needs a key in OPENAI_API_KEY.')
    const { gyre } = processOver({ model: scriptedModel(), tools, findModel: () => Promise.reject(error) })
    expect(await gyre(host, 'tools', 'call', 'text.echo', 'text=hi', '-q')).toBe(0)
    expect(await gyre(host, 'tools', 'call', 'thinks', '-q')).not.toBe(0)
    expect(host.err).toContain('needs a key in OPENAI_API_KEY')
  })
})
