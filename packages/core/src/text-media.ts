/** Which files are texts: by their media type alone, and the same for all who make, clean or send them. */

/** Exact names: `application/vnd.openxmlformats…` speaks of XML as well, and is a packed file. */
const texts: ReadonlySet<string> = new Set([
  'application/csv',
  'application/ecmascript',
  'application/graphql',
  'application/javascript',
  'application/json',
  'application/json-seq',
  'application/json5',
  'application/jsonl',
  'application/sql',
  'application/toml',
  'application/typescript',
  'application/x-javascript',
  'application/x-ndjson',
  'application/x-sh',
  'application/x-typescript',
  'application/x-www-form-urlencoded',
  'application/x-yaml',
  'application/xml',
  'application/xml-dtd',
  'application/yaml',
])

/** Whether the `data` of a file of this type is its text; that of any other is base64. */
export function isTextMedia(mediaType: string): boolean {
  const [type = ''] = mediaType.split(';', 1)
  const name = type.trim().toLowerCase()
  return name.startsWith('text/') || texts.has(name) || /\+(?:json|xml|yaml)$/.test(name)
}
