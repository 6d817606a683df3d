/**
 * Ids of a plan for a gap that earlier tasks have already. Planners count from 1 again: what they mean is clear, and
 * code tells such tasks apart.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { filledValue } from './placeholders.ts'
import { inOurWords } from './tasks.ts'

/** The drafts under ids of their own. A task that names the id of another one of its plan means that one. */
export function withOwnIds(drafts: readonly Json[], done: ReadonlySet<string>, round: number): readonly Json[] {
  const ours = drafts.map(inOurWords)
  const ids = new Set(ours.filter(isObject).map(idOf))
  const taken = [...ids].filter((id) => done.has(id))
  if (taken.length === 0) return drafts
  const isTaken = (id: string) => done.has(id) || ids.has(id)
  const renamed = new Map(taken.map((id) => [id, freeId(`r${round}-${id}`, isTaken)]))
  return ours.map((draft) => (isObject(draft) ? under(draft, renamed) : draft))
}

function idOf({ id }: JsonObject): string {
  return typeof id === 'number' ? String(id) : typeof id === 'string' ? id.trim() : ''
}

function freeId(wanted: string, isTaken: (id: string) => boolean): string {
  let id = wanted
  for (let number = 2; isTaken(id); number++) id = `${wanted}-${number}`
  return id
}

/** The draft with new names. By its own old name it means the earlier task; what it supersedes always is one. */
function under(draft: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  const own = idOf(draft)
  const nameOf = (id: string) => (id === own ? id : (renamed.get(id) ?? id))
  const inText = (value: Json) => filledValue(value, (id) => `{result_of:${nameOf(id)}}`)
  const { id = '', depends_on: needs, supersedes, ...said } = draft
  return {
    ...(inText(said) as JsonObject),
    id: renamed.get(own) ?? id,
    ...(Array.isArray(needs) && { depends_on: needs.map((need) => nameOf(idOf({ id: need }))) }),
    ...(supersedes !== undefined && { supersedes }),
  }
}
