/** The palette: goals, personas, settings and actions by a few letters. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { type Entry, found, type Group } from './palette-entries.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

export type PaletteProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

export function Palette({ open, onOpenChange }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label="Find or do">
          <Finder onDone={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onDone }: { readonly onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const groups = found(usePaletteGroups(typed), typed)
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={(entry: Entry) => entry.label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        className="field"
        aria-label="Find a goal, a persona, a setting or an action"
        placeholder="Find or do"
      />
      <Autocomplete.Empty>
        <p className="sm soft">Nothing has these words.</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="palette-list">
        {(group: Group) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="xs muted">{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: Entry) => <Line key={entry.value} entry={entry} onDone={onDone} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

function Line({ entry, onDone }: { readonly entry: Entry; readonly onDone: () => void }) {
  const choose = () => {
    onDone()
    // By then the focus is back where it was: whoever goes elsewhere with it stays there.
    setTimeout(entry.run)
  }
  return (
    <Autocomplete.Item value={entry} className="palette-line" onClick={choose}>
      <Icon name={entry.icon} />
      <span className="trunc">{entry.label}</span>
      <span className="sp" />
      {entry.hint !== undefined && <span className="xs muted">{entry.hint}</span>}
    </Autocomplete.Item>
  )
}
