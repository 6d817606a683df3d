/** What happens now, in a line for people who do not know the loop. */
import { type Json, type JsonObject, stepName } from '@gyre/core'

/** By whom a model is asked: what its reply is for. */
const purposes: Readonly<Record<string, string>> = {
  planner: 'Planning',
  judge: 'Checking',
  utility: 'Looking closer',
}

const mostCharacters = 120

/** Undefined for what nobody needs to hear of. */
export function statusText(path: string, data: JsonObject): string | undefined {
  const { kind, role } = data
  if (kind === 'tool') return shortened([stepName(path, data), argumentText(data['input'] ?? null)].join(' ').trim())
  if (kind === 'generate') return purposes[String(role ?? '')] ?? 'Thinking'
  if (kind === 'recall') return 'Remembering'
  return undefined
}

/** The first argument says most: what is looked for, read or calculated. */
function argumentText(input: Json): string {
  if (typeof input !== 'object' || input === null) return ''
  const [first] = Object.values(input)
  if (first === undefined || first === null) return ''
  return typeof first === 'string' ? first : JSON.stringify(first)
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1).toWellFormed()}…`
}
