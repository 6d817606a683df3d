import { Button } from '../ui/button.tsx'
import { pressShortcut } from './shortcuts.ts'

/** Opens the palette, for who has no keyboard or does not know its keys. */
export function FindButton() {
  return (
    <Button look="ghost" icon="search" label="Find or do anything (Ctrl+K)" onClick={() => pressShortcut('$mod+k')} />
  )
}
