import { systemIds } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { servedPlace } from '../../test/served-place.ts'

async function deskOf(env?: Readonly<Record<string, string>>) {
  const { place, workplace } = await servedPlace({}, env)
  return { desk: (await place.tenant('anna')).memories, shelf: workplace.knowledgeOf('anna').memories }
}

const unknown = { code: 'memory-unknown' }

describe('the memories of an owner', () => {
  it('are added, listed, found, edited and removed', async () => {
    const { desk } = await deskOf()
    const added = await desk.add('The gate opens at noon.')
    expect(added).toEqual({
      id: expect.stringMatching(/^mem_/),
      kind: 'note',
      text: 'The gate opens at noon.',
      session: null,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      expiresAt: null,
    })
    expect(await desk.list({ limit: 5 })).toEqual([added])
    expect(await desk.search('gate', { limit: 200 })).toEqual([added])
    const edited = await desk.edit(added.id, 'The gate opens at ten.')
    expect(edited).toEqual({ ...added, text: 'The gate opens at ten.' })
    expect(await desk.get(added.id)).toEqual(edited)
    await desk.remove(added.id)
    expect(await desk.list({ limit: 5 })).toEqual([])
  })

  it('are listed by their kind, newest first, and no more than asked for', async () => {
    const { desk, shelf } = await deskOf()
    for (const [kind, at] of [
      ['answer', 1],
      ['note', 2],
      ['answer', 3],
    ] as const) {
      const rest = {
        owner: 'anna',
        session: 'ses_1',
        key: `${at}`,
        data: null,
        expiresAt: null,
        embedder: null,
        vector: null,
      }
      await shelf.store.put({ ...rest, id: systemIds.next('mem'), kind, text: `${kind} ${at}`, at })
    }
    const texts = async (options: Parameters<typeof desk.list>[0]) => (await desk.list(options)).map(({ text }) => text)
    expect(await texts({ limit: 2 })).toEqual(['answer 3', 'note 2'])
    expect(await texts({ kind: 'answer', limit: 5 })).toEqual(['answer 3', 'answer 1'])
  })

  it('are known by their whole id alone', async () => {
    const { desk } = await deskOf()
    const { id } = await desk.add('The gate opens at noon.')
    for (const part of [id.slice(0, -1), id.slice('mem_'.length), 'mem_', '']) {
      await expect(desk.get(part)).rejects.toMatchObject(unknown)
      await expect(desk.edit(part, 'No.')).rejects.toMatchObject(unknown)
      await expect(desk.remove(part)).rejects.toMatchObject(unknown)
    }
    expect((await desk.get(id)).text).toBe('The gate opens at noon.')
  })

  it('are gone when their time is over, though nobody has tidied up yet', async () => {
    const { desk, shelf } = await deskOf()
    const { id } = await desk.add('The gate opens at noon.')
    const kept = await shelf.store.get(id)
    if (kept) await shelf.store.edit(id, { ...kept, expiresAt: 1 })
    await expect(desk.get(id)).rejects.toMatchObject(unknown)
    await expect(desk.edit(id, 'It opens at ten.')).rejects.toMatchObject(unknown)
  })

  it('hold no secrets of the place', async () => {
    const { desk } = await deskOf({ OPENAI_API_KEY: 'sk-very-secret-4711' })
    const { id, text } = await desk.add('It is sk-very-secret-4711.')
    expect(text).not.toContain('sk-very-secret-4711')
    expect((await desk.edit(id, 'Still sk-very-secret-4711.')).text).not.toContain('sk-very-secret-4711')
  })
})
