/** Personas, prompts, settings, loops and tools over the native API. */
import { setTimeout as sleep } from 'node:timers/promises'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ShownTool, ToolDesk } from '../src/place.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const open = async (options: Partial<TestServerOptions> = {}) => {
  server = await testServer({ model: modelOf(() => says('Hello.')), ...options })
}

type Answer = { readonly status: number; readonly etag: string | null; readonly body: Record<string, unknown> }

async function call(
  method: string,
  path: string,
  json?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const response = await server!.request(`/api/v1${path}`, { method, headers, ...body })
  const text = await response.text()
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
  }
}

const codeOf = ({ body }: Answer) => (body['error'] as { readonly code: string }).code

/** Whoever reads a document here knows it only when others have read it, too. */
function storeOfSlowReads() {
  const store = memoryStore()
  const get = store.catalog.get.bind(store.catalog)
  vi.spyOn(store.catalog, 'get').mockImplementation(async (...asked) => {
    const found = await get(...asked)
    if (asked[1] !== 'api-key') await sleep(50)
    return found
  })
  return store
}

/** What was done, as the audit log has it. */
async function actions(): Promise<readonly string[]> {
  const entries = await server!.store.auditLog.list({})
  return entries.map(({ action, target }) => `${action} ${target}`)
}

describe('personas over the native API', () => {
  it('are saved in versions, compared, rolled back and removed, each told to the audit log', async () => {
    await open()
    const first = await call('PUT', '/personas/careful', { loop: 'direct', description: 'One.' })
    expect([first.status, first.etag]).toEqual([200, '"1"'])
    const second = await call('PUT', '/personas/careful', { loop: 'cot', description: 'Two.' }, { 'if-match': '"1"' })
    expect(second.body).toEqual({
      persona: { name: 'careful', loop: 'cot', description: 'Two.' },
      version: 2,
      source: 'store',
    })
    const { body: diff } = await call('GET', '/personas/careful/diff')
    expect(diff).toMatchObject({ from: 1, to: 2 })
    expect(String(diff['diff']).split('\n')).toEqual(
      expect.arrayContaining(['-  "loop": "direct",', '+  "loop": "cot",', '   "name": "careful"']),
    )
    const rolled = await call('POST', '/personas/careful/rollback', {})
    expect(rolled.body).toMatchObject({ version: 1, persona: { loop: 'direct' } })
    const { body } = await call('GET', '/personas/careful/versions')
    expect(body).toMatchObject({
      versions: [
        { version: 2, current: false },
        { version: 1, current: true },
      ],
    })
    expect((await call('DELETE', '/personas/careful')).status).toBe(204)
    expect(codeOf(await call('GET', '/personas/careful'))).toBe('persona-unknown')
    expect(await actions()).toEqual([
      'persona.saved careful',
      'persona.saved careful',
      'persona.rolled-back careful',
      'persona.removed careful',
    ])
  })

  it('are not saved over a version that was not seen', async () => {
    await open()
    await call('PUT', '/personas/careful', { loop: 'direct' })
    const conflict = await call('PUT', '/personas/careful', { loop: 'cot' }, { 'if-match': '"7"' })
    expect([conflict.status, codeOf(conflict)]).toEqual([412, 'version-conflict'])
    expect((await call('GET', '/personas/careful')).body).toMatchObject({ persona: { loop: 'direct' } })
  })

  it.each([
    ['/personas/careful', (n: number) => ({ loop: 'direct', description: `By ${n}.` })],
    ['/prompts/cot.system', (n: number) => ({ text: `Think ${n} times. {form}` })],
    ['/settings/default_loop', (n: number) => ({ value: ['cot', 'react', 'direct', 'plan-execute'][n] })],
  ])('of several that save %s at once over the same version one does', async (path, body) => {
    await open({ store: storeOfSlowReads() })
    await call('PUT', path, body(0))
    const { etag } = await call('GET', path)
    const tries = await Promise.all([1, 2, 3].map((n) => call('PUT', path, body(n), { 'if-match': etag ?? '' })))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })

  it('are refused with their faults', async () => {
    await open()
    expect(codeOf(await call('PUT', '/personas/careful', { loop: 'nothing' }))).toBe('persona-invalid')
    expect(codeOf(await call('PUT', '/personas/careful', { loop: 'cot', name: 'other' }))).toBe('request-invalid')
    expect(codeOf(await call('PUT', '/personas/careful', { loop: 'cot', colour: 'red' }))).toBe('request-invalid')
  })

  it('are split between versions, with figures of each arm', async () => {
    await open()
    await call('PUT', '/personas/careful', { loop: 'direct' })
    await call('PUT', '/personas/careful', { loop: 'cot' })
    const arms = [
      { version: 1, weight: 100 },
      { version: 2, weight: 0 },
    ]
    expect((await call('PUT', '/personas/careful/rollout', { arms })).status).toBe(200)
    const { body } = await call('POST', '/sessions', { persona: 'careful', goal: 'Hello?' })
    await (await server!.runtime.session(String(body['id']))).outcome
    expect((await call('GET', '/personas/careful/rollout')).body).toMatchObject({
      persona: 'careful',
      version: 1,
      rollout: { arms },
      arms: [
        { arm: 'v1', weight: 100, figures: { sessions: 1, answered: 1 } },
        { arm: 'v2', weight: 0, figures: null },
      ],
    })
    expect((await call('DELETE', '/personas/careful/rollout')).status).toBe(204)
    expect((await call('GET', '/personas/careful/rollout')).body).toMatchObject({ version: null, rollout: null })
  })

  it('that a key may not use are not there for it', async () => {
    await open()
    await call('PUT', '/personas/mine', { loop: 'direct' })
    await call('PUT', '/personas/theirs', { loop: 'direct' })
    const headers = { authorization: `Bearer ${await server!.keyFor({ personas: ['mine'] })}` }
    const { body } = await call('GET', '/personas', undefined, headers)
    expect(body).toMatchObject({ personas: [{ persona: { name: 'mine' } }] })
    expect((await call('GET', '/personas/theirs', undefined, headers)).status).toBe(404)
    expect((await call('PUT', '/personas/mine', { loop: 'cot' }, headers)).status).toBe(403)
  })
})

describe('documents over the native API', () => {
  it('have at most 200 000 characters', async () => {
    await open()
    const persona = (length: number) => ({ loop: 'direct', prompts: { 'direct.system': 'a'.repeat(length) } })
    expect((await call('PUT', '/personas/long', persona(190_000))).status).toBe(200)
    expect(codeOf(await call('PUT', '/personas/long', persona(200_000)))).toBe('persona-invalid')
    const { status } = await call('PUT', '/prompts/direct.system', { text: 'a'.repeat(200_000) })
    expect(status).toBe(200)
    const refused = await call('PUT', '/prompts/direct.system', { text: 'a'.repeat(200_001) })
    expect(codeOf(refused)).toBe('request-invalid')
  })

  it('of many lines are compared as wholes', async () => {
    await open()
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join('\n')
    for (const word of ['a', 'b']) await call('PUT', '/prompts/direct.system', { text: lines(word) })
    expect((await call('GET', '/prompts/direct.system/diff')).body).toMatchObject({ from: 1, to: 2, isWhole: true })
  })
})

describe('prompts over the native API', () => {
  it('are put into other words, compared with the default and rolled back', async () => {
    await open()
    const { body: list } = await call('GET', '/prompts')
    const [prompt] = list['prompts'] as readonly { readonly id: string; readonly defaultText: string }[]
    const { id, defaultText } = prompt!
    const saved = await call('PUT', `/prompts/${id}`, { text: `${defaultText}\nBe brief.` }, { 'if-match': '"0"' })
    expect(saved.body).toMatchObject({ id, version: 1, isDefault: false })
    expect((await call('GET', `/prompts/${id}/diff`)).body).toMatchObject({ from: 0, to: 1 })
    expect(String((await call('GET', `/prompts/${id}/diff`)).body['diff'])).toContain('+Be brief.')
    await call('PUT', `/prompts/${id}`, { text: '' })
    expect((await call('GET', `/prompts/${id}`)).body).toMatchObject({ version: 2, isDefault: true })
    const rolled = await call('POST', `/prompts/${id}/rollback`, { version: 1 })
    expect(rolled.body).toMatchObject({ version: 1, isDefault: false })
    expect((await call('GET', `/prompts/${id}/versions`)).body).toMatchObject({
      versions: [{ version: 2 }, { version: 1 }],
    })
    expect(codeOf(await call('PUT', `/prompts/${id}`, { text: 'x', more: 1 }))).toBe('request-invalid')
    expect(codeOf(await call('GET', '/prompts/none.such'))).toBe('prompt-unknown')
    expect(await actions()).toEqual([`prompt.saved ${id}`, `prompt.saved ${id}`, `prompt.rolled-back ${id}`])
  })
})

describe('settings over the native API', () => {
  it('are set, unset and rolled back', async () => {
    await open()
    expect((await call('PUT', '/settings/default_loop', { value: 'cot' })).body).toMatchObject({
      key: 'default_loop',
      value: 'cot',
      source: 'store',
      version: 1,
    })
    expect((await call('DELETE', '/settings/default_loop')).body).toMatchObject({ value: 'react', source: 'default' })
    expect((await call('POST', '/settings/default_loop/rollback', {})).body).toMatchObject({ value: 'cot' })
    expect((await call('GET', '/settings/default_loop/versions')).body).toMatchObject({
      versions: [{ body: null }, { body: 'cot' }],
    })
    const { body } = await call('GET', '/settings')
    expect((body['settings'] as readonly { readonly key: string }[]).map(({ key }) => key)).toContain('default_loop')
    expect(codeOf(await call('PUT', '/settings/default_loop', { value: 'nothing' }))).toBe('setting-invalid')
    expect(codeOf(await call('GET', '/settings/none'))).toBe('setting-unknown')
  })

  it('are changed by administrators alone', async () => {
    await open()
    const headers = { authorization: `Bearer ${await server!.keyFor({ role: 'user' })}` }
    expect((await call('GET', '/settings', undefined, headers)).status).toBe(200)
    expect((await call('PUT', '/settings/default_loop', { value: 'cot' }, headers)).status).toBe(403)
    expect((await call('DELETE', '/settings/default_loop', undefined, headers)).status).toBe(403)
    expect(await actions()).toEqual([])
  })
})

describe('loops over the native API', () => {
  it('tell their settings, traits and an example, and whether they are switched off', async () => {
    await open()
    await call('PUT', '/settings/loops_off', { value: ['cot'] })
    expect((await call('GET', '/loops/cot')).body).toMatchObject({ name: 'cot', off: true })
    const { body } = await call('GET', '/loops/react')
    expect(body).toMatchObject({ name: 'react', off: false, config: { type: 'object' }, example: {}, traits: {} })
    expect(codeOf(await call('GET', '/loops/reakt'))).toBe('loop-unknown')
  })
})

describe('what a key may use', () => {
  it('is all it is told of: loops and prompts of these', async () => {
    await open()
    const headers = { authorization: `Bearer ${await server!.keyFor({ role: 'admin', personas: ['cot'] })}` }
    const { body: loops } = await call('GET', '/loops', undefined, headers)
    expect((loops['loops'] as readonly { readonly name: string }[]).map(({ name }) => name)).toEqual(['cot'])
    const { body: prompts } = await call('GET', '/prompts', undefined, headers)
    const of = (prompts['prompts'] as readonly { readonly loop: string }[]).map(({ loop }) => loop)
    expect(new Set(of)).toEqual(new Set(['cot']))
    expect((await call('PUT', '/prompts/cot.system', { text: 'Think. {form}' }, headers)).status).toBe(200)
    expect(JSON.stringify((await call('GET', '/prompts/none', undefined, headers)).body)).not.toContain('react')
  })
})

describe('loops inside of others', () => {
  it('are for a key to choose that may use them; those that come by default are there for all', async () => {
    await open()
    await call('PUT', '/personas/planner', { loop: 'plan-execute', config: { step: { loop: 'direct' } } })
    const headers = {
      authorization: `Bearer ${await server!.keyFor({ personas: ['plan-execute', 'cot', 'planner'] })}`,
    }
    const start = (body: object) => call('POST', '/sessions', { goal: 'Go', ...body }, headers)
    expect((await start({ loop: 'plan-execute' })).status).toBe(201)
    expect((await start({ persona: 'planner' })).status).toBe(201)
    expect((await start({ loop: 'plan-execute', config: { step: { loop: 'cot' } } })).status).toBe(201)
    const hidden = await start({
      loop: 'plan-execute',
      config: { step: { loop: 'cot', config: { x: { loop: 'react' } } } },
    })
    expect([hidden.status, codeOf(hidden)]).toEqual([404, 'loop-unknown'])
    expect((await start({ persona: 'planner', config: { step: { loop: 'react' } } })).status).toBe(404)
  })
})

describe('tools over the native API', () => {
  it('are listed with their breakers, which administrators reset', async () => {
    const closed = { state: 'closed', failures: 0, since: null, until: null } as const
    const tool: ShownTool = {
      name: 'web.fetch',
      description: 'Fetches.',
      from: 'web',
      effect: 'read',
      approval: 'never',
      permissions: ['net'],
      denied: [],
      input: { type: 'object' },
      limits: {},
      breaker: { ...closed, state: 'open', failures: 5 },
    }
    const tools: ToolDesk = { list: async () => [tool], resetBreaker: async () => closed }
    await open({ desks: { tools } })
    expect((await call('GET', '/tools')).body).toEqual({ tools: [tool] })
    expect((await call('POST', '/tools/web.fetch/breaker/reset')).body).toEqual(closed)
    expect(await actions()).toEqual(['breaker.reset web.fetch'])
  })
})
