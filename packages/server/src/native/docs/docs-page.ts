/** The OpenAPI document as a page to read: made here, with no script and nothing from elsewhere. */
import type { Document } from './document.ts'
import { type Html, html, prose } from './html.ts'
import { anchorOf, type Operation, operationView } from './operation-view.ts'
import { fieldsView, type Schemas } from './schema-view.ts'

type Group = { readonly name: string; readonly description: string; readonly operations: readonly Operation[] }

export function docsPage(document: Document): string {
  const { info } = document
  const schemas = (document.components?.schemas ?? {}) as Schemas
  const groups = groupsOf(document)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gyre API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<a class="skip" href="#main">To the operations</a>
<header>
<h1>Gyre API <small>${info.version}</small></h1>
${paragraphs(info.description ?? '')}
<p>The same for programs: <a href="openapi.json">openapi.json</a>, OpenAPI ${document.openapi}. In the lines below
<code>$GYRE</code> is the address of the server, such as <code>http://127.0.0.1:4111</code>, and <code>$GYRE_API_KEY</code>
a key, made with <code>gyre keys add NAME</code>.</p>
</header>
<nav aria-label="Operations">
${groups.map(navView)}<p><a href="#schemas">Schemas</a></p>
</nav>
<main id="main">
${groups.map((group) => groupView(group, schemas))}<section id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">Schemas</h2>
${Object.entries(schemas).map(
  ([name, schema]) => html`<section id="schema-${name}">
<h3>${name}</h3>
${fieldsView(schema)}</section>
`,
)}</section>
</main>
</body>
</html>
`.html
}

function groupsOf({ paths = {}, tags = [] }: Document): readonly Group[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, object>>).map(
      ([method, operation]) => ({ ...operation, method, path }) as Operation,
    ),
  )
  return tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: operations.filter((operation) => operation.tags?.includes(name)),
  }))
}

function paragraphs(text: string): Html {
  return html`${text.split(/\n\n+/).map(
    (each) => html`<p>${prose(each)}</p>
`,
  )}`
}

function navView({ name, operations }: Group): Html {
  const items = operations.map(
    (operation) =>
      html`<li><a href="#${anchorOf(operation)}"><span class="method ${operation.method}">${operation.method.toUpperCase()}</span> ${operation.path}</a></li>
`,
  )
  return html`<details open><summary>${name}</summary><ul>
${items}</ul></details>
`
}

function groupView({ name, description, operations }: Group, schemas: Schemas): Html {
  return html`<section aria-labelledby="group-${name}">
<h2 id="group-${name}">${name}</h2>
<p>${prose(description)}</p>
${operations.map((operation) => operationView(operation, schemas))}</section>
`
}
