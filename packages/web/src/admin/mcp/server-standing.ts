/** How an MCP server stands, in a word that is shown with an icon. */
import type { ShownMcpServer } from '../../api/mcp-servers.ts'
import type { Tone } from '../../ui/badge.tsx'
import { plural } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'

type ServerStanding = { readonly word: string; readonly tone: Tone; readonly icon: IconName }

const serverStandings: Readonly<Record<ShownMcpServer['state'], ServerStanding>> = {
  connected: { word: 'connected', tone: 'ok', icon: 'done' },
  connecting: { word: 'connecting', tone: 'acc', icon: 'gyre' },
  idle: { word: 'not connected yet', tone: 'idle', icon: 'ring' },
  failed: { word: 'failed', tone: 'bad', icon: 'failed' },
  closed: { word: 'closed', tone: 'idle', icon: 'stop' },
  disabled: { word: 'switched off', tone: 'idle', icon: 'x' },
  denied: { word: 'not allowed', tone: 'idle', icon: 'shield' },
}

/** One that did not answer just now has failed, though no session has asked it yet. */
export function serverStanding(
  { state }: Pick<ShownMcpServer, 'state'>,
  answered: boolean | undefined,
): ServerStanding {
  return serverStandings[state === 'idle' && answered === false ? 'failed' : state]
}

/** `files 1.2, protocol 2025-06-18, 4 tools`: what is known of one that is connected. */
export function serverFacts({ server, protocol, era, tools, state }: ShownMcpServer): string {
  if (state !== 'connected') return ''
  const who = server ? `${server.name} ${server.version}` : 'it does not say what it is'
  const spoken = protocol === null ? [] : [`protocol ${protocol}${era === null ? '' : ` (${era})`}`]
  return [who, ...spoken, plural(tools.length, 'tool')].join(', ')
}

/** Why one cannot be tried; undefined when it can. */
export function whyNotTried({ state }: Pick<ShownMcpServer, 'state'>): string | undefined {
  if (state === 'denied') return 'permissions.deny of the config keeps it from being started.'
  return state === 'disabled' ? 'It is switched off in the file it stands in.' : undefined
}

/** What each step of a test comes to, when it works and when it does not. */
export const testWords = {
  reach: ['Reached', 'Not reached'],
  negotiate: ['Agreed on a protocol', 'No protocol agreed on'],
  list: ['Listed its tools', 'Did not list its tools'],
  ping: ['Is alive', 'Does not answer any more'],
} as const
