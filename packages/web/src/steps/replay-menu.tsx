/** The two ways to go through a session once more. */
import { Menu } from '@base-ui/react/menu'
import { Button } from '../ui/button.tsx'

type ReplayMenuProps = { readonly onWatch: () => void; readonly onCheck: () => void }

export function ReplayMenu({ onWatch, onCheck }: ReplayMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <Button icon="replay">
            <span className="bar-word">Replay</span>
            <span className="vh"> this session</span>
          </Button>
        }
      />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="over-menu">
          <Menu.Popup className="menu steps-menu">
            <Menu.Item className="opt" onClick={onWatch}>
              <span>
                Watch again
                <small>See the session as it was after each step</small>
              </span>
            </Menu.Item>
            <Menu.Item className="opt" onClick={onCheck}>
              <span>
                Check
                <small>Run the loop over its journal; no model, no tool</small>
              </span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
