import type { Json } from '@gyre/core'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import type { Tenant } from '@gyre/server'
import { describe, expect, it } from 'vitest'
import { servedPlace } from '../../test/served-place.ts'
import { manifest } from '../manifest.ts'

/** What only one of them knows. */
const ports = { local: 'Northport', anna: 'Southport' } as const

type Owner = keyof typeof ports

/** An address that no tool is let to: what is told of it is from the index. */
const addressOf = (owner: Owner) => `http://127.0.0.1/${owner}`

/** Two owners whose documents and memories answer the same question, each in their own way. */
async function neighbours() {
  const { place } = await servedPlace({ personas: [{ name: 'finder', loop: 'react' }] })
  const tenants = { local: await place.tenant('local'), anna: await place.tenant('anna') }
  for (const owner of ['local', 'anna'] as const) {
    const text = `Greta Holm founded the ${ports[owner]} Yard beside the harbour.`
    await tenants[owner].knowledge.add({ source: addressOf(owner), text })
    await tenants[owner].memories.add(text)
  }
  return tenants
}

/** What a session of this tenant is told by a tool. */
async function told({ runtime }: Tenant, tool: string, input: Json): Promise<string> {
  const model = scriptedModel(calls(tool, input), says('Done.'))
  const session = await runtime.startAs('finder', 'Look it up.', { model })
  await session.outcome
  return JSON.stringify(model.requests[1]?.messages.at(-1))
}

describe('what a server serves', () => {
  it('is the same tenant each time it is asked for', async () => {
    const { place, workplace } = await servedPlace()
    expect(place.version).toBe(manifest().version)
    expect(place.store).toBe(workplace.runtime.store)
    const anna = await place.tenant('anna')
    expect(await place.tenant('anna')).toBe(anna)
    expect(await place.tenant('bob')).not.toBe(anna)
    expect((await place.tenant('local')).runtime).toBe(workplace.runtime)
  })

  it('has models by name, the default one, and the loop for those who name none', async () => {
    const { place } = await servedPlace({ settings: { default_loop: 'direct' } })
    const anna = await place.tenant('anna')
    expect((await anna.model()).id).toBe('house/m')
    expect((await anna.model('test/scripted')).id).toBe('test/scripted')
    await expect(anna.model('nobody/x')).rejects.toMatchObject({ code: 'model-unknown' })
    expect((await anna.runtime.settings.values()).default_loop).toBe('direct')
    expect((await anna.sessionTools()).map(({ name }) => name)).toContain('math.calculate')
    const [vector] = await anna.embedder.embed(['kelp'], new AbortController().signal)
    expect(vector?.length).toBeGreaterThan(0)
  })

  it('takes secrets out of what is logged', async () => {
    const { place } = await servedPlace({}, { OPENAI_API_KEY: 'sk-very-secret-4711' })
    expect(place.redacted('with sk-very-secret-4711 in it')).not.toContain('sk-very-secret-4711')
  })

  it('serves nobody by the name that the bundled documents are kept under', async () => {
    const { place } = await servedPlace()
    await expect(place.tenant('demo')).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('two owners', () => {
  it('see nothing of the documents of each other', async () => {
    const { local, anna } = await neighbours()
    const [hers] = await anna.knowledge.list()
    expect((await anna.knowledge.list()).map(({ source }) => source)).toEqual([addressOf('anna')])
    expect((await local.knowledge.list()).map(({ source }) => source)).toEqual([addressOf('local')])
    expect(await anna.knowledge.overview()).toMatchObject({ documents: 1, chunks: 1 })
    const unknown = { code: 'document-unknown' }
    await expect(local.knowledge.get(hers?.id ?? '')).rejects.toMatchObject(unknown)
    await expect(local.knowledge.remove(hers?.id ?? '')).rejects.toMatchObject(unknown)
    const passages = await local.knowledge.search('Who founded the yard?', { limit: 10 })
    expect(passages.map(({ source }) => source)).toEqual([addressOf('local')])
    expect(await anna.knowledge.list()).toHaveLength(1)
  })

  it('see nothing of the names and links of each other', async () => {
    const { local, anna } = await neighbours()
    await anna.knowledge.graph({ limit: 50 })
    const names = JSON.stringify(await local.knowledge.graph({ limit: 50 }))
    const linked = JSON.stringify(await local.knowledge.graph({ name: 'Greta Holm', limit: 50 }))
    for (const seen of [names, linked]) {
      expect(seen).toContain('Northport')
      expect(seen).not.toContain('Southport')
    }
  })

  it('may have a document of the same name, each with their own text', async () => {
    const { local, anna } = await neighbours()
    const first = await local.knowledge.add({ source: 'plan.md', text: 'Local sails north.' })
    const second = await anna.knowledge.add({ source: 'plan.md', text: 'Anna sails south.' })
    expect(second.id).not.toBe(first.id)
    await anna.knowledge.remove(second.id)
    expect((await local.knowledge.get(first.id)).text).toBe('Local sails north.')
  })

  it('see nothing of the memories of each other', async () => {
    const { local, anna } = await neighbours()
    const [hers] = await anna.memories.list({ limit: 10 })
    const unknown = { code: 'memory-unknown' }
    await expect(local.memories.get(hers?.id ?? '')).rejects.toMatchObject(unknown)
    await expect(local.memories.edit(hers?.id ?? '', 'Mine.')).rejects.toMatchObject(unknown)
    await expect(local.memories.remove(hers?.id ?? '')).rejects.toMatchObject(unknown)
    const listed = await local.memories.list({ limit: 10 })
    const found = await local.memories.search('Greta Holm', { limit: 10 })
    const own = 'Greta Holm founded the Northport Yard beside the harbour.'
    expect([...listed, ...found].map(({ text }) => text)).toEqual([own, own])
    expect((await anna.memories.get(hers?.id ?? '')).text).toContain('Southport')
  })

  it('see nothing of the sessions of each other', async () => {
    const { local, anna } = await neighbours()
    const session = await anna.runtime.start('direct', 'Hello.', { model: scriptedModel(says('Hi.')) })
    await session.outcome
    expect((await anna.runtime.list()).map(({ id }) => id)).toEqual([session.id])
    expect(await local.runtime.list()).toEqual([])
    await expect(local.runtime.read(session.id)).rejects.toMatchObject({ code: 'session-unknown' })
  })

  it.each<[string, Json]>([
    ['knowledge.search', { query: 'Greta Holm' }],
    ['knowledge.graph', { question: 'What did Greta Holm found?' }],
    ['web.search', { query: 'Greta Holm' }],
    ['memory.recall', { query: 'Greta Holm' }],
  ])("are told by %s what is their own, and never what is the other's", async (tool, input) => {
    const { local, anna } = await neighbours()
    const [toLocal, toAnna] = [await told(local, tool, input), await told(anna, tool, input)]
    expect(toLocal).toContain('Northport')
    expect(toLocal).not.toContain('Southport')
    expect(toAnna).toContain('Southport')
    expect(toAnna).not.toContain('Northport')
  })

  it.each([
    ['knowledge.read', (document: string) => ({ document })],
    ['web.fetch', (url: string) => ({ url })],
  ])('read no page of each other by %s', async (tool, inputOf) => {
    const { local, anna } = await neighbours()
    const [hers] = await anna.knowledge.list()
    expect(await told(anna, tool, inputOf(addressOf('anna')))).toContain('Southport')
    expect(await told(local, tool, inputOf(addressOf('local')))).toContain('Northport')
    for (const name of [addressOf('anna'), hers?.id ?? '']) {
      const answer = await told(local, tool, inputOf(name))
      expect(answer).toContain('"error":true')
      expect(answer).not.toContain('Southport')
    }
  })

  it('search the bundled documents while they have none, whatever the other has', async () => {
    const { place } = await servedPlace({ toolboxes: { knowledge: { demo: true } } })
    const [local, anna] = [await place.tenant('local'), await place.tenant('anna')]
    await local.knowledge.add({ source: 'a', text: 'The lighthouse of Northport is closed.' })
    const seen = (await anna.knowledge.search('lighthouse', { limit: 5 })).map(({ source }) => source)
    expect(seen).not.toEqual([])
    expect(seen).not.toContain('a')
    expect((await local.knowledge.search('lighthouse', { limit: 5 })).map(({ source }) => source)).toEqual(['a'])
  }, 20_000)

  it("remember what their own sessions learned, and nothing of the other's", async () => {
    const { place } = await servedPlace({ settings: { 'memory.sessions': true } })
    const [local, anna] = [await place.tenant('local'), await place.tenant('anna')]
    const model = scriptedModel(says('The gate opens at noon, and the ferry leaves after that.'))
    await (await anna.runtime.start('direct', 'When does the gate open?', { model })).outcome
    await expect.poll(() => anna.memories.search('gate', { limit: 5 })).toHaveLength(1)
    expect(await local.memories.search('gate', { limit: 5 })).toEqual([])
  })
})
