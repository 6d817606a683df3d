/** What the hosts of the synthetic web and its search engine answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Markup, type SentText, sentText } from './page-markup.ts'
import { searchIndex } from './search-index.ts'
import { closedPath, trapAddress, urlOf, type WebPage } from './web-page.ts'
import type { WebWorld } from './web-world.ts'

export const searchHost = 'search.example'

const mostResults = 20

/** More than any page that is fetched may have. */
const hugeBytes = 12_000_000
const hugePiece = 'A page without an end. '.repeat(4_000)

/** How long pages take that take their time; a silent one breaks off after `silentMs`, or never. */
export type Delays = { readonly lateMs: number; readonly silentMs: number | undefined }

type Answering = Delays & { readonly world: WebWorld; readonly markup: Markup }
type Answer = (url: URL, request: IncomingMessage, response: ServerResponse) => void

export function answering({ world, markup, ...delays }: Answering): Answer {
  const search = searchIndex(world.pages, mostResults)
  return (url, request, response) => {
    const page = world.pageAt(urlOf({ host: url.hostname, path: url.pathname }))
    if (url.hostname === searchHost && url.pathname === '/search') sent(response, 200, found(url, search))
    else if (url.pathname === '/robots.txt') sent(response, 200, robots)
    else if (page === undefined || page.kind === 'gone') sent(response, 404, notFound)
    else byKind(page, { request, response, markup, ...delays })
  }
}

type Asked = Delays & {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly markup: Markup
}

function byKind(page: WebPage, { request, response, markup, lateMs, silentMs }: Asked): void {
  const send = () => sent(response, 200, sentText(page, markup))
  switch (page.kind) {
    case 'reset':
      request.socket.destroy()
      return
    case 'silent':
      if (silentMs !== undefined) after(silentMs, response, () => request.socket.destroy())
      return
    case 'late':
      after(lateMs, response, send)
      return
    case 'huge':
      pour(response)
      return
    case 'trap':
      response.writeHead(302, { location: trapAddress }).end()
      return
    default:
      send()
  }
}

function after(waitMs: number, response: ServerResponse, act: () => void): void {
  const timer = setTimeout(act, waitMs)
  response.once('close', () => clearTimeout(timer))
}

/** As fast as it is taken, and no further when nobody takes it any more. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' })
  let left = hugeBytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= hugePiece.length
      if (!response.write(hugePiece)) {
        response.once('drain', more)
        return
      }
    }
    response.end()
  }
  more()
}

/** In the form of SearXNG. */
function found(url: URL, search: ReturnType<typeof searchIndex>): SentText {
  const query = url.searchParams.get('q') ?? ''
  const results = search(query).map(({ page, score, snippet }) => ({
    url: urlOf(page),
    title: page.title,
    content: snippet,
    score,
  }))
  return { contentType: 'application/json', body: JSON.stringify({ query, results }) }
}

const robots: SentText = { contentType: 'text/plain', body: `User-agent: *\nDisallow: ${closedPath}\n` }
const notFound: SentText = { contentType: 'text/plain', body: 'There is no such page.' }

function sent(response: ServerResponse, status: number, { contentType, body }: SentText): void {
  response.writeHead(status, { 'content-type': contentType }).end(body)
}
