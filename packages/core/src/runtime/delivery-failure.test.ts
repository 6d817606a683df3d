import { describe, expect, it } from 'vitest'
import { delivered, targetOf } from '../../../../test/support/deliveries.ts'

describe('the result of a session', () => {
  it.each([
    [true, 'true'],
    [false, 'false'],
    ['ok', '"ok"'],
    [{}, '[object Object]'],
    [new Response('x'), '[object Response]'],
  ])('has not arrived at a target that returns %s', async (returned, shown) => {
    const ops = targetOf('ops', async () => returned as never)
    const { session } = await delivered([ops])
    const error = `\`ops\` returned ${shown}; nothing means that it has arrived, \`{ error }\` that it has not.`
    expect(await session.deliveries()).toMatchObject([{ state: 'pending', attempts: 1, error }])
  })

  it.each([
    [
      { error: new Error('No route.'), isFinal: true },
      { state: 'failed', error: 'No route.' },
    ],
    [{ error: '' }, { state: 'pending', error: 'No reason was given, only "".' }],
    [null, { state: 'delivered', error: null }],
  ])('stands as a target says that returns %j', async (returned, expected) => {
    const { session } = await delivered([targetOf('ops', async () => returned as never)])
    expect(await session.deliveries()).toMatchObject([expected])
  })

  it.each([
    [new TypeError(''), 'TypeError'],
    ['No route.', 'No route.'],
    [undefined, 'No reason was given, only undefined.'],
  ])('is tried again after %s was thrown', async (thrown, error) => {
    const ops = targetOf('ops', async () => {
      throw thrown
    })
    const { session } = await delivered([ops])
    expect(await session.deliveries()).toMatchObject([{ state: 'pending', attempts: 1, error }])
  })
})
