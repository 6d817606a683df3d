/** What the calls of each loop may do: tokens are granted here, and looked at with each call. */
import { type AuditKey, type Clock, type GrantRequest, type KeyRing, matchesGlob, type Tool } from '@gyre/core'
import { type Caveat, deepest, type KnownCaveat, type Rights, rightsOf } from './caveat.ts'
import { attenuate, isSigned, mint, readToken } from './token.ts'
import { tokenSecret } from './token-key.ts'

export type CapabilityOptions = {
  readonly clock: Clock
  readonly keys: KeyRing
  /** How long a token lasts; a session that is resumed gets a new one. */
  readonly ttlMs: number
  /** Permissions no token has, by name or pattern. */
  readonly denied: readonly string[]
}

type Verified = Rights & { readonly session: string; readonly key: AuditKey }

/** Tokens that are remembered: far more than there are loops at work. */
const mostRemembered = 1_000

export class Capabilities {
  readonly #options: CapabilityOptions
  readonly #verified = new Map<string, Verified>()

  constructor(options: CapabilityOptions) {
    this.#options = options
  }

  /** A token for a session's own loop, or for one within another, which may not exceed it. */
  grant({ session, tools, within }: GrantRequest): string {
    if (within !== undefined) return attenuate(within, this.#caveats(tools, depthOf(within) + 1))
    const { current } = this.#options.keys
    const caveats = this.#caveats(tools, 0)
    const token = mint({ session, key: current.id, secret: tokenSecret(current) }, caveats)
    // What was signed a moment ago need not be read and signed again with its first call.
    const rights = rightsOf(caveats)
    if (rights) this.#remember(token, { ...rights, session, key: current })
    return token
  }

  #caveats(tools: readonly Tool[], depth: number): readonly KnownCaveat[] {
    const { clock, ttlMs, denied } = this.#options
    const touched = new Set(tools.flatMap(({ permissions }) => permissions))
    const permissions = [...touched].filter((name) => !denied.some((pattern) => matchesGlob(pattern, name)))
    return [
      ['tools', tools.map(({ name }) => name)],
      ['permissions', permissions],
      ['depth', depth],
      ['expires', clock.now() + ttlMs],
    ]
  }

  /** Why a token does not let a session call a tool; undefined when it does. */
  fault(token: string | undefined, session: string, tool: Tool): string | undefined {
    const rights = token === undefined ? undefined : this.#rightsOf(token)
    if (rights?.session !== session) return 'this loop holds no valid token for its session'
    if (rights.depth > deepest) return `loops and tools inside each other have rights ${deepest} levels deep at most`
    if (rights.expires <= this.#options.clock.now())
      return 'the rights of this session have expired, and are renewed when it is resumed'
    if (!rights.tools.has(tool.name)) return uncovered(tool, rights)
    for (const permission of tool.permissions) {
      if (!rights.permissions.has(permission)) return `it needs the permission \`${permission}\`, which is not granted`
    }
    return undefined
  }

  #rightsOf(token: string): Verified | undefined {
    const known = this.#verified.get(token)
    // A key that was taken off the ring is no longer found, and a new one is another.
    if (known && this.#options.keys.find(known.key.id) === known.key) return known
    this.#verified.delete(token)
    const verified = this.#verify(token)
    if (verified) this.#remember(token, verified)
    return verified
  }

  #verify(token: string): Verified | undefined {
    const reading = readToken(token)
    const key = reading && this.#options.keys.find(reading.key)
    if (!key || !isSigned(token, tokenSecret(key))) return undefined
    const rights = rightsOf(reading.caveats)
    return rights && { ...rights, session: reading.session, key }
  }

  #remember(token: string, verified: Verified): void {
    const [oldest] = this.#verified.keys()
    if (this.#verified.size >= mostRemembered && oldest !== undefined) this.#verified.delete(oldest)
    this.#verified.set(token, verified)
  }
}

/** How deep a token says its holder is. It is looked at when the token is used. */
function depthOf(token: string): number {
  return rightsOf(readToken(token)?.caveats ?? noCaveats)?.depth ?? deepest
}

const noCaveats: readonly Caveat[] = []

function uncovered(tool: Tool, { tools }: Rights): string {
  const granted = [...tools].map((name) => `\`${name}\``).join(', ')
  return granted === ''
    ? 'the loop around this one granted it no tools'
    : `the loop around this one did not grant \`${tool.name}\`; it granted ${granted}`
}
