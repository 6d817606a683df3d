/** Tool names on the wire: providers take letters, digits, `_` and `-` only, and no more than 64 of them. */
import { createHash } from 'node:crypto'
import type { Message, ToolSpec } from '@gyre/core'

const maxLength = 64
const hashLength = 16

/** One word between dots. It holds no `__` and no `_` at an end, so that `__` on the wire is always a dot. */
const word = '[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*'
const plainName = new RegExp(`^(?=[A-Za-z])${word}(?:\\.${word})*$`)

/**
 * The name a provider sees. Two names never become one: a name that cannot be written plainly ends with `--`
 * and its hash, and no plain one holds `--`.
 */
export function wireName(name: string): string {
  if (plainName.test(name) && !name.includes('--')) {
    const plain = name.replaceAll('.', '__')
    if (plain.length <= maxLength) return plain
  }
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  const readable = name.replaceAll('.', '__').replaceAll(/[^A-Za-z0-9_-]/g, '_')
  // Some providers want a letter first.
  const begun = /^[A-Za-z]/.test(readable) ? readable : `t_${readable}`
  return `${begun.slice(0, maxLength - hashLength - 2)}--${hash}`
}

/** The names of one request, from the wire back to ours. */
export type ToolNames = { fromWire(wire: string): string }

export function toolNames(tools: readonly ToolSpec[] = [], messages: readonly Message[] = []): ToolNames {
  const names = new Map<string, string>()
  const add = (name: string) => names.set(wireName(name), name)
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') add(part.tool)
  for (const { name } of tools) add(name)
  // A name nobody offered: as near to what the model meant as can be said.
  return { fromWire: (wire) => names.get(wire) ?? wire.replaceAll('__', '.') }
}
