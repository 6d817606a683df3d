/** Schemas as people read them: a type in a few words, fields as a table, an example. */
import { type Html, html, prose } from './html.ts'

/** As much of a JSON Schema as is shown. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
}

export type Schemas = Readonly<Record<string, Schema>>

/** The name in `#/components/schemas/Name`. */
function refName({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** A schema itself, where it stands for another. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = refName(schema)
  return name === undefined ? schema : (schemas[name] ?? schema)
}

export function typeView(schema: Schema): Html {
  const name = refName(schema)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' | ',
    )
  const options = schema.anyOf ?? schema.oneOf
  if (options) return joined(options.map(typeView), ' or ')
  if (schema.allOf) return joined(schema.allOf.map(typeView), ' and ')
  if (schema.properties) return html`object with ${fieldNames(schema)}${nullable(schema)}`
  if (schema.items) return html`list of ${typeView(schema.items)}${nullable(schema)}`
  return html`${plainType(schema)}`
}

function fieldNames({ properties = {} }: Schema): Html {
  const names = Object.keys(properties).map((name) => html`<code>${name}</code>`)
  return joined(names, ', ')
}

function nullable({ type }: Schema): string {
  return Array.isArray(type) && type.includes('null') ? ' or null' : ''
}

function plainType({ type }: Schema): string {
  if (type === undefined) return 'any JSON'
  return [type].flat().join(' or ')
}

function joined(pieces: readonly Html[], between: string): Html {
  return html`${pieces.map((piece, at) => html`${at > 0 ? between : ''}${piece}`)}`
}

/** The fields of an object; nothing for what has none. */
export function fieldsView(schema: Schema): Html {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return html`<p>${typeView(schema)}</p>`
  const rows = fields.map(
    ([name, field]) => html`<tr>
<th scope="row"><code>${name}</code>${schema.required?.includes(name) ? html` <abbr title="required">*</abbr>` : undefined}</th>
<td>${typeView(field)}${defaultView(field)}</td>
<td>${prose(field.description ?? '')}</td>
</tr>
`,
  )
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
`
}

function defaultView(field: Schema): Html | undefined {
  return field.default === undefined
    ? undefined
    : html` <small>default <code>${JSON.stringify(field.default)}</code></small>`
}

/** How deep an example is made up. */
const mostDepth = 4

/** A value of a schema: the one that was written for it, or one made of its required fields. */
export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const found = resolved(schema, schemas)
  const written = found.example ?? found.examples?.[0] ?? found.default ?? found.const ?? found.enum?.[0]
  if (written !== undefined) return written
  const option = (found.anyOf ?? found.oneOf ?? found.allOf)?.[0]
  if (option) return exampleOf(option, schemas, depth)
  const [type] = [found.type ?? 'object'].flat()
  if (type === 'object' && depth < mostDepth) return exampleFields(found, schemas, depth)
  return simpleExamples[type ?? ''] ?? null
}

const simpleExamples: Readonly<Record<string, unknown>> = {
  string: '…',
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
}

function exampleFields({ properties = {}, required = [] }: Schema, schemas: Schemas, depth: number): unknown {
  const fields = required.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, depth + 1)])
  return Object.fromEntries(fields)
}
