/** One operation of the API as a section of the page. */
import { type Html, html, prose } from './html.ts'
import { exampleOf, fieldsView, resolved, type Schema, type Schemas, typeView } from './schema-view.ts'

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export type Operation = {
  readonly method: string
  readonly path: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses?: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
  readonly 'x-gyre-role'?: string
}

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

/** The place of an operation on the page. */
export function anchorOf({ method, path }: Operation): string {
  return `${method}${path.replaceAll(/[^\w]+/g, '-')}`.replace(/-$/, '')
}

export function operationView(operation: Operation, schemas: Schemas): Html {
  const { method, path, summary = '', description, parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']?.schema
  return html`<section class="operation" id="${anchorOf(operation)}" aria-labelledby="${anchorOf(operation)}-title">
<h3 id="${anchorOf(operation)}-title"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p class="summary">${prose(summary)}. <small>${roleText(operation)}</small></p>
${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${
  parameters.length === 0
    ? undefined
    : html`<h4>Parameters</h4>
${parametersView(parameters)}`
}
${
  body === undefined
    ? undefined
    : html`<h4>Body</h4>
${fieldsView(resolved(body, schemas))}`
}
<h4>Request</h4>
<pre tabindex="0"><code>${curlLine(operation, body, schemas)}</code></pre>
<h4>Answers</h4>
${responsesView(operation)}</section>
`
}

function roleText({ security, 'x-gyre-role': role }: Operation): string {
  return security?.length === 0
    ? 'Needs no key.'
    : `Role: ${role === 'operator' ? 'admin of `local`' : (role ?? 'viewer')}.`
}

function parametersView(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema = {} }) => html`<tr>
<th scope="row"><code>${name}</code>${required ? html` <abbr title="required">*</abbr>` : undefined}</th>
<td>${place}</td>
<td>${typeView(schema)}</td>
<td>${prose(description || (schema.description ?? ''))}</td>
</tr>
`,
  )
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
`
}

function responsesView({ responses = {} }: Operation): Html {
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => {
    const types = Object.entries(content).map(([mediaType, { schema = {} }]) =>
      mediaType === 'application/json' ? typeView(schema) : html`<code>${mediaType}</code>`,
    )
    return html`<tr><th scope="row">${status}</th><td>${types}</td><td>${prose(description)}</td></tr>
`
  })
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Body</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
`
}

/** A line to type. What stands in capitals is to be filled in. */
function curlLine({ method, path, security }: Operation, body: Schema | undefined, schemas: Schemas): string {
  const address = `$GYRE/api/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${address}"`]
  if (security?.length !== 0) lines.push('-H "authorization: Bearer $GYRE_API_KEY"')
  if (body) {
    lines.push("-H 'content-type: application/json'")
    lines.push(`-d '${JSON.stringify(exampleOf(body, schemas)).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}
