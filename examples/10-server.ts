/** A server in a program of your own: loops for any OpenAI client, on this machine, with a key. */
import { says, scriptedModel } from '@gyre/core/testing'
import { ApiKeys, placeOf, serve } from '@gyre/server'
import { open } from 'gyre'

const runtime = open({ model: scriptedModel(says('A widening spiral.'), says('Yeats wrote of one.')) })
const { key } = await new ApiKeys({ catalog: runtime.store.catalog, now: Date.now }).add({ name: 'example' })
const server = await serve(placeOf(runtime), { port: 0 })

const asked = { model: 'direct', messages: [{ role: 'user', content: 'What is a gyre?' }] }
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const ask = (body: object) =>
  fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) })

const whole = (await (await ask(asked)).json()) as { choices: { message: { content: string } }[] }
console.log(whole.choices[0]?.message.content)

const lines = (await (await ask({ ...asked, stream: true })).text()).split('\n')
const chunks = lines.filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice('data: '.length)))
console.log(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''))

const unknown = await fetch(`${server.url}/v1/models`)
console.log(unknown.status, 'without a key')

await server.close()
await runtime.close()

// Prints:
// A widening spiral.
// Yeats wrote of one.
// 401 without a key
