/** Names of models in what people write: whoever knows the models can say what is wrong with one. */
import type { Issue, IssuePath } from '../faults/issues.ts'
import type { Json, JsonObject } from '../json.ts'

/** What is wrong with the name of a model for what it is to do; undefined when nothing is. */
export type ModelCheck = (name: string, use: ModelUse) => string | undefined

export type ModelUse = 'language' | 'embedding'

type Named = { readonly path: IssuePath; readonly name: unknown }

export function modelNameIssues(
  named: readonly Named[],
  check: ModelCheck | undefined,
  use: ModelUse = 'language',
): readonly Issue[] {
  return named.flatMap(({ path, name }) => {
    const message = typeof name === 'string' && name !== '' ? check?.(name, use) : undefined
    return message === undefined ? [] : [{ path, message }]
  })
}

export function modelsInPersona({ model, models = {} }: JsonObject): readonly Named[] {
  const byRole = Object.entries(models as JsonObject).map(([role, name]) => ({ path: ['models', role], name }))
  return [{ path: ['model'], name: model }, ...byRole]
}

export function modelsInSetting(key: string, value: Json): readonly Named[] {
  if (key === 'default_model' || key.startsWith('tier.')) return [{ path: [], name: value }]
  if (key !== 'fallbacks') return []
  return Object.entries(value as Readonly<Record<string, readonly string[]>>).flatMap(([model, others]) => [
    { path: [model], name: model },
    ...others.map((name, index) => ({ path: [model, index], name })),
  ])
}
