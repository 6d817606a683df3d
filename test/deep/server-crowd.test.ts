/** Crowds: 2 000 who watch one session, and 500 sessions at once. */
import { get } from 'node:http'
import { defineLoop } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { type TestServer, testServer } from '../../packages/server/test/support/test-server.ts'

const watchers = 2000
const sessions = 500
const notes = 200

/** Waits for a word, then says a lot. */
const chatter = defineLoop({
  name: 'chatter',
  async run(ctx) {
    await ctx.askHuman('Begin?')
    for (let at = 1; at <= notes; at++) ctx.note('count', at)
    return 'Done.'
  },
})

const crowded = { streams: { perCaller: 10_000, total: 10_000 }, rates: { perCaller: 1e9, failuresPerAddress: 1e9 } }

/** The numbers of the facts that a watcher is told, until the session has ended. */
function watch(server: TestServer, id: string, onBegun: () => void): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
  const seqs: number[] = []
  let rest = ''
  const request = get(
    `${server.url}/api/v1/sessions/${id}/events?after=0`,
    { agent: false, headers: { authorization: `Bearer ${server.key}` } },
    (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A watcher was answered with ${response.statusCode}.`))
      onBegun()
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (line.startsWith('id: ')) seqs.push(Number(line.slice('id: '.length)))
      })
      response.on('end', () => resolve(seqs))
      return undefined
    },
  )
  request.on('error', reject)
  return promise
}

it(`tells ${watchers} watchers of one session every fact, once and in order`, async () => {
  const server = await testServer({ model: modelOf(() => says('')), loops: [chatter], server: crowded })
  onTestFinished(() => server.close())
  const session = await server.runtime.start('chatter', 'Talk.')
  await session.idle()
  let begun = 0
  const all = Promise.withResolvers<void>()
  const watching = Array.from({ length: watchers }, () =>
    watch(server, session.id, () => {
      begun += 1
      if (begun === watchers) all.resolve()
    }),
  )
  await Promise.race([all.promise, Promise.all(watching)])
  await session.answer('Yes.')
  const told = await Promise.all(watching)
  const { view } = await server.runtime.read(session.id)
  const expected = Array.from({ length: view.seq }, (_, at) => at + 1)
  expect(view.seq).toBeGreaterThan(notes)
  expect(told.filter((seqs) => seqs.join() !== expected.join())).toEqual([])
})

it(`runs ${sessions} sessions at once, each with its own answer`, async () => {
  const model = modelOf(({ messages }) => says(`Heard ${JSON.stringify(messages.at(-1)).match(/number \d+/)?.[0]}.`))
  const server = await testServer({ model, server: crowded })
  onTestFinished(() => server.close())
  const answers = await Promise.all(
    Array.from({ length: sessions }, async (_, at) => {
      const json = { model: at % 2 ? 'react' : 'direct', messages: [{ role: 'user', content: `This is number ${at}` }] }
      const response = await server.request('/v1/chat/completions', { json })
      const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
      return choices[0]?.message.content
    }),
  )
  expect(answers).toEqual(Array.from({ length: sessions }, (_, at) => `Heard number ${at}.`))
})
