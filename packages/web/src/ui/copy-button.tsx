import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  return <Button look="ghost" mini icon="copy" label={label} onClick={() => void copyText(text)} />
}
