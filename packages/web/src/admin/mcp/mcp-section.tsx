/** MCP servers: how they stand, and whether they answer. They are added where programs are started: on the machine. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type McpServerTest, mcpServersQuery, type ShownMcpServer, useTestServer } from '../../api/mcp-servers.ts'
import { onlyOperators, useIsOperator } from '../../api/me.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { duration, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Failure, Loaded } from '../../ui/states.tsx'
import { serverFacts, serverStanding, testWords, whyNotTried } from './server-standing.ts'

export function McpSection() {
  const isOperator = useIsOperator()
  if (isOperator) return <Servers />
  return (
    <Card title="MCP servers">
      <Empty icon="link" title="MCP servers are the operator's">
        {onlyOperators} Their tools are listed under Tools.
      </Empty>
    </Card>
  )
}

function Servers() {
  const query = useQuery(mcpServersQuery)
  return (
    <>
      <Card title="MCP servers" sub={query.data && plural(query.data.length, 'server')} flush>
        <Loaded query={query}>
          {(servers) =>
            servers.length === 0 ? (
              <Empty icon="link" title="No MCP server is configured">
                Their tools would be offered to sessions like any other. Add one as it says below.
              </Empty>
            ) : (
              <ul className="entry-rows">
                {servers.map((server) => (
                  <Server key={server.name} server={server} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      <HowToAdd />
    </>
  )
}

function Server({ server }: { readonly server: ShownMcpServer }) {
  const test = useTestServer()
  const { word, tone, icon } = serverStanding(server, test.data?.ok)
  const why = whyNotTried(server)
  return (
    <li>
      <div className="row wrap">
        <b className="m5">{server.name}</b>
        <Tag tone={tone} icon={icon} spins={server.state === 'connecting'}>
          {word}
        </Tag>
        {server.trusted && (
          <Tag tone="wait" icon="shield">
            trusted: answers are read without a fence
          </Tag>
        )}
        <span className="sp" />
        <Button
          mini
          icon="replay"
          busy={test.isPending}
          disabled={why !== undefined}
          onClick={() => test.mutate(server.name)}
        >
          {test.isPending ? 'Trying' : 'Try and connect'}
        </Button>
      </div>
      <p className="sm soft">
        {server.transport} <code>{server.target}</code> <span className="muted">in {server.from}</span>
      </p>
      {why !== undefined && <p className="sm muted">{why}</p>}
      <p className="sm">{serverFacts(server)}</p>
      <Offered server={server} />
      {server.lastError !== null && server.state !== 'connected' && !test.data && (
        <p className="sm bad whitespace-pre-line">
          <Icon name="alert" small /> {server.lastError}
        </p>
      )}
      {test.error && <Failure error={test.error} doing="Trying it" />}
      {test.data && <Report report={test.data} />}
    </li>
  )
}

function Offered({ server: { tools, withheld } }: { readonly server: ShownMcpServer }) {
  return (
    <>
      {tools.length > 0 && (
        <details className="sm">
          <summary>Names of its tools</summary>
          <ul className="row wrap">
            {tools.map((tool) => (
              <li key={tool}>
                <code>{tool}</code>
              </li>
            ))}
          </ul>
          <Link to="/admin/tools">See what they may do</Link>
        </details>
      )}
      {withheld.length > 0 && (
        <p className="note wait">
          <Icon name="shield" />
          <span>Some of what it says of {withheld.join(', ')} reads like orders. No model is shown it.</span>
        </p>
      )}
    </>
  )
}

/** How far it came: the first step that fails is the last. */
function Report({ report: { ok, steps, complaints } }: { readonly report: McpServerTest }) {
  return (
    <div className="note" role="status">
      <div className="grid gap-1 min-w-0">
        <b>{ok ? 'It answers.' : 'It does not answer.'}</b>
        <ol>
          {steps.map(({ step, ok: isDone, ms, detail }) => (
            <li key={step} className={isDone ? '' : 'bad'}>
              <Icon name={isDone ? 'done' : 'failed'} small /> {testWords[step][isDone ? 0 : 1]},{' '}
              <span className="whitespace-pre-line">{detail}</span> <span className="num muted">{duration(ms)}</span>
            </li>
          ))}
        </ol>
        {complaints.length > 0 && <pre className="code">{complaints.join('\n')}</pre>}
      </div>
    </div>
  )
}

const commands = [
  ['Add a program', 'gyre mcp add NAME -- COMMAND ARGS…'],
  ['Add an address', 'gyre mcp add NAME --url https://example.com/mcp'],
  ['Take one out', 'gyre mcp remove NAME'],
] as const

function HowToAdd() {
  return (
    <Card title="Add or take out a server">
      <div className="stack">
        <p className="sm soft">
          A server may be a program that runs on the machine of Gyre, so the page does not add one. Run this in the
          folder <code>gyre serve</code> was started in, then start <code>gyre serve</code> again.
        </p>
        <dl className="kv">
          {commands.map(([what, command]) => (
            <div key={what} className="contents">
              <dt>{what}</dt>
              <dd className="row">
                <code>{command}</code>
                <CopyButton text={command} label={`Copy: ${what}`} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}
