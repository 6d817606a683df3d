import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read, sources } from './repository.ts'

/** Inside core: who may import whom. `type:` allows types only, which no running code depends on. */
const folders: Readonly<Record<string, string>> = {
  json: '',
  glob: '',
  errors: '',
  'text-media': '',
  words: '',
  text: 'node:crypto',
  messages: 'json',
  'optional-packages': 'errors',
  fence: 'type:messages',
  ports: 'json messages type:tools',
  audit: 'json type:ports node:crypto',
  guards: 'json',
  parsing: 'json errors fence messages words type:ports zod',
  faults: 'json errors parsing zod',
  tools: 'json errors messages parsing type:ports type:kernel zod',
  kernel: 'json glob errors messages ports audit guards parsing faults type:tools zod',
  telling: 'json type:messages type:kernel',
  loops: 'json glob errors messages fence words text parsing kernel zod',
  runtime: 'json glob errors messages fence ports audit parsing faults tools kernel telling catalog zod node:crypto',
  catalog: 'json errors parsing faults kernel type:ports zod node:crypto',
  testing: 'json messages ports audit kernel',
  view: 'errors kernel telling',
  index:
    'json glob errors messages optional-packages text-media words fence ports audit guards parsing faults tools kernel telling loops catalog runtime',
}

/** Inside knowledge, the same. What `then:` names is loaded when it is first needed, and never before. */
const knowledgeFolders: Readonly<Record<string, string>> = {
  ports: '',
  turns: '',
  'time-of': '',
  'word-forms': '',
  'document-id': '',
  'chunk-text': 'turns',
  embed: 'type:ports turns',
  ingest: 'type:ports chunk-text document-id embed turns',
  search: 'type:ports embed turns word-forms',
  graph: 'type:ports turns word-forms',
  memory: 'embed search turns',
  corpus: 'type:ports embed graph ingest',
  toolbox: 'type:ports document-id time-of graph/graph-limits then:search then:graph',
  index: 'type:ports corpus embed graph ingest memory search time-of toolbox/stored-document',
}

/** Between packages: what each may import besides its own files. `node:` is any module of Node, `@ai-sdk/` any provider. */
const packages: Readonly<Record<string, string>> = {
  core: 'zod node:crypto',
  stores: '@gyre/core iovalkey sqlite-vec pg pg-boss node:',
  models: '@gyre/core @ai-sdk/ cockatiel node:',
  tools:
    '@gyre/core zod node: undici ipaddr.js cockatiel htmlparser2 mathjs nerdamer-prime chrono-node date-holidays temporal-polyfill @mozilla/readability linkedom unpdf robots-parser @modelcontextprotocol/client yaml',
  knowledge: '@gyre/core zod graphology graphology-types node:',
  lab: '@gyre/core @gyre/models @gyre/tools zod node:',
  server: '@gyre/core zod hono hono/ @hono/node-server @hono/zod-openapi @modelcontextprotocol/server diff node:',
  web: '@gyre/core/view @gyre/server/client type:@gyre/core react react-dom/ @tanstack/ @base-ui/ @xyflow/ @dagrejs/dagre recharts @codemirror/ streamdown diff tinykeys',
  gyre: '@gyre/core @gyre/server @gyre/web @gyre/stores @gyre/models @gyre/tools @gyre/knowledge @gyre/lab zod yaml diff micromark micromark-extension-gfm-table string-width @opentelemetry/ node:',
}

type Import = {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  /** Loaded when it is first needed. */
  readonly isLate: boolean
}

const statement = /^(?:import|export)\s(?:(type)\s)?[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

const imports: readonly Import[] = sources.flatMap((from) =>
  [...read(from).matchAll(statement)].map(([, type, named, bare, dynamic]) => {
    const to = named ?? bare ?? dynamic ?? ''
    return {
      from,
      to: to.startsWith('.') ? posix.join(posix.dirname(from), to) : to,
      isType: type !== undefined,
      isLate: dynamic !== undefined,
    }
  }),
)

const packageOf = (path: string) => path.split('/')[1] ?? ''
const folderOf = (path: string) => /^packages\/[\w-]+\/src\/([\w-]+)/.exec(path)?.[1] ?? path
const shown = ({ from, to, isType }: Import) => `${from} imports ${isType ? 'types of ' : ''}${to}`

function isAllowed(table: string, target: string, isType: boolean): boolean {
  return table.split(' ').includes(target) || (isType && table.split(' ').includes(`type:${target}`))
}

describe('architecture', () => {
  it('keeps the folders of core in order', () => {
    const inCore = imports.filter(({ from }) => packageOf(from) === 'core')
    const wrong = inCore.filter(({ from, to, isType }) => {
      const [here, there] = [folderOf(from), folderOf(to)]
      return here !== there && !isAllowed(folders[here] ?? '', there, isType)
    })
    expect(wrong.map(shown)).toEqual([])
  })

  it('keeps the folders of knowledge in order', () => {
    const inside = imports.filter(({ from, to }) => [from, to].every((path) => path.startsWith('packages/knowledge/')))
    expect(new Set(inside.map(({ from }) => folderOf(from)).filter((folder) => !(folder in knowledgeFolders)))).toEqual(
      new Set(),
    )
    const wrong = inside.filter(({ from, to, isType, isLate }) => {
      const [here, there] = [folderOf(from), folderOf(to)]
      const table = knowledgeFolders[here] ?? ''
      const file = to.replace('packages/knowledge/src/', '').replace('.ts', '')
      if (here === there || isAllowed(table, file, isType)) return false
      return !isAllowed(table, there, isType) && !(isLate && isAllowed(table, `then:${there}`, false))
    })
    expect(wrong.map(shown)).toEqual([])
  })

  it('has no file that imports itself over others', () => {
    const next = Map.groupBy(
      imports.filter(({ isType, isLate }) => !isType && !isLate),
      ({ from }) => from,
    )
    const done = new Set<string>()
    const circles: string[] = []
    const follow = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (path.includes(file) || done.has(file)) return
      for (const { to } of next.get(file) ?? []) follow(to, [...path, file])
      done.add(file)
    }
    for (const file of next.keys()) follow(file, [])
    expect(circles).toEqual([])
  })

  it('loads the lexical embedder with next to nothing', () => {
    const loaded = imports.filter(({ from }) => from === 'packages/knowledge/src/embed/hashed-embedder.ts')
    const atOnce = loaded.filter(({ isType, isLate }) => !isType && !isLate)
    expect(atOnce.map(({ to }) => to)).toEqual(['packages/knowledge/src/turns.ts'])
  })

  it('lets a package import only what it may, and never the files of another', () => {
    expect(Object.keys(packages).sort()).toEqual([...new Set(sources.map(packageOf))].sort())
    const wrong = imports.filter(({ from, to, isType }) => {
      if (to.startsWith('packages/')) return packageOf(to) !== packageOf(from)
      const table = packages[packageOf(from)] ?? ''
      const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : to
      const families = table.split(' ').filter((family) => /[:/]$/.test(family))
      if (families.some((family) => to.startsWith(family))) return false
      return !isAllowed(table, to, isType) && !isAllowed(table, name, isType)
    })
    expect(wrong.map(shown)).toEqual([])
  })

  it('keeps chance and dynamic imports out of loops: ctx.random is recorded', () => {
    const loops = sources.filter((path) => path.startsWith('packages/core/src/loops/') && !path.endsWith('.test.ts'))
    expect(loops.length).toBeGreaterThan(3)
    const isEntry = (path: string) => path.endsWith('/entry.ts')
    const unsteady = loops.filter((path) => /Math\.random|\bimport\(/.test(read(path)))
    expect(unsteady.filter((path) => !isEntry(path))).toEqual([])
    // A whole algorithm may be loaded late, before a session of it begins.
    const late = imports.filter(({ from, isLate }) => isLate && loops.includes(from))
    expect(late.map(({ to }) => to)).toEqual(loops.filter(isEntry).map((path) => path.replace('entry.ts', 'loop.ts')))
  })

  it('loads the algorithms of large loops with the sessions that run them, not with the library', () => {
    const entries = sources.filter((path) => /^packages\/core\/src\/loops\/[\w-]+\/entry\.ts$/.test(path))
    expect(entries.map((path) => path.split('/').at(-2))).toEqual(['experts', 'reason', 'research', 'waves'])
    const next = Map.groupBy(
      imports.filter(({ isType, isLate }) => !isType && !isLate),
      ({ from }) => from,
    )
    const reached = new Set(['packages/core/src/index.ts'])
    for (const file of reached) for (const { to } of next.get(file) ?? []) reached.add(to)
    expect(reached.size).toBeGreaterThan(300)
    const algorithms = entries.map((path) => path.replace('entry.ts', 'loop.ts'))
    expect(algorithms.filter((path) => reached.has(path))).toEqual([])
  })

  it('reads the environment in main files only', () => {
    // The words that attacks are known by are texts, whatever they say.
    const code = sources.filter((path) => !path.includes('/sanitiser/injection/words/'))
    const readers = code.filter((path) => /process\.env\b|from 'node:process'/.test(read(path)))
    expect(readers.filter((path) => !path.endsWith('/main.ts'))).toEqual([])
  })
})
