/** A session to take elsewhere. */
import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { saveReport } from '../reasoning/result-report.ts'
import { exportFiles } from '../session/export-files.ts'
import type { SessionLog } from '../session/session-log.ts'
import { Button } from '../ui/button.tsx'

export function ExportMenu({ log }: { readonly log: SessionLog }) {
  const { id } = log
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <Button icon="export">
            <span className="bar-word">Export</span>
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
            {exportFiles(id).map(({ name, says, address, file }) => (
              <Entry key={name} name={name} says={says} to={<a href={address} download={file} />} />
            ))}
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
