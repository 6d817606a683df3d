import { GyreError } from '@gyre/core'
import type { ServerContext } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { telling } from './tool-failure.ts'

it.each([
  ['found no loop', 'found no loop.'],
  ['There is no loop `x`.', 'There is no loop `x`.'],
  ['did you mean `cot`?', 'did you mean `cot`?'],
])('a failure ends its message before it says what to do: %s', async (message, told) => {
  const handle = telling(async () => {
    throw new GyreError('loop-unknown', message)
  })
  const { fix } = new GyreError('loop-unknown', message)
  expect(await handle({}, {} as ServerContext)).toEqual({
    content: [{ type: 'text', text: `${told}\n${fix}` }],
    isError: true,
    _meta: { 'gyre/error': 'loop-unknown' },
  })
})
