import { describe, expect, it } from 'vitest'
import { readSaid } from './protocol.ts'

describe('a line of a child', () => {
  it.each([
    ['{"ready":true}', { ready: true }],
    ['{"unloadable":"no"}', { unloadable: 'no' }],
    ['{"id":1,"isFree":true,"value":[1]}', { id: 1, isFree: true, value: [1] }],
    ['{"id":1,"isFree":false}', { id: 1, isFree: false }],
    ['{"id":2,"isFree":true,"threw":"bad","code":"x"}', { id: 2, isFree: true, threw: 'bad', code: 'x' }],
  ])('is read: %s', (line, said) => {
    expect(readSaid(line)).toEqual(said)
  })

  it.each([
    '',
    'ready',
    'null',
    '7',
    '[]',
    '{}',
    '{"ready":false}',
    '{"unloadable":1}',
    '{"id":"1","isFree":true}',
    '{"id":1}',
    '{"id":1,"isFree":1}',
    '{"id":1,"isFree":true,"threw":{}}',
    '{"id":1,"isFree":true,"threw":"bad","code":1}',
    '{"id":1,"isFree":true',
  ])('is none: %s', (line) => {
    expect(readSaid(line)).toBeUndefined()
  })
})
