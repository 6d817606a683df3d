/** Whatever a fact holds comes back as it was, and large values are stored once. */
import { addressOf } from '../../audit/row.ts'
import type { Json } from '../../json.ts'
import type { Lease, Store } from '../../ports/store.ts'
import { end, lastOf, next, running, verified } from './samples.ts'
import type { Suite } from './suite.ts'

const values: Readonly<Record<string, Json>> = {
  'line breaks and quotes': 'a\nb\r\n"c"\t\\d\u2028e',
  'text of many scripts': 'Grüße, 你好, สวัสดี, 🧑‍🚀, e\u0301',
  'lone surrogates': ['\ud800', '\udc00x', 'a\ud83d'],
  'NUL characters': { 'a\0b': '\0', c: 'x\0\0y' },
  'a text like an address': '@AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'an object like a reference': { '@': '@nothing' },
  'numbers of every size': [0, -1, 1.5, 1e300, 5e-324, 9_007_199_254_740_991, 0.1 + 0.2],
  'nothing at all': ['', [], {}, null, false],
  'a value of 10 kB': 'ä'.repeat(5_000),
  'a value of 1 MB': Array.from({ length: 1000 }, (_, i) => `${i} ${'x"\n'.repeat(333)}`),
}

export function valueTests(suite: Suite): void {
  const { test, expect } = suite
  for (const [name, value] of Object.entries(values)) {
    test(`${name}: read back as written in every column`, async (store) => {
      const lease = await running(store)
      await store.journal.append(lease, [next(lease, { request: { value }, result: value, data: [value] })])
      const rows = await store.journal.read('ses_1', 1)
      const { request, result, data } = lastOf(rows)
      expect(JSON.parse(result ?? '')).toEqual(value)
      expect(result).toBe(JSON.stringify(value))
      expect(request).toBe(JSON.stringify({ value }))
      expect(data).toBe(JSON.stringify([value]))
      expect(await verified(store)).toMatchObject({ ok: true, rows: 2 })
    })
  }
  payloadTests(suite)
}

function payloadTests({ test, expect }: Suite): void {
  test('a large message of a prompt stands as a reference, and its text is found by it', async (store) => {
    const lease = await running(store)
    const [message, text] = largeMessage('x')
    await store.journal.append(lease, [next(lease, { request: { append: ['act#1', message] } })])
    const rows = await store.journal.read('ses_1', 1)
    expect(JSON.parse(lastOf(rows).request ?? '')).toEqual({ append: ['act#1', { '@': addressOf(text) }] })
    expect(await store.payloads.get(addressOf(text))).toBe(text)
    const payloads = (address: string) => store.payloads.get(address)
    expect(await verified(store, 'ses_1', { payloads })).toMatchObject({ ok: true })
  })

  test('an unknown payload is not there', async (store) => {
    expect(await store.payloads.get(addressOf('nothing'))).toBeUndefined()
  })

  test('a value used many times, by many sessions, is read back everywhere', async (store) => {
    const large = 'y'.repeat(20_000)
    for (const id of ['ses_1', 'ses_2']) {
      const lease = await running(store, id)
      for (let i = 0; i < 3; i++) await store.journal.append(lease, [next(lease, { result: large, data: large })])
      const rows = await store.journal.read(id, 2)
      expect(rows.every(({ result, data }) => result === `"${large}"` && data === `"${large}"`)).toBe(true)
    }
  })

  test('payloads go with the last session that needs them', async (store) => {
    const [message, text] = largeMessage('z')
    const [one, two] = [await running(store, 'ses_1'), await running(store, 'ses_2')]
    for (const lease of [one, two]) await promptWith(store, lease, message)
    await end(store, one)
    await end(store, two)
    await store.payloads.get(addressOf(text))
    await store.sessions.remove(['ses_1'])
    expect(await store.payloads.get(addressOf(text))).toBe(text)
    await store.sessions.remove(['ses_2'])
    expect(await store.payloads.get(addressOf(text))).toBeUndefined()
  })

  test('a payload that was removed is stored again when it comes again', async (store) => {
    const [message, text] = largeMessage('w')
    const one = await running(store, 'ses_1')
    await promptWith(store, one, message)
    await end(store, one)
    await store.sessions.remove(['ses_1'])
    await promptWith(store, await running(store, 'ses_2'), message)
    expect(await store.payloads.get(addressOf(text))).toBe(text)
  })
}

function largeMessage(letter: string): readonly [Json, string] {
  const message = { role: 'user', text: letter.repeat(3000) }
  return [message, JSON.stringify(message)]
}

async function promptWith(store: Store, lease: Lease, message: Json): Promise<void> {
  await store.journal.append(lease, [next(lease, { request: { append: [message] } })])
}
