/** Gyre under a path of a Hono app that you have already: its users are let in as themselves, other programs with a key. */
import { ApiKeys, placeOf, serverApp } from '@gyre/server'
import { open } from 'gyre'
import { modelOf, says } from 'gyre/testing'
import { Hono } from 'hono'

const runtime = open({ model: modelOf(() => says('A widening spiral.')) })
const { key } = await new ApiKeys({ catalog: runtime.store.catalog, now: Date.now }).add({ name: 'example' })

// Your app, and how it knows who somebody is.
const app = new Hono()
app.get('/', (context) => context.text('My page.'))
const userOf = (headers: Headers) => /\buser=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]

const gyre = serverApp(placeOf(runtime), {
  prefix: '/gyre',
  allowedHosts: ['app.example.com'],
  identify: ({ headers }) => {
    const owner = userOf(headers)
    return owner === undefined ? undefined : { owner }
  },
})
app.mount('/gyre', gyre.fetch)

// With `@hono/node-server` it would be `serve(app)`; `app.request` asks it without a port.
const ask = (path: string, init: RequestInit = {}) => app.request(`https://app.example.com${path}`, init)
const json = { 'content-type': 'application/json' }
console.log(await (await ask('/')).text())

const body = JSON.stringify({ model: 'direct', messages: [{ role: 'user', content: 'What is a gyre?' }] })
const asked = await ask('/gyre/v1/chat/completions', {
  method: 'POST',
  headers: { ...json, cookie: 'user=anna' },
  body,
})
console.log(((await asked.json()) as { choices: [{ message: object }] }).choices[0].message)

for (const headers of [{ cookie: 'user=anna' }, { cookie: 'user=ben' }, { authorization: `Bearer ${key}` }, {}]) {
  const response = await ask('/gyre/api/v1/sessions', { headers })
  const { sessions } = (await response.json()) as { sessions?: readonly unknown[] }
  console.log(response.status, Object.values(headers)[0]?.slice(0, 11) ?? 'nobody', sessions?.length ?? '')
}
gyre.stop()
await runtime.close()

// Prints:
// My page.
// { role: 'assistant', content: 'A widening spiral.', refusal: null }
// 200 user=anna 1
// 200 user=ben 0
// 200 Bearer gyre 0
// 401 nobody
