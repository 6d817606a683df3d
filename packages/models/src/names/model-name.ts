/** Names of models, as people write them: `provider/model`. */

export type ModelName = { readonly provider: string; readonly model: string }

/** Undefined when it is no such name. The model's part may hold slashes itself. */
export function parseModelName(name: string): ModelName | undefined {
  const at = name.indexOf('/')
  const provider = name.slice(0, Math.max(at, 0)).trim()
  const model = name.slice(at + 1).trim()
  return at > 0 && provider !== '' && model !== '' ? { provider, model } : undefined
}
