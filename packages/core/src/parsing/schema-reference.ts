/** References within a JSON Schema. */
import type { Json, JsonObject, JsonSchema } from '../json.ts'

/** What a reference within a schema, such as `#/$defs/name`, leads to; undefined when it leads nowhere, or elsewhere. */
export function referredSchema(root: JsonSchema, ref: string): Json | undefined {
  const [start, ...steps] = ref.split('/')
  if (start !== '#') return undefined
  let target: Json | undefined = root
  for (const step of steps) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return undefined
    target = (target as JsonObject)[key]
  }
  return target
}
