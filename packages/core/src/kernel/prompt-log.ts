/**
 * Prompts as they grow.
 *
 * A prompt is stored as the prompt before it and the messages appended since; a message that a step
 * made is stored as that step's path. So a journal grows with what is new, not with what is repeated.
 *
 * Which prompt came before must be the same on every replay, so it is looked for only among prompts
 * of the same branch, or those its ancestors had asked before the branch began.
 */
import type { Json } from '../json.ts'
import { freezeMessage, type Message, sizeOf } from '../messages.ts'
import type { Branch } from './branch.ts'

/** A prompt that was asked. */
type PromptNode = {
  readonly path: string
  readonly branch: Branch
  /** How many prompts its branch had asked before it. */
  readonly turn: number
  readonly length: number
  readonly last: Message | undefined
  readonly characters: number
  readonly appended: readonly Message[]
  readonly parent: PromptNode | undefined
}

export type LoggedPrompt = {
  /** What the journal stores: refs to the prompt before and to steps, messages in full only when nobody made them. */
  readonly parent?: string
  readonly append: readonly Json[]
  readonly characters: number
}

/** A message that a step of a session made. Which one is a private field: no copy and no JSON carries it. */
class MadeMessage implements Message {
  readonly role: Message['role']
  readonly parts: Message['parts']
  readonly #session: object
  readonly #path: string

  constructor(message: Message, session: object, path: string) {
    this.role = message.role
    this.parts = message.parts
    this.#session = session
    this.#path = path
  }

  static pathOf(message: Message, session: object): string | undefined {
    return #path in message && message.#session === session ? message.#path : undefined
  }
}

/** A message as the result of a step. */
export function madeMessage(message: Message, session: object, path: string): Message {
  return freezeMessage(new MadeMessage(message, session, path))
}

/** The path of the step that made this message in this session. */
export function pathOfMessage(message: Message, session: object): string | undefined {
  return MadeMessage.pathOf(message, session)
}

export class PromptLog {
  readonly #session: object
  readonly #nodes = new WeakMap<readonly Message[], PromptNode>()

  constructor(session: object) {
    this.#session = session
  }

  /** Notes that these messages are asked at this path. Call it before anything is awaited: the order counts. */
  log(messages: readonly Message[], path: string, branch: Branch): LoggedPrompt {
    const parent = this.#parentOf(messages, branch)
    const appended = messages.slice(parent?.length ?? 0)
    let characters = parent?.characters ?? 0
    const append: Json[] = []
    for (const message of appended) {
      characters += sizeOf(freezeMessage(message))
      append.push(pathOfMessage(message, this.#session) ?? (message as unknown as Json))
    }
    const node: PromptNode = {
      path,
      branch,
      turn: branch.prompts++,
      length: messages.length,
      last: messages.at(-1),
      characters,
      appended,
      parent,
    }
    this.#nodes.set(messages, node)
    branch.lastPrompt = node
    return parent ? { parent: parent.path, append, characters } : { append, characters }
  }

  #parentOf(messages: readonly Message[], branch: Branch): PromptNode | undefined {
    const same = this.#nodes.get(messages)
    // One look is enough for the same array: loops push to it, and messages are frozen.
    if (same && branch.sees(same.branch, same.turn) && endsAt(messages, same)) return same
    const last = branch.lastPrompt as PromptNode | undefined
    return last && endsAt(messages, last) && isPrefix(last, messages) ? last : undefined
  }
}

function endsAt(messages: readonly Message[], node: PromptNode): boolean {
  return messages.length >= node.length && messages[node.length - 1] === node.last
}

/** Whether another array begins with all the messages of this prompt. */
function isPrefix(node: PromptNode, messages: readonly Message[]): boolean {
  for (let at: PromptNode | undefined = node; at; at = at.parent) {
    const from = at.parent?.length ?? 0
    for (const [index, message] of at.appended.entries()) if (messages[from + index] !== message) return false
  }
  return true
}
