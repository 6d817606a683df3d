/** A session to take elsewhere. */
import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { saveReport } from '../reasoning/result-report.ts'
import type { SessionLog } from '../session/session-log.ts'
import { Button } from '../ui/button.tsx'

export function ExportMenu({ log }: { readonly log: SessionLog }) {
  const { id } = log
  const file = `/api/v1/sessions/${encodeURIComponent(id)}`
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <Button icon="export">
            Export
            <span className="vh"> this session</span>
          </Button>
        }
      />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="over-menu">
          <Menu.Popup className="menu steps-menu">
            <Menu.Item className="opt" onClick={() => saveReport(log)}>
              <span>
                Report
                <small>Answer and its sources, as Markdown</small>
              </span>
            </Menu.Item>
            <Entry
              says="Every fact, one a line"
              name="Events"
              to={<a href={`${file}/events.jsonl`} download={`${id}.events.jsonl`} />}
            />
            <Entry
              says="Facts with their chain, to be verified elsewhere"
              name="Audit"
              to={<a href={`${file}/audit.jsonl`} download={`${id}.audit.jsonl`} />}
            />
            <Entry says="How it stands, with its steps" name="Record" to={<a href={file} download={`${id}.json`} />} />
            <Entry says="Beside another session" name="Compare with…" to={<Link to="/compare" search={{ a: id }} />} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type EntryProps = { readonly name: string; readonly says: string; readonly to: ReactElement }

function Entry({ name, says, to }: EntryProps) {
  return (
    <Menu.Item className="opt" render={to}>
      <span>
        {name}
        <small>{says}</small>
      </span>
    </Menu.Item>
  )
}
