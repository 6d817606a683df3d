/** The page at the address of the server: what this is, and where programs find what they speak. */
import { type Html, html } from '../native/docs/html.ts'
import { page } from './page.ts'

export type Visit = {
  readonly version: string
  /** The address the browser came by. */
  readonly url: string
  /** Whether nobody is asked for a key here, the browser is logged in, or neither. */
  readonly visitor: 'anybody' | 'browser' | 'stranger'
}

export function homePage({ version, url, visitor }: Visit): string {
  return page(
    'Gyre',
    html`<h1>Gyre <small>${version}</small></h1>
<p>This server runs agentic loops: programs of model calls and tools that can be watched, steered and gone on with.</p>
<p class="who">${standing[visitor]}</p>
<dl>
${rowView('REST and events', html`<a href="/api/v1/docs">${url}/api/v1/docs</a>`)}${rowView('OpenAI base URL', html`<code>${url}/v1</code>`)}${rowView('MCP', html`<code>${url}/mcp</code>`)}${rowView('AG-UI', html`<code>${url}/agui</code>`)}${rowView('Health', html`<a href="/health">${url}/health</a>`)}</dl>
<h2>With a program</h2>
<p>Make a key with <code>gyre keys add NAME</code>, and give it to any client of the OpenAI API with the base URL above.
Its models are the personas and loops of this server.</p>
`,
  )
}

const standing: Readonly<Record<Visit['visitor'], Html>> = {
  anybody: html`Nobody is asked for a key here: whoever uses this machine is its administrator.`,
  browser: html`You are logged in as <strong>browser</strong>, an administrator of this server.`,
  stranger: html`You are not logged in. Open the link that <code>gyre serve</code> prints when it starts.`,
}

function rowView(name: string, value: Html): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>
`
}
