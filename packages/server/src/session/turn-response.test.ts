import { loops, Runtime } from '@gyre/core'
import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { expect, it } from 'vitest'
import type { Service } from '../http/app-env.ts'
import { OpenStreams } from '../http/open-streams.ts'
import type { Asker } from './begin-session.ts'
import { firstTurn } from './turn.ts'
import { type TurnWriter, turnResponse } from './turn-response.ts'

const writer: TurnWriter = {
  begin: () => 'begin\n',
  recall: () => {},
  tell: ({ type }) => `${type}\n`,
  wait: () => 'wait\n',
  fail: ({ code }) => `fail ${code}\n`,
}

it('says so when the server stops before the session has ended, and gives its place back', async () => {
  const thinking = Promise.withResolvers<void>()
  const model = modelOf(() => {
    thinking.resolve()
    return new Promise(() => {})
  })
  const runtime = new Runtime({ store: memoryStore(), model, loops })
  const { id } = await runtime.start('direct', 'Hello')
  await thinking.promise
  const streams = new OpenStreams({ perCaller: 1, total: 1 })
  const service = { streams, keepAliveMs: 60_000 } as Service
  const asker = { caller: { key: 'key_1' }, tenant: { runtime } } as Asker
  const response = turnResponse(service, asker, firstTurn(id), { writer, onDisconnect: 'detach' })
  expect(streams.total).toBe(1)
  const text = response.text()
  await runtime.close({ graceMs: 0 })
  const lines = (await text).split('\n')
  expect(lines).toContain('begun')
  expect(lines.at(-2)).toBe('fail server-stopping')
  expect(streams.total).toBe(0)
})

it('lets a client leave once it was told what the session waits for', async () => {
  const runtime = new Runtime({ store: memoryStore(), model: scriptedModel(calls('pick'), says('Red.')), loops })
  const clientTools = [{ name: 'pick', description: 'Picks.', input: { type: 'object' } }]
  const session = await runtime.start('react', 'Which color?', { clientTools })
  const service = { streams: new OpenStreams({ perCaller: 1, total: 1 }), keepAliveMs: 60_000 } as Service
  const asker = { caller: { key: 'key_1', name: 'test' }, tenant: { runtime } } as Asker
  const { body } = turnResponse(service, asker, firstTurn(session.id), { writer, onDisconnect: 'abort' })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let told = ''; !told.includes('wait\n'); ) told += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  await session.answer('red')
  expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Red.' })
  await runtime.close()
})
