/** The settings of a loop as fields: of those whose kind is plain. The others are written as JSON. */

export type ConfigField = {
  readonly name: string
  readonly about: string
  readonly standard: unknown
  readonly kind: 'switch' | 'number' | 'text' | 'choice' | 'json'
  readonly options: readonly string[]
}

type Schema = Readonly<Record<string, unknown>>

/** By the JSON Schema that the loop tells. */
export function configFields(schema: Schema): readonly ConfigField[] {
  const properties = schema['properties']
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, of]) => ({
    name,
    about: typeof of['description'] === 'string' ? of['description'] : '',
    standard: of['default'],
    ...kindOf(of),
  }))
}

function kindOf(schema: Schema): Pick<ConfigField, 'kind' | 'options'> {
  const options = Array.isArray(schema['enum']) ? schema['enum'].map(String) : []
  if (options.length > 0) return { kind: 'choice', options }
  const kinds: Readonly<Record<string, ConfigField['kind']>> = {
    boolean: 'switch',
    integer: 'number',
    number: 'number',
    string: 'text',
  }
  return { kind: kinds[String(schema['type'])] ?? 'json', options }
}
