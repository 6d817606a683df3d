/** Ids of responses and of their items: each tells its session, and after which fact of it the response begins. */

export type ResponseRef = {
  readonly session: string
  /** The last fact that was there when the response was asked for; 0 when the session began with it. */
  readonly after: number
}

export type ItemKind = 'msg' | 'rs' | 'fc' | 'mcp' | 'inp'

const sessionPrefix = 'ses_'

export function responseId({ session, after }: ResponseRef): string {
  return after === 0 ? `resp_${bare(session)}` : `resp_${bare(session)}_${after}`
}

/** Undefined for a text that is no id of a response. */
export function readResponseId(id: string): ResponseRef | undefined {
  const [, session, after = '0'] = /^resp_([^_]+)(?:_(\d+))?$/.exec(id) ?? []
  return session === undefined ? undefined : { session: sessionPrefix + session, after: Number(after) }
}

export function itemId(kind: ItemKind, { session, after }: ResponseRef, index: number): string {
  return `${kind}_${bare(session)}_${after}_${index}`
}

/** The response that an item is of. */
export function responseOfItem(id: string): ResponseRef | undefined {
  const [, session, after] = /^(?:msg|rs|fc|mcp)_([^_]+)_(\d+)_\d+$/.exec(id) ?? []
  return session === undefined ? undefined : { session: sessionPrefix + session, after: Number(after) }
}

function bare(session: string): string {
  return session.slice(sessionPrefix.length)
}
