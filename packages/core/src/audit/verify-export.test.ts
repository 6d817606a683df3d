import { memoryStore } from '@gyre/stores'
import { expect, it } from 'vitest'
import { Archive } from '../runtime/archive.ts'
import { end, facts, newSession, next, terms } from '../testing/conformance/samples.ts'
import { verifyExport } from './verify-export.ts'

const values = [
  null,
  '',
  'a\nb\u2028"',
  '\ud800',
  { 10: 'a', 2: 'b', z: [], '@': '@x' },
  [1e300, 0.1, -1],
  'x'.repeat(9000),
]
const prompt = { turn: true, append: ['think#1', { role: 'user', text: 'm'.repeat(3000) }], 7: 'seven' }

/** Lines of a session that has ended, of a store that is gone. */
async function exported() {
  const store = memoryStore()
  const lease = (await store.sessions.create(newSession('ses_1', { owner: 'ann' }), terms('w')))!
  for (const value of values) {
    await store.journal.append(lease, [next(lease, { path: 'a#1', kind: 'tool', request: value, result: value })])
  }
  await store.journal.append(lease, [next(lease, { request: prompt }), ...facts(lease.head.seq + 2, 2)])
  await end(store, lease)
  return { lines: await Array.fromAsync(new Archive(store, 'ann').export('ses_1')), keys: store.keys }
}

it('an export verifies without its store, whatever its rows hold', async () => {
  const { lines, keys } = await exported()
  expect(await verifyExport(lines, keys)).toMatchObject({ ok: true, rows: 12, head: { seq: 12 } })
  expect(await verifyExport(`${lines.join('\n')}\n`.split('\n'), keys)).toMatchObject({ ok: true, rows: 12 })
})

it('a line that was changed, taken out or exchanged is found', async () => {
  const { lines, keys } = await exported()
  const changed = lines.with(9, lines[9]!.replace('"n":10', '"n":11'))
  expect(await verifyExport(changed, keys)).toEqual({ ok: false, seq: 10, why: 'it is not what was signed' })
  expect(await verifyExport(lines.toSpliced(4, 1), keys)).toMatchObject({ ok: false, seq: 5 })
  expect(await verifyExport(lines.with(2, lines[3]!).with(3, lines[2]!), keys)).toMatchObject({ ok: false, seq: 3 })
})

it('an export under the name of another session or owner is found', async () => {
  const { lines, keys } = await exported()
  const of = (from: string, to: string) => lines.map((line) => line.replace(from, to))
  expect(await verifyExport(of('"session":"ses_1"', '"session":"ses_2"'), keys)).toMatchObject({ ok: false, seq: 1 })
  expect(await verifyExport(of('"owner":"ann"', '"owner":"bob"'), keys)).toMatchObject({ ok: false, seq: 1 })
  const mixed = lines.with(2, lines[2]!.replace('"owner":"ann"', '"owner":"bob"'))
  expect(await verifyExport(mixed, keys)).toEqual({
    ok: false,
    seq: 3,
    why: 'it is of another session or owner than the first',
  })
})

it('lines cut off the end are found by a head that was noted down', async () => {
  const { lines, keys } = await exported()
  const whole = await verifyExport(lines, keys)
  const expected = whole.ok ? whole.head : undefined
  expect(await verifyExport(lines.slice(0, 8), keys)).toMatchObject({ ok: true, rows: 8 })
  expect(await verifyExport(lines.slice(0, 8), keys, { expected: expected! })).toMatchObject({ ok: false, seq: 9 })
})

it('what is no export is no proof of anything', async () => {
  const { lines, keys } = await exported()
  expect(await verifyExport([], keys)).toMatchObject({ ok: false, seq: 1 })
  for (const text of ['hello', 'null', '{}', '{"session":"ses_1"}']) {
    const why = 'it is no line of an export'
    expect(await verifyExport(lines.with(1, text), keys)).toEqual({ ok: false, seq: 2, why })
  }
})
