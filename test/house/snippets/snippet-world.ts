/** The world that snippets run in: a project of a reader's, a server of ours, stand-ins for all others. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ApiKeys, serve } from '@gyre/server'
import { serverPlace } from '../../../packages/gyre/src/serve/server-place.ts'
import { openWorkplace } from '../../../packages/gyre/src/wiring/workplace.ts'
import { postgresUrl, runSql } from '../../postgres/postgres.ts'
import { root } from '../repository.ts'
import type { Done, Job, Orders } from './page-runner.ts'
import type { Snippet } from './snippet.ts'
import { standIn } from './stand-in.ts'

/** What the project of a reader has, for blocks that read it. */
const projectFiles: Readonly<Record<string, string>> = {
  'docs/mill.md':
    '# Brook Mill\n\nBrook Mill was founded by Anna Dahl in 1850. Jon Berg built the wheel of Brook Mill.\n',
}

/** Keys that nobody looks at. */
const providerKeys = Object.fromEntries(
  ['OPENAI', 'ANTHROPIC', 'GOOGLE_GENERATIVE_AI', 'MISTRAL'].map((name) => [`${name}_API_KEY`, 'not-a-key']),
)

/** Where blocks expect a server of ours, a port of their own, and a database. */
const addresses = {
  server: /http:\/\/(?:127\.0\.0\.1|localhost):4111/g,
  port: /(\bport: |\.listen\()\d{4,5}\b/g,
  database: /postgres(?:ql)?:\/\/[^'"`\s]+/g,
}

const lanes = 2

/** A folder for the projects of readers, one for each page. Files below `node_modules` are not taken for TypeScript. */
export function snippetFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-snippets-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

/** Writes blocks into the folders of their pages; answers with their files. */
export function writeSnippets(
  folder: string,
  snippets: readonly Snippet[],
  addressed = (text: string) => text,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const { id, page, file, text } of snippets) {
    const place = join(folder, page.replaceAll('/', '-'))
    for (const [name, content] of Object.entries(projectFiles)) write(join(place, name), content)
    write(join(place, file), addressed(text))
    files.set(id, join(place, file))
  }
  return files
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs blocks as programs and config files, those of a page in their order. Answers by their ids. */
export async function runSnippets(folder: string, snippets: readonly Snippet[]): Promise<ReadonlyMap<string, Done>> {
  const server = await ourServer(join(folder, 'server'))
  const others = await standIn(server)
  const database = snippets.some(({ text }) => text.search(addresses.database) >= 0) ? await ourDatabase() : undefined
  const addressed = (text: string) =>
    text
      .replaceAll(addresses.server, server.url)
      .replaceAll(addresses.port, '$10')
      .replaceAll(addresses.database, database?.url ?? '')
  const files = writeSnippets(folder, snippets, addressed)
  const env = { GYRE_API_KEY: server.key, GYRE_KEY: randomBytes(16).toString('hex'), DATABASE_URL: database?.url }
  try {
    const jobs = snippets.flatMap(({ id, page, way }): readonly (Job & { page: string })[] => {
      const file = files.get(id) ?? ''
      return way === 'program' || way === 'config' ? [{ id, page, folder: dirname(file), file, way }] : []
    })
    const pages = [...new Set(jobs.map(({ page }) => page))]
    const done = await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        runJobs({ standIn: others.url, jobs: jobs.filter(({ page }) => pages.indexOf(page) % lanes === lane) }, env),
      ),
    )
    return new Map(done.flat().map((each) => [each.id, each]))
  } finally {
    await others.close()
    await server.close()
    await database?.drop()
  }
}

/** In a process of their own, which knows nothing of the keys and settings of whoever runs the tests. */
function runJobs(orders: Orders, env: NodeJS.ProcessEnv): Promise<readonly Done[]> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork(join(import.meta.dirname, 'page-runner.ts'), {
    execArgv: ['--conditions=@gyre/source'],
    env: { PATH, NODE_COMPILE_CACHE, HOME: tmpdir(), ...providerKeys, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const done: Done[] = []
  child.on('message', (each) => done.push(each as Done))
  child.send(orders)
  return new Promise((resolve) => child.once('exit', () => resolve(done)))
}

async function ourServer(cwd: string) {
  mkdirSync(cwd)
  const env = { HOME: cwd, GYRE_MODEL: 'demo/rules' }
  const workplace = await openWorkplace({ cwd, env, platform: process.platform })
  const { key } = await new ApiKeys({ catalog: workplace.runtime.store.catalog, now: Date.now }).add({
    name: 'snippets',
  })
  const server = await serve(serverPlace(workplace), { port: 0 })
  return {
    url: server.url,
    key,
    close: async () => {
      server.stop()
      await workplace.close({ graceMs: 0 })
      await server.close()
    },
  }
}

async function ourDatabase() {
  const shared = await postgresUrl()
  const name = `gyre_${randomBytes(6).toString('hex')}`
  await runSql(shared, `CREATE DATABASE ${name}`)
  return {
    url: Object.assign(new URL(shared), { pathname: `/${name}` }).href,
    drop: () => runSql(shared, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
