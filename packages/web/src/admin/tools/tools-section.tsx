/** Tools: where each is from, what it may do, and the breakers that keep those from running which fail too often. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { onlyOperators, useIsOperator } from '../../api/me.ts'
import { type ShownTool, useCloseBreaker, watchedToolsQuery } from '../../api/tools.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { WideTable } from '../../ui/wide-table.tsx'
import { breakerStanding } from './breaker-standing.ts'
import { Permissions, ToolDetail } from './tool-detail.tsx'
import { limitLines, type Standing, shownTools, standings } from './tool-filter.ts'

export function ToolsSection() {
  const query = useQuery(watchedToolsQuery)
  const [words, setWords] = useState('')
  const [standing, setStanding] = useState<Standing>('all')
  const [opened, setOpened] = useState<string>()
  const detail = query.data?.find(({ name }) => name === opened)
  return (
    <Card
      title="Tools"
      sub={query.data && plural(query.data.length, 'tool')}
      actions={<Tripped tools={query.data ?? []} />}
      flush
    >
      <search className="filter-row">
        <SearchField value={words} onChange={setWords} label="Filter tools" placeholder="Name, origin, permission" />
        <select
          className="field"
          aria-label="State"
          value={standing}
          onChange={(event) => setStanding(event.target.value as Standing)}
        >
          {Object.entries(standings).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <Link className="btn mini" to="/admin/mcp">
          MCP servers
        </Link>
      </search>
      <Loaded query={query} lines={6}>
        {(tools) => <Listed tools={shownTools(tools, words, standing)} onOpen={setOpened} />}
      </Loaded>
      {detail && <ToolDetail tool={detail} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

function Tripped({ tools }: { readonly tools: readonly ShownTool[] }) {
  const open = tools.filter(({ breaker }) => breaker.state === 'open').length
  if (open === 0) return null
  return (
    <Badge tone="bad" icon="failed">
      {plural(open, 'breaker')} open
    </Badge>
  )
}

type ListedProps = { readonly tools: readonly ShownTool[]; readonly onOpen: (name: string) => void }

function Listed({ tools, onOpen }: ListedProps) {
  if (tools.length === 0) {
    return (
      <Empty icon="tool" title="No tool fits">
        Change the words or the state above.
      </Empty>
    )
  }
  return (
    <WideTable label="Tools" minWidth={860} className="t midv tight">
      <thead>
        <tr>
          <th>Tool</th>
          <th>Breaker</th>
          <th>From</th>
          <th>Effect</th>
          <th>Approval</th>
          <th>Permissions</th>
          <th>Limits</th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <Row key={tool.name} tool={tool} onOpen={onOpen} />
        ))}
      </tbody>
    </WideTable>
  )
}

function Row({ tool, onOpen }: { readonly tool: ShownTool; readonly onOpen: ListedProps['onOpen'] }) {
  return (
    <tr>
      <td>
        <button type="button" className="plain-link" onClick={() => onOpen(tool.name)}>
          <code>{tool.name}</code>
        </button>
      </td>
      <td>
        <span className="row">
          <BreakerTag tool={tool} />
          <CloseBreaker tool={tool} />
        </span>
      </td>
      <td className="soft">
        <From from={tool.from} />
      </td>
      <td className="soft">{tool.effect}</td>
      <td className="soft">{tool.approval}</td>
      <td>
        <Permissions tool={tool} />
      </td>
      <td className="sm soft whitespace-nowrap">{limitLines(tool.limits).slice(0, mostLimits).join(', ')}</td>
    </tr>
  )
}

/** The rest is in the detail. */
const mostLimits = 3

/** What sessions must name to have it stands below. */
function From({ from }: { readonly from: string }) {
  const [origin, ...more] = from.split(', ')
  return (
    <>
      {origin}
      {more.length > 0 && <span className="block text-[11px]">{more.join(', ')}</span>}
    </>
  )
}

function BreakerTag({ tool }: { readonly tool: ShownTool }) {
  return tool.breaker.state === 'open' ? <CountedDown tool={tool} /> : <StandingTag tool={tool} now={0} />
}

/** Only what counts down is drawn every second. */
function CountedDown({ tool }: { readonly tool: ShownTool }) {
  return <StandingTag tool={tool} now={useNow()} />
}

function StandingTag({ tool, now }: { readonly tool: ShownTool; readonly now: number }) {
  const { word, tone, icon } = breakerStanding(tool, now)
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  )
}

function CloseBreaker({ tool: { name, breaker } }: { readonly tool: ShownTool }) {
  const isOperator = useIsOperator()
  const close = useCloseBreaker()
  if (breaker.state === 'closed') return null
  const act = () =>
    close.mutate(name, {
      onSuccess: () => tell(`The breaker of ${name} is closed`),
      onError: (error) => tellFailure('Closing the breaker', error),
    })
  return (
    <Button
      mini
      busy={close.isPending}
      disabled={!isOperator}
      title={isOperator ? undefined : onlyOperators}
      onClick={act}
    >
      Close now
    </Button>
  )
}
