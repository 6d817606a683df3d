import { Button } from './button.tsx'
import { tell } from './toasts.tsx'

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    tell('Copied')
  }
  return <Button look="ghost" mini icon="copy" label={label} onClick={() => void copy()} />
}
