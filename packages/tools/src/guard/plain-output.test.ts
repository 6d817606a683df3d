import type { ToolOutput } from '@gyre/core'
import { expect, it } from 'vitest'
import { toolOf } from '../../../../test/guard/guarded.ts'
import { plainOutput } from './plain-output.ts'

const tool = toolOf()
const image = { type: 'image', mediaType: 'image/png', data: 'AAAA' } as const
const file = { type: 'file', name: 'a.txt', mediaType: 'text/plain', data: 'a' } as const
const unread = { text: '`add` failed: its result cannot be read', error: true }
const throwing = new Proxy(
  {},
  { get: () => fail(), has: () => true, ownKeys: () => fail(), getPrototypeOf: () => fail() },
)

function fail(): never {
  throw new Error('no')
}

it.each<[string, object, object]>([
  ['a text', { text: 'x' }, { text: 'x' }],
  ['a number in the place of a text', { text: 7 }, { text: '7' }],
  [
    'data, pictures and files',
    { text: 'x', data: { a: 1 }, parts: [image, file] },
    { text: 'x', data: { a: 1 }, parts: [image, file] },
  ],
  [
    'a picture by its address',
    { text: 'x', parts: [{ type: 'image', mediaType: 'image/png', url: 'https://a' }] },
    { text: 'x', parts: [{ type: 'image', mediaType: 'image/png', url: 'https://a' }] },
  ],
  ['an error', { text: 'x', error: true }, { text: 'x', error: true }],
  ['an error that is none', { text: 'x', error: false }, { text: 'x' }],
  [
    'where it is from, and no suspicion of its own',
    { text: 'x', untrusted: { from: 'a', suspected: [] } },
    { text: 'x', untrusted: { from: 'a' } },
  ],
  [
    'a long origin',
    { text: 'x', untrusted: { from: 'a'.repeat(9_000) } },
    { text: 'x', untrusted: { from: 'a'.repeat(500) } },
  ],
  ['fields that nobody knows', { text: 'x', cycle: throwing }, { text: 'x' }],
  [
    'a part that is none',
    { text: 'x', parts: [image, { type: 'video' }] },
    { text: '`add` failed: a part of its result is neither a picture nor a file', error: true },
  ],
  [
    'parts that are no list',
    { text: 'x', parts: 'AAAA' },
    { text: '`add` failed: a part of its result is neither a picture nor a file', error: true },
  ],
  ['parts that throw', { text: 'x', parts: [throwing] }, unread],
  ['a text that throws', { text: { toString: fail } }, unread],
  [
    'a getter that throws',
    {
      get text() {
        return fail()
      },
    },
    unread,
  ],
  ['something that throws at every touch', throwing, unread],
])('reads %s', (_, given, output) => {
  expect(plainOutput(tool, given as ToolOutput)).toEqual(output)
})
