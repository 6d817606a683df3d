/** E: from the start of a process to its first answer. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { fileOf, type Peer, type StoreName, stores, type Way, waysOn } from './catalogue.ts'
import { figureOf, ratiosOf } from './columns.ts'
import { inRounds, type Series, type Subject } from './entrant.ts'
import type { Setting } from './setting.ts'

const built = fileURLToPath(new URL('./node_modules/.cache/cold', import.meta.url))
const program = fileURLToPath(new URL('./cold-program.ts', import.meta.url))

/** What is written here becomes plain JavaScript first: nobody's start is to include the removal of types. */
async function prepare(peers: readonly Peer[]): Promise<void> {
  rmSync(built, { recursive: true, force: true })
  await build({
    input: Object.fromEntries([['program', program], ...peers.map((peer) => [peer.name, fileOf(peer)])]),
    external: /^[^./]/,
    platform: 'node',
    output: { dir: built, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' },
  })
}

type Told = { readonly loadedMs: number; readonly rssMb: number }
type Start = Told & { readonly ms: number }

async function start(setting: Setting, peer: Peer, way?: Way, env: NodeJS.ProcessEnv = {}): Promise<Start> {
  const place = way ? await setting.place(way.name) : undefined
  const args = [join(built, 'program.mjs'), join(built, `${peer.name}.mjs`)]
  if (way && place) args.push(way.name, place.folder, place.url)
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, ['--no-deprecation', ...args], {
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    let ms = Number.NaN
    let complaints = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('{"loadedMs"')) ms = performance.now() - started
    })
    child.stderr.on('data', (chunk) => {
      complaints += chunk
    })
    child.once('close', () => {
      const told = /\{"loadedMs".*\}/.exec(text)?.[0]
      if (told === undefined) reject(new Error(`It ended without an answer. ${complaints}`))
      else resolve({ ...(JSON.parse(told) as Told), ms })
    })
  })
}

export async function coldStart(setting: Setting): Promise<string> {
  await prepare(setting.peers)
  const tables = [await inMemory(setting)]
  for (const store of stores) tables.push(...(await onStore(setting, store)))
  return tables.join('\n\n')
}

/** Times, and beside each the other figures of the same start. */
async function starts(setting: Setting, subjects: readonly Subject[], env?: NodeJS.ProcessEnv) {
  const loaded = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  const rss = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  const ms: Series = await inRounds(setting, subjects, 'start', async (subject) => {
    const { ms, loadedMs, rssMb } = await start(setting, subject.peer, subject.way, env)
    loaded.get(subject)?.push(loadedMs)
    rss.get(subject)?.push(rssMb)
    return ms
  })
  return { ms, loaded, rss }
}

async function inMemory(setting: Setting): Promise<string> {
  const subjects = setting.peers.filter(({ isInMemory }) => isInMemory).map((peer) => ({ peer, label: peer.label }))
  const cache = mkdtempSync(join(tmpdir(), 'gyre-bench-compiled-'))
  try {
    const { ms, loaded, rss } = await starts(setting, subjects)
    const env = { NODE_COMPILE_CACHE: cache }
    await starts({ ...setting, rounds: 1 }, subjects, env)
    const cached = await starts(setting, subjects, env)
    const head = ['', 'ms', 'to raw', 'to Gyre', 'until loaded', 'RSS MB', 'ms, compiled before', 'to Gyre']
    const rows = subjects.map((subject) => [
      subject.label,
      figureOf(ms, subject, 0),
      ...ratiosOf(ms, subject),
      figureOf(loaded, subject, 0),
      figureOf(rss, subject, 0),
      figureOf(cached.ms, subject, 0),
      ratiosOf(cached.ms, subject)[1],
    ])
    return `From the start of a process to its first answer, in memory (E):\n\n${markdownTable(head, rows)}`
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

async function onStore(setting: Setting, store: StoreName): Promise<readonly string[]> {
  // The first way of each: what else is said of a way does not change how it starts.
  const subjects = setting.peers.flatMap((peer) =>
    waysOn(store, peer)
      .slice(0, 1)
      .map((way): Subject => ({ peer, way, label: way.label })),
  )
  if (subjects.length === 0) return []
  const { ms, loaded, rss } = await starts(setting, subjects)
  const rows = subjects.map((subject) => [
    subject.label,
    figureOf(ms, subject, 0),
    ...ratiosOf(ms, subject),
    figureOf(loaded, subject, 0),
    figureOf(rss, subject, 0),
  ])
  const head = ['', 'ms', 'to raw', 'to Gyre', 'until loaded', 'RSS MB']
  return [`The same with a new store, ${store}:\n\n${markdownTable(head, rows)}`]
}
