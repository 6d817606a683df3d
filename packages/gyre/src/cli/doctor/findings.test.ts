import { defineLoop } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FakeHost } from '../../../test/fake-host.ts'
import { open } from '../../open.ts'
import { ioOf } from '../io.ts'
import { Options } from '../options.ts'
import { catalogFindings } from './catalog-findings.ts'
import { keyValueFinding } from './key-value-finding.ts'
import { machineFindings } from './machine-findings.ts'
import { modelFindings } from './model-findings.ts'
import { clockFinding } from './store-findings.ts'

const io = (env: Readonly<Record<string, string>>, isTty = true) => ioOf(new FakeHost({ isTty, env }), new Options({}))

describe('the machine', () => {
  it('has a Node that is new enough, or not', () => {
    expect(machineFindings('24.1.0', io({}))[0]).toMatchObject({ level: 'ok', message: 'Node 24.1.0' })
    expect(machineFindings('22.9.0', io({}))[0]).toMatchObject({ level: 'fault', fix: 'Install Node 24 or later.' })
  })

  it('has a terminal of a width, with colours and Unicode, or none', () => {
    const terminal = (env: Readonly<Record<string, string>>, isTty?: boolean) =>
      machineFindings('24.0.0', io(env, isTty))[1]
    expect(terminal({ LANG: 'de_DE.UTF-8' })?.message).toBe('80 columns, colours, Unicode')
    expect(terminal({ LANG: 'C.UTF-8', NO_COLOR: '1' })?.message).toBe('80 columns, no colours, Unicode')
    expect(terminal({ LANG: 'C' })).toMatchObject({
      level: 'note',
      message: expect.stringContaining('the locale is C,'),
    })
    expect(terminal({ LANG: 'C.UTF-8', LC_ALL: 'POSIX' })?.level).toBe('note')
    expect(terminal({}, false)?.message).toBe('none: lines are plain')
  })
})

describe('the clock', () => {
  const now = Date.UTC(2026, 10, 15)

  it('fits when it is not before what was written', () => {
    expect(clockFinding(now + 60_000, now)).toEqual({
      check: 'clock',
      level: 'ok',
      message: '2026-11-15T00:00:00.000Z',
      fix: null,
    })
  })

  it('is wrong when it is, or when it was never set', () => {
    expect(clockFinding(now + 60_001, now)).toMatchObject({
      level: 'fault',
      message: 'The clock says 2026-11-15T00:00:00.000Z, earlier than the newest session, 2026-11-15T00:01:00.001Z.',
    })
    expect(clockFinding(0, 0)).toMatchObject({ message: 'The clock says 1970-01-01T00:00:00.000Z, long past.' })
  })
})

describe('the catalog', () => {
  const looping = (most: number) =>
    defineLoop({
      name: 'mine',
      config: z.strictObject({ turns: z.int().max(most).default(1) }),
      run: async () => 'Done.',
    })

  it('fits as long as nothing has changed', async () => {
    const store = memoryStore()
    const runtime = open({ store, loops: [looping(10)] })
    await runtime.personas.save({ name: 'long', loop: 'mine', config: { turns: 9 } })
    await runtime.prompts.save('direct.system', 'Answer.')
    await runtime.settings.set('default_loop', 'mine')
    expect((await catalogFindings(runtime)).map(({ level, message }) => [level, message])).toEqual([
      ['ok', '1 fit'],
      ['ok', '1 changed'],
      ['ok', '1 set'],
    ])
  })

  it('no longer fits when its loop takes less, or is gone', async () => {
    const store = memoryStore()
    const before = open({ store, loops: [looping(10)] })
    await before.personas.save({ name: 'long', loop: 'mine', config: { turns: 9 } })
    await before.settings.set('default_loop', 'mine')
    const [less] = await catalogFindings(open({ store, loops: [looping(5)] }))
    expect(less).toMatchObject({
      level: 'fault',
      message: expect.stringMatching(/^1 no longer fits: `long`: config: turns: /),
    })
    const [gone, , settings] = await catalogFindings(open({ store }))
    expect(gone).toMatchObject({ level: 'fault', message: expect.stringContaining('mine') })
    expect(settings).toMatchObject({
      level: 'fault',
      message: '1 no longer fits: `default_loop`: there is no loop `mine`',
    })
  })
})

describe('models', () => {
  const fetching = (answering: string) =>
    (async (url: string | URL | Request) => {
      if (!String(url).startsWith(answering)) throw new Error('Nobody is there.')
      return new Response('{}')
    }) as typeof globalThis.fetch
  const models = {
    detect: async () => ({ name: 'heavy', why: 'a setting names it' }),
    find: () => ({ id: 'test/big' }) as never,
  }

  it('are told by name and by what the name stands for, with the servers that answer', async () => {
    const addresses = { vllm: { baseUrl: 'http://127.0.0.1:9/v1' } }
    const findings = await modelFindings({ models, env: {}, addresses, fetch: fetching('http://127.0.0.1:9/') })
    expect(findings.map(({ message }) => message)).toEqual([
      'heavy, which is test/big: a setting names it',
      'none in the environment',
      'vllm at http://127.0.0.1:9/v1',
    ])
  })

  it('may have no server at all', async () => {
    const findings = await modelFindings({ models, env: {}, addresses: {}, fetch: fetching('nowhere') })
    expect(findings[2]).toMatchObject({ level: 'ok', message: 'none answers (ollama, lmstudio, llamacpp, vllm)' })
  })
})

describe('the key-value server', () => {
  it('is asked, and left again; its password is not shown', async () => {
    const { keyValue } = memoryStore()
    const done: string[] = []
    const get = async () => void done.push('asked')
    const close = async () => void done.push('left')
    const connect = () => ({ ...keyValue, get: get as typeof keyValue.get, close })
    const finding = await keyValueFinding('redis://ada:secret@127.0.0.1:6379', connect)
    expect([finding.message, ...done]).toEqual(['127.0.0.1:6379 answers', 'asked', 'left'])
  })
})
