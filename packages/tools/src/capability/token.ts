/**
 * Tokens: lines of text, each signed with the signature of the line before.
 *
 *     ["gyre/1", key, session, [kind, value], …]     with the first caveats, signed with the key
 *     [[kind, value], …]                             more of them, signed with the signature of the line above
 *     signature                                      of the last line
 *
 * Whoever holds a token can add caveats, and nobody can take one off, move it or change it. The lines are signed
 * as they are written: there is no second way to write the same.
 */
import { timingSafeEqual } from 'node:crypto'
import { signer } from '@gyre/core'
import type { Caveat } from './caveat.ts'

const form = 'gyre/1'

/** Of SHA-256 in base64url. */
const signatureLength = 43

/** What a token says, before anybody has looked at its signature. */
export type Reading = { readonly key: string; readonly session: string; readonly caveats: readonly Caveat[] }

export type Root = { readonly session: string; readonly key: string; readonly secret: string }

export function mint({ session, key, secret }: Root, caveats: readonly Caveat[]): string {
  const first = JSON.stringify([form, key, session, ...caveats])
  return `${first}\n${signer(secret)(first)}`
}

/** The same token with more caveats. What is no token stays none. */
export function attenuate(token: string, caveats: readonly Caveat[]): string {
  const { body, signature } = split(token)
  if (signature.length !== signatureLength) return token
  const line = JSON.stringify(caveats)
  return `${body}\n${line}\n${signer(signature)(line)}`
}

/** Whether its lines are those that were signed. */
export function isSigned(token: string, secret: string): boolean {
  // Halves of a character are all written as the same bytes, and would have the same signature.
  if (!token.isWellFormed()) return false
  const { body, signature } = split(token)
  let last = secret
  for (const line of body.split('\n')) last = signer(last)(line)
  const [given, expected] = [Buffer.from(signature), Buffer.from(last)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** What a token says; undefined when it is none. */
export function readToken(token: string): Reading | undefined {
  try {
    const lines = split(token)
      .body.split('\n')
      .map((line) => JSON.parse(line) as unknown)
    if (!lines.every((line) => Array.isArray(line))) return undefined
    const [[name, key, session, ...first] = [], ...more] = lines
    const caveats = [first, ...more].flat()
    if (name !== form || typeof key !== 'string' || typeof session !== 'string') return undefined
    return caveats.every(isCaveat) ? { key, session, caveats } : undefined
  } catch {
    return undefined
  }
}

function isCaveat(value: unknown): value is Caveat {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string'
}

function split(token: string): { readonly body: string; readonly signature: string } {
  const end = token.lastIndexOf('\n')
  return { body: token.slice(0, Math.max(end, 0)), signature: token.slice(end + 1) }
}
