/** A session in a list, and what can be done with it from there. */
import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { SessionSummary } from '../api/lists.ts'
import { StandingTag } from '../session/standing-badge.tsx'
import { Button } from '../ui/button.tsx'
import { ago, count, duration, moment, money } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useNow } from '../ui/use-now.ts'

type SessionRowProps = {
  readonly session: SessionSummary
  readonly index: number
  readonly measure: (row: HTMLTableRowElement | null) => void
}

/** What is not known before it has ended. */
const unknown = <span className="muted">–</span>

export function SessionRow({ session, index, measure }: SessionRowProps) {
  const { id, title, loop, persona, status, outcome, usage, updatedAt } = session
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td>
        <StandingTag status={status} outcome={outcome} />
      </td>
      <td>
        <Link className="m5 goal-link" to="/sessions/$session" params={{ session: id }} title={title}>
          {title}
        </Link>
      </td>
      <td className="soft">{loop}</td>
      <td className="soft">{persona ?? unknown}</td>
      <td className="r">{usage ? count(usage.modelCalls ?? 0) : unknown}</td>
      <td className="r">{usage ? <Cost usd={usage.costUsd} /> : unknown}</td>
      <td className="r">{usage ? duration(usage.activeMs ?? 0) : unknown}</td>
      <td className="r muted">
        <Changed at={Date.parse(updatedAt)} />
      </td>
      <td className="acts">
        <RowMenu session={session} />
      </td>
    </tr>
  )
}

function Cost({ usd }: { readonly usd: number | null | undefined }) {
  return usd === null || usd === undefined ? <span className="muted">unknown</span> : money(usd)
}

const minuteMs = 60_000

function Changed({ at }: { readonly at: number }) {
  const now = useNow(minuteMs)
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(at)}>
      {ago(at, now)}
    </time>
  )
}

function RowMenu({ session: { id, title, thread } }: { readonly session: SessionSummary }) {
  const file = `/api/v1/sessions/${encodeURIComponent(id)}`
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button look="ghost" mini icon="more" label={`Actions for ${title}`} />} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="row-menu-place">
          <Menu.Popup className="row-menu">
            <Action icon="step" link={<Link to="/sessions/$session/steps" params={{ session: id }} />}>
              See its steps, or fork it
            </Action>
            <Action icon="chat" link={<Link to="/chat/$thread" params={{ thread }} search={{ session: id }} />}>
              Open its conversation
            </Action>
            <Action icon="compare" link={<Link to="/compare" search={{ a: id }} />}>
              Compare with another
            </Action>
            <Action icon="export" link={<a href={`${file}/events.jsonl`} download={`${id}.events.jsonl`} />}>
              Export its facts
            </Action>
            <Action icon="shield" link={<a href={`${file}/audit.jsonl`} download={`${id}.audit.jsonl`} />}>
              Export its journal
            </Action>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type ActionProps = { readonly icon: IconName; readonly link: ReactElement; readonly children: string }

/** A link as an item of the menu. */
function Action({ icon, link, children }: ActionProps) {
  return (
    <Menu.Item render={link}>
      <Icon name={icon} />
      {children}
    </Menu.Item>
  )
}
