import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool } from '@gyre/core'
import { scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { pay, processOver } from '../../../test/fake-place.ts'
import { invoke } from '../invoke.ts'

const fetchPage = defineTool({
  name: 'web.fetch',
  description: 'Reads a page. It may take long.\n\u001b[2JMore of it.',
  input: z.object({
    url: z.string().describe('Its address.'),
    format: z.enum(['text', 'links']).optional(),
    pages: z.union([z.int(), z.array(z.int())]).optional(),
  }),
  effect: 'pure',
  permissions: ['net'],
  limits: { perMinute: 30, concurrency: 4, outputChars: 500 },
  timeoutMs: 30_000,
  run: () => 'x',
})

async function gyre(...args: string[]) {
  const store = memoryStore()
  await store.keyValue.set('breaker/pay', {
    state: 'open',
    failures: 3,
    since: Date.now(),
    until: Date.now() + 125_000,
  })
  const host = new FakeHost()
  const code = await processOver({ model: scriptedModel(), tools: [pay, fetchPage], store }).gyre(host, ...args)
  return { code, out: host.out, err: host.err, stored: () => store.keyValue.get('breaker/pay') }
}

describe('`gyre tools`', () => {
  it('lists tools with their effect, approval and breaker, by where they are from', async () => {
    const { code, out, err } = await gyre('tools')
    expect(code).toBe(0)
    expect(out).toBe(
      [
        'gyre.config.ts',
        '  pay        once  asks always  breaker open  Pays',
        '  web.fetch  pure                             Reads a page.',
        '',
      ].join('\n'),
    )
    expect(err).toBe('All of one: gyre tools show NAME\n')
  })

  it('has room for what each does on a narrow terminal: below it where there is little beside it', async () => {
    const host = new FakeHost({ isTty: true, columns: 60, env: { NO_COLOR: '1' } })
    const long = defineTool({
      name: 'town.find_the_way_from_here',
      description: 'Finds the way from a place to another one on foot or by bus. It may take long.',
      input: z.object({}),
      approval: 'first-use',
      run: () => 'x',
    })
    expect(await processOver({ model: scriptedModel(), tools: [long, fetchPage] }).gyre(host, 'tools')).toBe(0)
    expect(host.out).toBe(
      [
        'gyre.config.ts',
        '  town.find_the_way_from_here  once  asks on first use',
        '      Finds the way from a place to another one on foot or',
        '      by bus.',
        '  web.fetch                    pure',
        '      Reads a page.',
        '',
      ].join('\n'),
    )
  })

  it('writes out what nobody sees in names and descriptions', async () => {
    const host = new FakeHost()
    const sly = { ...fetchPage, name: 'web.f\u200betch', description: 'Reads \u202ea page.' }
    const { gyre: type } = processOver({ model: scriptedModel(), tools: [sly] })
    await type(host, 'tools')
    await type(host, 'tools', 'show', sly.name)
    expect(host.out).toContain(String.raw`  web.f\u200betch  pure  Reads \u202ea page.`)
    expect(host.out).toContain(String.raw`Tool         web.f\u200betch`)
    expect(host.out).not.toMatch(/[\u200b\u202e]/)
  })

  it('lists them for programs', async () => {
    const { code, out } = await gyre('tools', 'list', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject([
      {
        name: 'pay',
        description: 'Pays',
        from: { kind: 'config', name: 'gyre.config.ts' },
        effect: 'once',
        approval: 'always',
        permissions: [],
        trusted: false,
        limits: { outputChars: 32_000, timeoutMs: 120_000 },
        breaker: { state: 'open', failures: 3, until: expect.stringMatching(/^\d{4}-/) },
        input: { type: 'object', required: ['amount'] },
      },
      { name: 'web.fetch', breaker: { state: 'closed', failures: 0, since: null, until: null } },
    ])
  })

  it('says when there are none', async () => {
    const host = new FakeHost()
    expect(await processOver({ model: scriptedModel(), tools: [] }).gyre(host, 'tools')).toBe(0)
    expect([host.out, host.err]).toEqual(['', 'There are no tools.\n'])
  })

  it.each([
    [['tools', 'lst'], '`gyre tools lst` is no command. Did you mean `gyre tools list`?'],
    [['tools', 'foo'], '`gyre tools foo` is no command. There is `tools list`, '],
    [['mcp', 'foo'], '`gyre mcp foo` is no command. There is `mcp list`, '],
    [['tools', 'show'], '`gyre tools show` needs NAME.'],
    [['tools', 'show', 'web.fech'], 'There is no tool `web.fech`; did you mean `web.fetch`?'],
    [['tools', 'breaker', 'nothing'], 'There is no tool `nothing`; there are `pay`, `web.fetch`.'],
    [['tools', 'breaker', 'reset'], '`gyre tools breaker reset` needs NAME.'],
    [['tools', 'breaker', 'reset', 'nothing'], 'There is no tool `nothing`'],
    [['tools', 'breaker', 'pay', 'reset'], 'To let a tool run again: gyre tools breaker reset pay'],
  ])('refuses %j', async (args, says) => {
    const { code, out, err } = await gyre(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
  })
})

/** With a config file, in a folder of its own. */
async function configured(config: unknown, ...args: string[]) {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify(config))
  const host = new FakeHost({ cwd, env: { HOME: cwd } })
  const code = await invoke(['--data', join(cwd, 'data'), ...args], host)
  return { code, out: host.out, err: host.err }
}

const toolboxes = { calendar: false, knowledge: false, memory: false, web: { search: false } }

describe('the config', () => {
  it('is told to fit nothing where it does not, and tools that are denied say so', async () => {
    const config = { permissions: { deny: ['nett', 'net'] }, toolLimits: { 'mat.*': { perMinute: 1 } } }
    const { out, err } = await configured(config, 'tools')
    expect(err).toContain('`permissions.deny`: no tool has a permission `nett`; did you mean `net`?\n')
    expect(err).toContain('`toolLimits`: `mat.*` fits no tool; did you mean `math.*`?\n')
    expect(out).toMatch(/web\.fetch +\S+ +denied: net /)
    expect((await configured(config, 'tools', 'show', 'web.fetch')).out).toContain(
      'Denied       net, by the config: no call of it runs\n',
    )
  })

  it.each(['knowledge.read', 'memory.read'])('may deny `%s` where no tool has it', async (permission) => {
    expect((await configured({ permissions: { deny: [permission] }, toolboxes }, 'tools')).err).not.toContain(
      permission,
    )
  })

  it.each([
    ['files.read', "to have it, set `toolboxes.files`, such as { root: '.' }."],
    ['shell.run', "to have it, set `toolboxes.shell`, such as { programs: ['git'] }."],
    ['skills.any', 'to have it, set `toolboxes.skills` to a folder'],
    ['web.search', 'to have it, set `toolboxes.web.search`, or one of BRAVE_API_KEY'],
    ['knowledge.search', 'to have it, `toolboxes.knowledge` must not be `false`.'],
    ['memory.recall', 'to have it, `toolboxes.memory` must not be `false`.'],
    ['calendar.now', 'to have it, `toolboxes.calendar` must not be `false`.'],
    ['math.convrt', 'did you mean `math.convert`?'],
  ])('must be changed to have `%s`', async (name, says) => {
    const { code, err } = await configured({ toolboxes }, 'tools', 'show', name)
    expect(code).toBe(2)
    expect(err).toContain(says)
  })

  it('must allow writing to have the tools that write', async () => {
    const { err } = await configured({ toolboxes: { files: { root: '.' } } }, 'tools', 'show', 'files.write')
    expect(err).toContain('to have it, set `toolboxes.files.write` to `true`.')
  })
})

describe('`gyre tools show`', () => {
  it('lists the tools of a toolbox, none of which is called by its name', async () => {
    const { code, out } = await gyre('tools', 'show', 'web')
    expect([code, out]).toEqual([0, 'gyre.config.ts\n  web.fetch  pure  Reads a page.\n'])
    const call = await gyre('tools', 'call', 'web')
    expect(call.code).toBe(2)
    expect(call.err).toContain('`web` is no tool but several: `web.fetch`.')
  })

  it('takes 80 columns, but for the schema', async () => {
    const host = new FakeHost()
    const wordy = { ...fetchPage, description: 'word '.repeat(60), permissions: Array(20).fill('net') }
    const { gyre } = processOver({ model: scriptedModel(), tools: [wordy] })
    expect(await gyre(host, 'tools', 'show', 'web.fetch')).toBe(0)
    const lines = host.out.split('\nSchema\n')[0]?.split('\n') ?? []
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines).toContain(`             ${'net, '.repeat(6)}net`)
  })

  it('tells what a tool takes, touches and may do', async () => {
    const { code, out } = await gyre('tools', 'show', 'web.fetch')
    expect(code).toBe(0)
    expect(out.split('\nSchema\n')[0]).toBe(
      [
        'Tool         web.fetch',
        'From         gyre.config.ts',
        'Effect       pure: changes nothing',
        'Approval     never asked for',
        'Permissions  net',
        'Limits       30 a minute, 4 at a time, 30.0 s each, 500 characters',
        'Answers      are shown to models as text from outside',
        'Breaker      closed',
        '',
        '  Reads a page. It may take long.',
        '  More of it.',
        '',
        'Arguments',
        '  url       string          Its address.',
        '  [format]  "text"|"links"',
        '  [pages]   integer|array',
        '',
      ].join('\n'),
    )
    expect(JSON.parse(out.split('\nSchema\n')[1] ?? '')).toMatchObject({ type: 'object' })
  })

  it('tells the same to programs', async () => {
    const { out } = await gyre('tools', 'show', 'pay', '--json')
    expect(JSON.parse(out)).toMatchObject({ name: 'pay', breaker: { state: 'open' } })
  })
})

describe('`gyre tools breaker`', () => {
  it('lists the tools that are kept from running', async () => {
    const { code, out, err } = await gyre('tools', 'breaker')
    expect(code).toBe(0)
    expect(out).toMatch(/^TOOL {2}FAILURES {2}BREAKER\npay {10}3 {2}open, tries again in 2 m 0\d s\n$/)
    expect(err).toBe('Let one run again: gyre tools breaker reset NAME\n')
  })

  it('tells of one, and of all to programs', async () => {
    expect((await gyre('tools', 'breaker', 'web.fetch')).out).toBe('web.fetch: closed\n')
    expect((await gyre('tools', 'breaker', 'pay')).out).toMatch(/^pay: open, tries again in 2 m 0\d s\n$/)
    const { out } = await gyre('tools', 'breaker', '--json')
    expect((JSON.parse(out) as { tool: string; state: string }[]).map(({ tool, state }) => [tool, state])).toEqual([
      ['pay', 'open'],
      ['web.fetch', 'closed'],
    ])
  })

  it('lets a tool run again, for all processes', async () => {
    const { code, out, stored } = await gyre('tools', 'breaker', 'reset', 'pay')
    expect([code, out]).toEqual([0, 'pay: closed\n'])
    expect(await stored()).toMatchObject({ state: 'closed', failures: 0 })
    expect((await gyre('tools', 'breaker', 'reset', 'web.fetch')).out).toBe('web.fetch: was closed already\n')
    expect(JSON.parse((await gyre('tools', 'breaker', 'reset', 'pay', '--json')).out)).toMatchObject({
      tool: 'pay',
      state: 'closed',
    })
  })
})
