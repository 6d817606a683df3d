/** What clients can read: sessions, their audit trail, and loops. */
import { GyreError, readSessionRecord, type SessionRow } from '@gyre/core'
import { ResourceNotFoundError, ResourceTemplate, type Variables } from '@modelcontextprotocol/server'
import { visibleRow, visibleRows } from '../session/asker.ts'
import { namesFor } from '../session/begin-session.ts'
import type { Desk } from './desk.ts'
import { loopSheet } from './shown-loop.ts'

/** Sessions that are listed: the newest. */
const mostListed = 50

const json = 'application/json'
const jsonLines = 'application/jsonl'

export function registerResources(desk: Desk): void {
  const { server, asker } = desk
  const { runtime } = asker.tenant
  const complete = { id: async (begun: string) => (await recent(desk)).map(({ id }) => id).filter(beginsWith(begun)) }
  server.registerResource(
    'session',
    new ResourceTemplate('gyre://sessions/{id}', {
      list: async () => ({ resources: (await recent(desk)).map(listed) }),
      complete,
    }),
    { title: 'A session', description: 'All that is known of a session.', mimeType: json },
    reading('id', json, async (id) => {
      await visibleRow(asker, id)
      return JSON.stringify((await readSessionRecord(runtime, id)).record)
    }),
  )
  server.registerResource(
    'session-audit',
    new ResourceTemplate('gyre://sessions/{id}/audit', { list: undefined, complete }),
    { title: 'The audit trail of a session', description: 'Its journal, one signed fact a line.', mimeType: jsonLines },
    reading('id', jsonLines, async (id) => {
      await visibleRow(asker, id)
      return (await Array.fromAsync(runtime.export(id))).join('\n')
    }),
  )
  registerLoops(desk)
}

function registerLoops({ server, asker }: Desk): void {
  const list = async () => {
    const names = await namesFor(asker)
    return { resources: names.map((name) => ({ uri: `gyre://loops/${name}`, name, mimeType: json })) }
  }
  const complete = { name: async (begun: string) => (await namesFor(asker)).filter(beginsWith(begun)) }
  server.registerResource(
    'loop',
    new ResourceTemplate('gyre://loops/{name}', { list, complete }),
    { title: 'A loop or persona', description: 'What it does, and its settings.', mimeType: json },
    reading('name', json, async (name) => JSON.stringify(await loopSheet(asker, name))),
  )
}

function listed({ id, mirror }: SessionRow) {
  return { uri: `gyre://sessions/${id}`, name: id, title: mirror.title, mimeType: json }
}

async function recent({ asker }: Desk): Promise<readonly SessionRow[]> {
  const found: SessionRow[] = []
  for await (const row of visibleRows(asker)) if (found.push(row) >= mostListed) break
  return found
}

function beginsWith(begun: string): (name: string) => boolean {
  return (name) => name.startsWith(begun)
}

/** Reads one by the variable of its address. What is not there is told in the protocol's own words. */
function reading(variable: string, mimeType: string, read: (value: string) => Promise<string>) {
  return async ({ href: uri }: URL, variables: Variables) => {
    const text = await read(decodeURIComponent(String(variables[variable]))).catch((error) => {
      throw isAbsent(error) ? new ResourceNotFoundError(uri, error.message) : error
    })
    return { contents: [{ uri, mimeType, text }] }
  }
}

function isAbsent(error: unknown): error is GyreError {
  return error instanceof GyreError && error.status === 404
}
