/** A server in a program of your own: every loop is a model for any OpenAI client, whole or as a stream, with a key. */
import { ApiKeys, placeOf, serve } from '@gyre/server'
import { open } from 'gyre'
import { says, scriptedModel } from 'gyre/testing'
import OpenAI from 'openai'

const runtime = open({ model: scriptedModel(says('A widening spiral.'), says('Yeats wrote of one.')) })
const { key } = await new ApiKeys({ catalog: runtime.store.catalog, now: Date.now }).add({ name: 'example' })
const server = await serve(placeOf(runtime), { port: 0 })

const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key })
const models: string[] = []
for await (const { id } of client.models.list()) models.push(id)
console.log(models.includes('react'), models.includes('research'))

const whole = await client.chat.completions.create({
  model: 'direct',
  messages: [{ role: 'user', content: 'What is a gyre?' }],
})
console.log(whole.choices[0]?.message.content)

const stream = await client.chat.completions.create({
  model: 'direct',
  messages: [{ role: 'user', content: 'Who wrote of one?' }],
  stream: true,
})
let streamed = ''
for await (const { choices } of stream) streamed += choices[0]?.delta.content ?? ''
console.log(streamed)

const stranger = await fetch(`${server.url}/v1/models`)
console.log(stranger.status, 'without a key')

await server.close()
await runtime.close()

// Prints:
// true true
// A widening spiral.
// Yeats wrote of one.
// 401 without a key
