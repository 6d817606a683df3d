/** Gyre under a path of an Express app that you have already: whoever it has logged in is an owner of sessions. */
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { placeOf, serverApp } from '@gyre/server'
import { gyreClient } from '@gyre/server/client'
import express from 'express'
import { open } from 'gyre'
import { modelOf, says } from 'gyre/testing'
import OpenAI from 'openai'

const runtime = open({ model: modelOf(() => says('A widening spiral.')) })

const app = express()
// In place of your login: it notes on the request who somebody is.
app.use((request, _, next) => {
  Object.assign(request, { user: request.headers['x-user'] })
  next()
})
const userOf = (request?: IncomingMessage) => (request as { user?: string } | undefined)?.user

const gyre = serverApp(placeOf(runtime), {
  prefix: '/gyre',
  identify: (_, { incoming }) => {
    const owner = userOf(incoming)
    return owner === undefined ? undefined : { owner }
  },
})
// Before what parses bodies: Gyre reads its own.
app.use('/gyre', gyre.listener)
app.use(express.json())
app.get('/', (_, response) => void response.send('My page.'))

const server = app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
console.log(await (await fetch(url)).text())

const client = new OpenAI({ baseURL: `${url}/gyre/v1`, apiKey: 'none', defaultHeaders: { 'x-user': 'anna' } })
const messages = [{ role: 'user' as const, content: 'What is a gyre?' }]
const { choices } = await client.chat.completions.create({ model: 'direct', messages })
console.log(choices[0]?.message.content)

for (const user of ['anna', 'ben']) {
  const { sessions } = await (
    await gyreClient(`${url}/gyre`, { headers: () => ({ 'x-user': user }) }).sessions.$get({ query: {} })
  ).json()
  console.log(`${user} sees ${sessions.length}`)
}
console.log((await fetch(`${url}/gyre/v1/models`)).status, 'for who is not logged in')
gyre.stop()
server.close()
await runtime.close()

// Prints:
// My page.
// A widening spiral.
// anna sees 1
// ben sees 0
// 401 for who is not logged in
