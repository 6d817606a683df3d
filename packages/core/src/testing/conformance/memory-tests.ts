/** What sessions learned is kept, recalled, edited and let go. */
import type { MemoryFilter, MemoryStore } from '../../ports/knowledge-store.ts'
import { memory, mine, oddQueries } from './knowledge-samples.ts'
import type { Suite } from './suite.ts'

export function memoryTests(suite: Suite): void {
  keepingTests(suite)
  expiryTests(suite)
  editTests(suite)
  recallTests(suite)
}

function keepingTests({ test, expect }: Suite): void {
  test('a memory comes back as it was', async ({ memories }) => {
    const saved = memory('mem_1', {
      text: 'Grüße \0 \ud800 🦊 "x"\n',
      data: ['\0', { deep: null }],
      expiresAt: 9000,
      embedder: 'e',
      vector: Float32Array.from([0.1, -2, 3e-9]),
    })
    expect(await memories.put(saved)).toEqual(saved)
    expect(await memories.get('mem_1')).toEqual(saved)
    expect(await memories.list(mine())).toEqual([saved])
  })

  test('a memory need not come from a session', async ({ memories }) => {
    const note = memory('mem_1', { session: null, key: null, kind: 'note', data: null })
    expect(await memories.put(note)).toEqual(note)
    await memories.put({ ...note, id: 'mem_2' })
    expect(await memories.list(mine())).toHaveLength(2)
  })

  test('an unknown memory is not there', async ({ memories }) => {
    expect(await memories.get('mem_1')).toBeUndefined()
    expect(await memories.list(mine())).toEqual([])
  })

  test('a memory that was kept is not changed from outside', async ({ memories }) => {
    const steps = [1]
    const vector = Float32Array.from([1, 0])
    const saving = memories.put(memory('mem_1', { data: { steps }, embedder: 'e', vector }))
    steps.push(2)
    vector.fill(7)
    await saving
    ;(await memories.get('mem_1'))?.vector?.fill(9)
    const kept = await memories.get('mem_1')
    expect(kept?.data).toEqual({ steps: [1] })
    expect(kept?.vector).toEqual(Float32Array.from([1, 0]))
  })

  test('the same key of the same session is one memory: the first', async ({ memories }) => {
    const first = memory('mem_1', { key: 'act#1', text: 'fox' })
    await memories.put(first)
    expect(await memories.put(memory('mem_2', { key: 'act#1', text: 'dog' }))).toEqual(first)
    expect(await ids(memories)).toEqual(['mem_1'])
    expect(await memories.rankByText('dog', mine())).toEqual([])
  })

  test('the same key of another session or owner, or of none, is another memory', async ({ memories }) => {
    for (const [id, changes] of Object.entries({
      mem_1: {},
      mem_2: { session: 'ses_2' },
      mem_3: { owner: 'bob' },
      mem_4: { session: null },
    })) {
      expect((await memories.put(memory(id, { key: 'act#1', ...changes }))).id).toBe(id)
    }
    expect((await memories.put(memory('mem_5', { key: 'act#1', session: null }))).id).toBe('mem_4')
  })

  test('the same id is one memory: the first', async ({ memories }) => {
    const first = memory('mem_1', { key: 'a' })
    await memories.put(first)
    expect(await memories.put(memory('mem_1', { key: 'b', text: 'other' }))).toEqual(first)
    expect(await memories.list(mine())).toEqual([first])
    expect((await memories.put(memory('mem_2', { key: 'b' }))).id).toBe('mem_2')
  })

  test('of many that save the same at once, all get the one that is there', async ({ memories }) => {
    const saved = await Promise.all(
      Array.from({ length: 10 }, (_, i) => memories.put(memory(`mem_${i}`, { key: 'act#1' }))),
    )
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
    expect(await memories.list(mine())).toHaveLength(1)
  })

  test('lists newest first, by owner and kind, no more than asked for', async ({ memories }) => {
    await memories.put(memory('mem_1', { at: 300 }))
    await memories.put(memory('mem_2', { at: 100, kind: 'note' }))
    await memories.put(memory('mem_3', { at: 200, kind: 'note' }))
    await memories.put(memory('mem_4', { at: 200, kind: 'note' }))
    await memories.put(memory('mem_5', { owner: 'bob' }))
    expect(await ids(memories)).toEqual(['mem_1', 'mem_4', 'mem_3', 'mem_2'])
    expect(await ids(memories, { kind: 'note' })).toEqual(['mem_4', 'mem_3', 'mem_2'])
    expect(await ids(memories, { kind: 'note', limit: 2 })).toEqual(['mem_4', 'mem_3'])
    expect(await ids(memories, { limit: 0 })).toEqual([])
    expect(await ids(memories, { owner: 'bob' })).toEqual(['mem_5'])
  })

  test('finds those whose ids begin so, as they are listed', async ({ memories }) => {
    for (const [id, at] of [
      ['mem_a1', 100],
      ['mem_a2', 200],
      ['mem_b%', 300],
      ['mem_b_', 400],
    ] as const)
      await memories.put(memory(id, { at }))
    await memories.put(memory('mem_a3', { owner: 'bob' }))
    await memories.put(memory('mem_a4', { expiresAt: 1 }))
    const begun = async (start: string, changes: Partial<MemoryFilter> = {}) =>
      (await memories.beginningWith(start, mine(changes))).map(({ id }) => id)
    expect(await begun('mem_a')).toEqual(['mem_a2', 'mem_a1'])
    expect(await begun('mem_a', { limit: 1 })).toEqual(['mem_a2'])
    expect(await begun('mem_b%')).toEqual(['mem_b%'])
    expect(await begun('mem_a11')).toEqual([])
    expect(await begun('MEM')).toEqual([])
    expect(await begun('')).toEqual(['mem_b_', 'mem_b%', 'mem_a2', 'mem_a1'])
  })

  test('tells which have no vector of an embedder', async ({ memories }) => {
    const vector = Float32Array.from([1, 0])
    await memories.put(memory('mem_1', { at: 100 }))
    await memories.put(memory('mem_2', { at: 200, embedder: 'e', vector }))
    await memories.put(memory('mem_3', { at: 300, embedder: 'other', vector }))
    await memories.put(memory('mem_4', { at: 400, expiresAt: 1 }))
    await memories.put(memory('mem_5', { at: 500, owner: 'bob' }))
    expect(await memories.withoutVector('e', mine())).toEqual(['mem_3', 'mem_1'])
    expect(await memories.withoutVector('e', mine({ limit: 1 }))).toEqual(['mem_3'])
    await memories.edit('mem_3', { text: 'fox', expiresAt: null, embedder: 'e', vector })
    expect(await memories.withoutVector('e', mine())).toEqual(['mem_1'])
    expect(await memories.withoutVector('other', mine())).toEqual(['mem_3', 'mem_2', 'mem_1'])
  })

  test('a removed memory leaves no trace, and others stay', async ({ memories }) => {
    const vector = Float32Array.from([1, 0])
    await memories.put(memory('mem_1', { text: 'fox', embedder: 'e', vector }))
    await memories.put(memory('mem_2', { text: 'fox', embedder: 'e', vector }))
    await memories.remove(['mem_1', 'unknown'])
    expect(await memories.get('mem_1')).toBeUndefined()
    expect(await ids(memories)).toEqual(['mem_2'])
    expect((await memories.rankByText('fox', mine())).map(({ id }) => id)).toEqual(['mem_2'])
    expect((await memories.rankByVector('e', vector, mine())).map(({ id }) => id)).toEqual(['mem_2'])
    await memories.remove([])
    const again = memory('mem_3', { key: 'mem_1', text: 'cow' })
    expect(await memories.put(again)).toEqual(again)
    expect(await memories.rankByText('fox', mine())).toHaveLength(1)
  })

  test('the key of a removed memory is free, even when its id comes again', async ({ memories }) => {
    await memories.put(memory('mem_1', { key: 'a' }))
    await memories.remove(['mem_1'])
    await memories.put(memory('mem_1', { key: 'b' }))
    expect((await memories.put(memory('mem_2', { key: 'a' }))).id).toBe('mem_2')
  })
}

function expiryTests({ test, expect }: Suite): void {
  test('an expired memory is left out of lists and rankings, and is there until it is removed', async ({
    memories,
  }) => {
    const vector = Float32Array.from([1, 0])
    await memories.put(memory('mem_1', { text: 'fox', embedder: 'e', vector, expiresAt: 5000 }))
    const seen = async (now: number) => [
      await ids(memories, { now }),
      (await memories.rankByText('fox', mine({ now }))).map(({ id }) => id),
      (await memories.rankByVector('e', vector, mine({ now }))).map(({ id }) => id),
    ]
    expect(await seen(4999)).toEqual([['mem_1'], ['mem_1'], ['mem_1']])
    expect(await seen(5000)).toEqual([[], [], []])
    expect(await memories.get('mem_1')).toMatchObject({ id: 'mem_1', expiresAt: 5000 })
  })

  test('removes what has expired, of every owner, and tells how many', async ({ memories }) => {
    await memories.put(memory('mem_1', { text: 'fox', expiresAt: 100 }))
    await memories.put(memory('mem_2', { text: 'fox', expiresAt: 200, owner: 'bob' }))
    await memories.put(memory('mem_3', { text: 'fox', expiresAt: 201 }))
    await memories.put(memory('mem_4', { text: 'fox' }))
    expect(await memories.removeExpired(200)).toBe(2)
    expect(await memories.removeExpired(200)).toBe(0)
    expect(await memories.get('mem_2')).toBeUndefined()
    expect(await ids(memories, { now: 0 })).toEqual(['mem_4', 'mem_3'])
    expect(await memories.rankByText('fox', mine({ now: 0 }))).toHaveLength(2)
  })
}

function editTests({ test, expect }: Suite): void {
  test('editing replaces the text, the vector and when it expires, and nothing else', async ({ memories }) => {
    const saved = memory('mem_1', { text: 'fox', embedder: 'e', vector: Float32Array.from([1, 0]) })
    await memories.put(saved)
    await memories.put(memory('mem_2', { text: 'cow' }))
    const change = { text: 'dog', embedder: 'f', vector: Float32Array.from([0, 1, 0]), expiresAt: 9000 }
    expect(await memories.edit('mem_1', change)).toBe(true)
    expect(await memories.get('mem_1')).toEqual({ ...saved, ...change })
    expect(await memories.rankByText('fox', mine())).toEqual([])
    expect((await memories.rankByText('dog', mine())).map(({ id }) => id)).toEqual(['mem_1'])
    expect(await memories.rankByVector('e', Float32Array.from([1, 0]), mine())).toEqual([])
    expect(await memories.rankByVector('f', Float32Array.from([0, 1, 0]), mine())).toHaveLength(1)
    expect((await memories.rankByText('cow', mine())).map(({ id }) => id)).toEqual(['mem_2'])
  })

  test('a memory may lose its vector by an edit', async ({ memories }) => {
    await memories.put(memory('mem_1', { embedder: 'e', vector: Float32Array.from([1]) }))
    await memories.edit('mem_1', { text: 'fox', embedder: null, vector: null, expiresAt: null })
    expect(await memories.get('mem_1')).toMatchObject({ text: 'fox', embedder: null, vector: null, expiresAt: null })
    expect(await memories.rankByVector('e', Float32Array.from([1]), mine())).toEqual([])
  })

  test('an edit moves when a memory expires, or takes it away', async ({ memories }) => {
    const change = { text: 'fox', embedder: null, vector: null }
    await memories.put(memory('mem_1', { expiresAt: 9000 }))
    await memories.edit('mem_1', { ...change, expiresAt: 4000 })
    expect(await ids(memories, { now: 5000 })).toEqual([])
    await memories.edit('mem_1', { ...change, expiresAt: null })
    expect(await ids(memories, { now: 99_000 })).toEqual(['mem_1'])
    expect(await memories.removeExpired(99_000)).toBe(0)
  })

  test('a memory that is not there cannot be edited', async ({ memories }) => {
    expect(await memories.edit('mem_1', { text: 'x', embedder: null, vector: null, expiresAt: null })).toBe(false)
    expect(await memories.get('mem_1')).toBeUndefined()
  })
}

function recallTests({ test, expect }: Suite): void {
  test('recalls by text, best first, whole memories with their scores', async ({ memories }) => {
    for (const text of ['The fox', 'The fox and the dog', 'A cow', 'A hen', 'An owl']) {
      await memories.put(memory(text, { text }))
    }
    const found = await memories.rankByText('Fox, dog?', mine())
    expect(found.map(({ text }) => text)).toEqual(['The fox and the dog', 'The fox'])
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 0)
    expect(found[0]).toEqual({
      ...memory('The fox and the dog', { text: 'The fox and the dog' }),
      score: found[0]?.score,
    })
  })

  test('recalls the nearest first, by cosine; only vectors of the embedder and of the same length', async ({
    memories,
  }) => {
    const vectors = { mem_1: [0, 2], mem_2: [5, 0], mem_3: [1, 1], mem_4: [1, 0, 0] }
    for (const [id, vector] of Object.entries(vectors)) {
      await memories.put(memory(id, { embedder: 'e', vector: Float32Array.from(vector) }))
    }
    await memories.put(memory('mem_5', { embedder: 'other', vector: Float32Array.from([1, 0]) }))
    await memories.put(memory('mem_6'))
    const found = await memories.rankByVector('e', Float32Array.from([3, 0]), mine())
    expect(found.map(({ id, score }) => [id, Math.round(score * 1000)])).toEqual([
      ['mem_2', 1000],
      ['mem_3', 707],
      ['mem_1', 0],
    ])
    expect(found[0]).toEqual({ ...(await memories.get('mem_2')), score: found[0]?.score })
  })

  test('recalls by owner and kind, no more than asked for, equal ones in the order of their ids', async ({
    memories,
  }) => {
    const vector = Float32Array.from([1, 0])
    for (const [id, owner, kind] of [
      ['mem_3', 'local', 'note'],
      ['mem_1', 'local', 'note'],
      ['mem_2', 'local', 'reasoning'],
      ['mem_4', 'bob', 'note'],
    ] as const) {
      await memories.put(memory(id, { owner, kind, text: 'fox', embedder: 'e', vector }))
    }
    const rankings = {
      text: (filter: MemoryFilter) => memories.rankByText('fox', filter),
      vector: (filter: MemoryFilter) => memories.rankByVector('e', vector, filter),
    }
    for (const rank of Object.values(rankings)) {
      const found = async (filter: Partial<MemoryFilter>) => (await rank(mine(filter))).map(({ id }) => id)
      expect(await found({})).toEqual(['mem_1', 'mem_2', 'mem_3'])
      expect(await found({ kind: 'note' })).toEqual(['mem_1', 'mem_3'])
      expect(await found({ limit: 1 })).toEqual(['mem_1'])
      expect(await found({ limit: 0 })).toEqual([])
      expect(await found({ owner: 'bob' })).toEqual(['mem_4'])
    }
  })

  for (const [name, query] of Object.entries(oddQueries)) {
    test(`any text is a query: ${name}`, async ({ memories }) => {
      await memories.put(memory('mem_1', { text: 'The cow grazes.' }))
      expect(await memories.rankByText(query, mine())).toEqual([])
      expect(await ids(memories)).toEqual(['mem_1'])
    })
  }
}

async function ids(memories: MemoryStore, filter: Partial<MemoryFilter> = {}): Promise<string[]> {
  return (await memories.list(mine(filter))).map(({ id }) => id)
}
