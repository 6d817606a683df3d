/** The keys that work where one is; each can be given to another. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { isMac } from '../ui/keys.tsx'
import { bindKey, boundKeys, subscribeToKeys } from './key-bindings.ts'
import { keyName } from './key-names.ts'
import { shortcutsInUse } from './shortcuts.ts'
import { pressedKeys } from './typed-keys.ts'

export type KeyListProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Keys of fields, which are the same everywhere and cannot be changed. */
const fixed = [
  ['Enter', 'Send, or steer what runs'],
  ['Shift+Enter', 'New line'],
  ['$mod+Enter', 'Interrupt and send; on a question: answer'],
] as const

export function KeyList({ open, onOpenChange }: KeyListProps) {
  return (
    <Dialog title="Keys" open={open} onOpenChange={onOpenChange}>
      {open && <Listed />}
    </Dialog>
  )
}

function Listed() {
  const [keys] = useState(shortcutsInUse)
  const bound = useSyncExternalStore(subscribeToKeys, boundKeys)
  return (
    <table className="t midv">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">What it does</th>
          <th scope="col">
            <span className="vh">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ name, does }) => (
          <tr key={name}>
            <td>
              <kbd className="kbd">{keyName(bound[name] ?? name, isMac)}</kbd>
            </td>
            <td>{does}</td>
            <td className="r">
              <Rebind name={name} does={does} isChanged={name in bound} />
            </td>
          </tr>
        ))}
        {fixed.map(([name, does]) => (
          <tr key={name}>
            <td>
              <kbd className="kbd">{keyName(name, isMac)}</kbd>
            </td>
            <td>{does}</td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type RebindProps = { readonly name: string; readonly does: string; readonly isChanged: boolean }

/** The next key that is pressed is the one. */
function Rebind({ name, does, isChanged }: RebindProps) {
  const [isListening, setIsListening] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    // The field is gone: whoever pressed a key in it is back where they came from.
    if (!isListening && isDone.current) button.current?.focus()
    isDone.current = false
  }, [isListening])
  if (isListening) {
    return (
      <input
        className="field"
        aria-label={`New key for: ${does}`}
        placeholder="Press a key"
        readOnly
        // Whoever asked for it waits for it.
        ref={(field) => field?.focus()}
        onBlur={() => setIsListening(false)}
        onKeyDown={(event) => {
          if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'Tab'].includes(event.key)) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key !== 'Escape') bindKey(name, pressedKeys(event))
          isDone.current = true
          setIsListening(false)
        }}
      />
    )
  }
  return (
    <span className="row justify-end">
      {isChanged && (
        <Button
          mini
          look="ghost"
          icon="replay"
          label={`Its own key again: ${does}`}
          onClick={() => bindKey(name, undefined)}
        />
      )}
      <Button
        ref={button}
        mini
        look="ghost"
        icon="edit"
        label={`Change the key of: ${does}`}
        onClick={() => setIsListening(true)}
      />
    </span>
  )
}
