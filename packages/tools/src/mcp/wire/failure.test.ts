import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { failureOf, statusOf } from './failure.ts'

const told = (error: unknown, more: { how?: string; complaints?: readonly string[] } = {}) =>
  failureOf(error, {
    server: 's',
    complaints: [],
    how: undefined,
    redact: (text) => text.replaceAll('hunter2', '***'),
    ...more,
  }).message

const withStatus = (status: number) => Object.assign(new Error('Error POSTing'), { status })
const network = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })

describe('a failure', () => {
  it.each<[string, unknown, string]>([
    [
      '401',
      withStatus(401),
      'MCP server `s`: it wants to know who asks (HTTP 401). Put a token into its `headers`; signing in by OAuth is not supported.',
    ],
    [
      '401 of the older transport',
      Object.assign(new Error('x'), { code: 401 }),
      'MCP server `s`: it wants to know who asks (HTTP 401). Put a token into its `headers`; signing in by OAuth is not supported.',
    ],
    [
      '403',
      withStatus(403),
      'MCP server `s`: it refused the request (HTTP 403): the token in its `headers` lacks the right.',
    ],
    ['500', withStatus(500), 'MCP server `s`: it answered with HTTP 500.'],
    [
      'no server',
      new TypeError('fetch failed', { cause: network }),
      'MCP server `s`: it cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    ],
    [
      'no server at several addresses',
      new TypeError('fetch failed', { cause: new AggregateError([network]) }),
      'MCP server `s`: it cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    ],
    ['an error of ours', new GyreError('config-file-invalid', 'This is wrong.'), 'MCP server `s`: This is wrong.'],
    ['any other', new Error('no answer within 20 ms'), 'MCP server `s`: no answer within 20 ms.'],
    ['no error at all', 'oops', 'MCP server `s`: oops'],
  ])('is told in words: %s', (_, error, message) => {
    expect(told(error)).toBe(message)
  })

  it('tells how the process ended, and its last words', () => {
    const complaints = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine is hunter2']
    expect(told(new Error('Connection closed'), { how: 'ended with code 3', complaints })).toBe(
      'MCP server `s`: its process ended with code 3.\nIts last words:\n  two\n  three\n  four\n  five\n  six\n  seven\n  eight\n  nine is ***',
    )
  })

  it('keeps the code of an error of ours', () => {
    const facts = { server: 's', complaints: [], how: undefined, redact: String }
    expect(failureOf(new GyreError('package-missing', 'x'), facts).code).toBe('package-missing')
    expect(failureOf(new Error('x'), facts).code).toBe('mcp-unreachable')
  })
})

it('the status of an error of ours is not that of the server', () => {
  expect(statusOf(new GyreError('mcp-unreachable', 'x'))).toBeUndefined()
})
