/** What a browser loads before somebody can write their first message: the files of `/chat`, as they are sent. */
import { placeOf, serve } from '@gyre/server'
import { memoryStore, open } from 'gyre'
import type { Response } from 'playwright-core'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import type { Bench } from './bench.ts'

/** As the server sent it, and as it is. */
type Loaded = { readonly name: string; readonly kind: string; readonly sent: number; readonly whole: number }

export async function webFirstLoadTable({ browser, pages }: Bench): Promise<string> {
  const runtime = open({ store: memoryStore() })
  const server = await serve(placeOf(runtime), { port: 0, isOpen: true, pages })
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(`${server.url}/chat`)
    await page.getByLabel('Message', { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const loaded = await Promise.all(responses.filter(isFile).map(loadedBy))
    return table(loaded.toSorted((one, other) => other.sent - one.sent))
  } finally {
    await context.close()
    await server.close()
    await runtime.close()
  }
}

const kinds: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet', 'font'])

function isFile(response: Response): boolean {
  return kinds.has(response.request().resourceType())
}

async function loadedBy(response: Response): Promise<Loaded> {
  const [{ responseBodySize: sent }, body] = await Promise.all([response.request().sizes(), response.body()])
  const { pathname } = new URL(response.url())
  return { name: nameOf(pathname), kind: response.request().resourceType(), sent, whole: body.length }
}

/** Without what tells one build from another. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/-[\w-]{8}(?=\.\w+$)/, '') || '/chat'
}

const mostNamed = 12

function table(loaded: readonly Loaded[]): string {
  const row = (name: string, files: readonly Loaded[]) => [
    name,
    kb(files.reduce((sum, { sent }) => sum + sent, 0)),
    kb(files.reduce((sum, { whole }) => sum + whole, 0)),
  ]
  const scripts = loaded.filter(({ kind }) => kind === 'script')
  const others = [...kinds].filter((kind) => kind !== 'script' && loaded.some((each) => each.kind === kind))
  const rest = scripts.slice(mostNamed)
  return markdownTable(
    ['', 'sent, kB', 'whole, kB'],
    [
      row(`JavaScript, ${scripts.length} files`, scripts),
      ...scripts.slice(0, mostNamed).map((script) => row(`\`${script.name}\``, [script])),
      ...(rest.length > 0 ? [row(`${rest.length} smaller files`, rest)] : []),
      ...others.map((kind) => {
        const files = loaded.filter((each) => each.kind === kind)
        return row(kind === 'document' ? 'the page itself' : `${kind}, ${files.length}`, files)
      }),
    ],
  )
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
