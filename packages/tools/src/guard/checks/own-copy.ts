/** A copy of arguments that a tool may do with as it likes: what is journaled and shown is another. */
import { GyreError } from '@gyre/core'

/** As deep as arguments can be written, with room for what schemas make of them. */
const deepest = 500

/** Lists and plain objects are copied. Anything else a schema has made of the arguments: nobody else holds it. */
export function ownCopy(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new GyreError('usage-invalid', `they are nested more than ${deepest} levels deep.`)
  if (Array.isArray(value)) return value.map((each) => ownCopy(each, depth + 1))
  return isPlain(value) ? copiedFields(value, depth) : value
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function copiedFields(value: Readonly<Record<string, unknown>>, depth: number): unknown {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const field = value[key]
    if (reachesPrototypes(key, field)) {
      throw new GyreError('usage-invalid', `\`${key}\` cannot be the name of a field here; leave it out.`)
    }
    copy[key] = ownCopy(field, depth + 1)
  }
  return copy
}

/** Fields that change all objects of the program when code copies them one by one. */
function reachesPrototypes(key: string, field: unknown): boolean {
  if (key === '__proto__') return true
  return key === 'constructor' && typeof field === 'object' && field !== null && Object.hasOwn(field, 'prototype')
}
