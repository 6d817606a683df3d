/** Those who do the same task on PostgreSQL, each in a process of its own. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ContestantProcess } from '../contestant-process.ts'

type Entry = { readonly file: string; readonly way: string }

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Those who are installed apart are left out when they are not. */
const entries: Readonly<Record<string, Entry>> = {
  'raw inserts': { file: here('../raw.ts'), way: 'PostgreSQL' },
  Gyre: { file: here('../gyre.ts'), way: 'PostgreSQL' },
  'Gyre, no tool pure': { file: here('../gyre.ts'), way: 'PostgreSQL, no tool pure' },
  DBOS: { file: here('../peers/dbos.mjs'), way: 'PostgreSQL' },
  'LangGraph PostgresSaver': { file: here('../peers/langgraph.mjs'), way: 'PostgreSQL, sync' },
}

export function contestantNames(): readonly string[] {
  const arePeersThere = existsSync(here('../peers/node_modules'))
  if (!arePeersThere) console.error('Peers are left out: npm ci --prefix bench/peers')
  return Object.keys(entries).filter((name) => arePeersThere || !entries[name]?.file.includes('/peers/'))
}

export async function openContestant(name: string, url: string): Promise<ContestantProcess> {
  const { file = '', way = '' } = entries[name] ?? {}
  const contestant = new ContestantProcess(file)
  await contestant.order({ kind: 'open', way, place: { folder: '', url } })
  return contestant
}

/** A new database of the server. */
export async function newDatabase(server: string, name: string): Promise<string> {
  await query(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function databaseSize(url: string): Promise<number> {
  return Number((await query(url, 'SELECT pg_database_size(current_database()) AS n'))[0]?.['n'])
}
