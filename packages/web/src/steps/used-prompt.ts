/** Which prompt of the loops a request was written with, and what stood in its places. */
import type { SessionDefinition } from '@gyre/core'
import type { Prompt } from '../api/prompts.ts'
import { type PromptMessage, partText } from './prompt-folding.ts'

export type UsedPrompt = {
  readonly id: string
  /** The text it had then, with its placeholders. */
  readonly text: string
  /** Null for the default, and for a text that was given to this session alone. */
  readonly version: number | null
  readonly isDefault: boolean
  readonly values: Readonly<Record<string, string>>
  /** What was said after it, where it told the model who it is. */
  readonly message: string | undefined
}

type Definition = Pick<SessionDefinition, 'loop' | 'prompts' | 'promptTexts'>

/** A message with its text put together, once for all prompts it is looked through for. */
type Said = { readonly role: PromptMessage['role']; readonly text: string }

/** What is always the same of a text must be at least so long: anything would be found in a message else. */
const leastLiteral = 16

/** The prompt of which most is found in the messages, word for word. */
export function usedPrompt(
  messages: readonly PromptMessage[],
  prompts: readonly Prompt[],
  texts: Definition['promptTexts'] = {},
): UsedPrompt | undefined {
  const said = messages.map(({ role, parts }): Said => ({ role, text: parts.map(partText).join('\n') }))
  let best: { readonly used: UsedPrompt; readonly length: number } | undefined
  for (const { id, defaultText } of prompts) {
    const given = texts[id]
    const text = given?.text ?? defaultText
    const pieces = piecesOf(text)
    const length = pieces.reduce((sum, { literal }) => sum + literal.length, 0)
    if (length < leastLiteral || length <= (best?.length ?? 0)) continue
    const found = foundIn(said, pieces)
    if (!found) continue
    const known = { id, text, version: given?.version ?? null, isDefault: given === undefined }
    best = { length, used: { ...known, ...found } }
  }
  return best?.used
}

/** Prompts that a step may have been asked with: those the session names of its loop, and those of loops it ran inside of it. */
export function promptsAt(
  path: string,
  prompts: readonly Prompt[],
  definition: Pick<Definition, 'loop' | 'prompts'> | undefined,
): readonly Prompt[] {
  if (!definition) return prompts
  const inner = path.split('/')
  return prompts.filter(({ loop, name }) =>
    loop === definition.loop ? Object.hasOwn(definition.prompts, name) : inner.includes(loop),
  )
}

/** That another version is in use by now than the step had, in words; undefined where it is the same. */
export function otherVersion(used: Pick<UsedPrompt, 'version' | 'isDefault'>, now: InUse): string | undefined {
  if (now.isDefault ? used.isDefault : !used.isDefault && used.version === now.version) return undefined
  const had = used.version === null ? 'a text of its own' : `v${used.version}`
  const inUse = now.isDefault ? 'The default' : `v${now.version}`
  return `${inUse} is in use now; this step had ${used.isDefault ? 'the default' : had}.`
}

type InUse = Pick<Prompt, 'version' | 'isDefault'>

/** A stretch that is always the same, and the placeholder after it; '' at the end. */
type Piece = { readonly literal: string; readonly name: string }

const braces = /\{\{([A-Za-z]\w*)\}\}|\{([A-Za-z]\w*)\}/g

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let literal = ''
  let from = 0
  for (const match of text.matchAll(braces)) {
    literal += text.slice(from, match.index)
    from = match.index + match[0].length
    if (match[1] !== undefined) literal += `{${match[1]}}`
    else {
      pieces.push({ literal, name: match[2] ?? '' })
      literal = ''
    }
  }
  return [...pieces, { literal: literal + text.slice(from), name: '' }]
}

/** What tools gave may quote anything: it is not looked through. */
function foundIn(said: readonly Said[], pieces: readonly Piece[]) {
  for (const [at, { role, text }] of said.entries()) {
    const values = role === 'tool' ? undefined : valuesIn(text, pieces)
    if (!values) continue
    const after = said.slice(at + 1).map((each) => each.text)
    return { values, message: role === 'system' && after.length > 0 ? after.join('\n\n') : undefined }
  }
  return undefined
}

/** What stands between the stretches, each looked for after the one before; undefined where one is missing. */
function valuesIn(text: string, pieces: readonly Piece[]): Readonly<Record<string, string>> | undefined {
  const values: Record<string, string> = {}
  let end = 0
  let open = ''
  for (const { literal, name } of pieces) {
    const isRest = literal === '' && name === ''
    const start = isRest ? text.length : text.indexOf(literal, end)
    if (start < 0) return undefined
    if (open !== '') values[open] ??= text.slice(end, start).trim()
    end = start + literal.length
    open = name
  }
  return values
}
