/** The OpenAPI document, and a page to read it. Both are the same for everybody: they need no key. */
import { createRoute, z } from '@hono/zod-openapi'
import { nativeApp } from '../native-app.ts'
import { answers, streams } from '../operation.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'
import type { Document } from './document.ts'

const open = { tags: ['server'], security: [] }

const json = createRoute({
  method: 'get',
  path: '/openapi.json',
  ...open,
  summary: 'Read this document',
  responses: { 200: answers(z.looseObject({ openapi: z.string() }), 'OpenAPI 3.1.') },
})

const page = createRoute({
  method: 'get',
  path: '/docs',
  ...open,
  summary: 'Read this document as a page',
  responses: { 200: streams('text/html', 'A page.') },
})

const style = createRoute({
  method: 'get',
  path: '/docs.css',
  ...open,
  summary: 'How the page looks',
  responses: { 200: streams('text/css', 'A style sheet.') },
})

/** The document is made once, when every route is known. */
export function docsRoutes(document: () => Document) {
  let html: string | undefined
  const routes = nativeApp()
  routes.openapi(json, (context) => context.json({ ...document() } as { openapi: string }, 200))
  routes.openapi(page, (context) => {
    html ??= docsPage(document())
    return context.html(html)
  })
  routes.openapi(style, (context) => context.body(docsStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
  return routes
}
