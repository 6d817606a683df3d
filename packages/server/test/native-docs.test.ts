/** The document of the native API, the page made of it, and what leads nowhere. */
import { modelOf, says } from '@gyre/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from './support/test-server.ts'

type Operation = {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Record<string, unknown> }
  readonly responses: Record<string, { readonly description?: string }>
  readonly 'x-gyre-role'?: string
}

type Document = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly Record<string, unknown>[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: object; readonly securitySchemes: Record<string, { readonly type: string }> }
}

let server: TestServer
let document: Document

beforeAll(async () => {
  server = await testServer({ model: modelOf(() => says('Hello.')) })
  document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as Document
})

afterAll(() => server.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, with a server and both ways to be let in', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Gyre', version: '0.0.0' })
    expect(document.servers).toEqual([{ url: '/api/v1' }])
    expect(document.security).toEqual([{ key: [] }, { browser: [] }])
    expect(document.components.securitySchemes).toMatchObject({
      key: { type: 'http', scheme: 'bearer' },
      browser: { type: 'apiKey', in: 'cookie' },
    })
  })

  it('describes each operation: what it does, by whom, with every parameter of its path', () => {
    const tags = new Set(document.tags.map(({ name }) => name))
    for (const { path, method, operation } of operations()) {
      const place = `${method} ${path}`
      const params = (operation.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name)
      expect(operation.summary, place).toMatch(/^[A-Z].*[^.]$/)
      expect(
        operation.tags?.every((tag) => tags.has(tag)),
        place,
      ).toBe(true)
      expect(params.toSorted(), place).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted())
      expect(['get', 'post', 'put', 'patch', 'delete'], place).toContain(method)
      if (operation.security?.length !== 0) {
        expect(operation['x-gyre-role'], place).toMatch(/^(viewer|user|admin|operator)$/)
        expect(Object.keys(operation.responses), place).toEqual(
          expect.arrayContaining(['400', '401', '403', '429', '503']),
        )
      }
    }
  })

  it('leads nowhere by none of its references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      const name = reference?.replace('#/components/schemas/', '') ?? ''
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
  })

  it('has no operation that is not there', async () => {
    for (const { path, method } of operations()) {
      const address = `/api/v1${path.replaceAll(/\{\w+\}/g, 'none')}`
      const body = ['post', 'put', 'patch'].includes(method) ? { body: '{}' } : {}
      const response = await server.request(address, { method: method.toUpperCase(), ...body })
      const text = await response.text()
      expect(text, `${method} ${address}`).not.toMatch(/"code":"(route-unknown|method-refused)"/)
    }
  })

  it('needs a key for every operation but those that show itself', async () => {
    for (const { path, method, operation } of operations()) {
      const address = `${server.url}/api/v1${path.replaceAll(/\{\w+\}/g, 'none')}`
      const { status } = await fetch(address, { method: method.toUpperCase() })
      // Who fails so often is not even told that.
      expect([401, 429].includes(status), `${method} ${path}`).toBe(operation.security?.length !== 0)
    }
  })
})

describe('the page of the API', () => {
  it('shows every operation and schema, with no script and no style of its own', async () => {
    const response = await fetch(`${server.url}/api/v1/docs`)
    const page = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    for (const { path } of operations()) expect(page).toContain(`<code>${path}</code>`)
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`)
    expect(page).not.toMatch(/<script|<style| style=| on\w+=/)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor)
  })

  it('has its style from a file beside it', async () => {
    const response = await fetch(`${server.url}/api/v1/docs.css`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })
})

describe('an address of the native API', () => {
  it('that leads nowhere is told as unknown', async () => {
    const response = await server.request('/api/v1/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'route-unknown', fix: expect.any(String) } })
  })

  it('names the methods it takes to who used another', async () => {
    const response = await server.request('/api/v1/sessions', { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect(await response.json()).toMatchObject({ error: { code: 'method-refused' } })
  })

  it('takes no body that is not JSON', async () => {
    const broken = await server.request('/api/v1/sessions', { method: 'POST', body: '{' })
    const other = await server.request('/api/v1/sessions', {
      method: 'POST',
      body: 'goal=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const none = await server.request('/api/v1/sessions', { method: 'POST' })
    for (const response of [broken, other, none]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: 'request-invalid' } })
    }
  })
})
